"""The words of the form for a new game, in English."""

from glass.ui.words import Words

WORDS = Words("""
title New game
play Play!
own_teams as before
edition Rules: %s
edition_title Which rules?
edition_en English box
edition_fr French box
players Players: %s
players_title How many players?
names Names: %s
names_title Names, clockwise
starts Starts: %s
starts_title Who starts?
lot By lot
teams Teams: %s
teams_title Teams
teams_of %d, across
teams_lot %d, by lot
ring none, a ring
deck Cards: %s
deck_title Which cards?
paper on paper
colour Color: %s
colour_title Which color?
yellow yellow
blue blue
all %d (all)
cards How many: %s
cards_title How many cards?
draft Draft: %s
draft_title Draft the cards?
draft_yes 2 out each
draft_no quick deal
turn_s Turn: %s
turn_s_title How long is a turn?
spell Player %d
spell_help Got: letter – Start: OK
""")
