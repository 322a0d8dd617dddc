"""The screens of Time's Up!"""
