"""The words of the form for a new game, in French."""

from glass.ui.words import Words

WORDS = Words("""
title Nouvelle partie
play Jouer\u00a0!
own_teams comme avant
edition Règles\u00a0: %s
edition_title Quelles règles\u00a0?
edition_en boîte anglaise
edition_fr boîte française
players Joueurs\u00a0: %s
players_title Combien de joueurs\u00a0?
names Noms\u00a0: %s
names_title Noms, sens horaire
starts Commence\u00a0: %s
starts_title Qui commence\u00a0?
lot Au hasard
teams Équipes\u00a0: %s
teams_title Équipes
teams_of %d, en face
teams_lot %d, au sort
ring sans, en cercle
deck Cartes\u00a0: %s
deck_title Quelles cartes\u00a0?
paper sur papier
colour Couleur\u00a0: %s
colour_title Quelle couleur\u00a0?
yellow jaune
blue bleu
all %d (toutes)
cards Combien\u00a0: %s
cards_title Combien de cartes\u00a0?
draft Choix\u00a0: %s
draft_title Choisir ses cartes\u00a0?
draft_yes 2 à écarter
draft_no non, rapide
turn_s Tour\u00a0: %s
turn_s_title Durée d'un tour\u00a0?
spell Joueur %d
spell_help Got\u00a0: lettre – Start\u00a0: OK
""")
