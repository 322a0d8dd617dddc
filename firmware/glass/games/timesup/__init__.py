"""Time's Up!"""
