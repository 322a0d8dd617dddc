"""Everything the display says, in French."""

from glass.ui.words import Words

WORDS = Words("""
menu_title Buzzglass
menu_resume Reprendre la partie
menu_abandon Abandonner la partie
menu_replace Remplacer la carte
menu_correct Corriger les points
menu_teams Équipes
menu_draw Nouveau tirage
menu_play Jouer\u00a0!
menu_again Rejouer
menu_timer Minuteur
menu_language English
menu_back Retour
menu_new Nouvelle partie
menu_left Dernière partie
menu_volume Son\u00a0: %d
menu_brightness Lumière\u00a0: %d
yes Oui, abandonner
no Non, retour
player Joueur %s
round Manche %d
round_over Manche %d finie
with avec %s
calls Arbitre\u00a0: %s
rule_en_1 Tout dire, tout faire\u00a0; ni partie du nom, ni rime
rule_en_2 Un seul mot, un essai\u00a0; on peut passer
rule_en_3 Mimes et sons seulement, un essai
rule_fr_1 Parler librement\u00a0; ni partie du nom, ni traduction
rule_fr_2 Un seul mot, un essai\u00a0; on peut passer
rule_fr_3 Mimes et bruitages, sans fredonner\u00a0; un essai
left reste %s
go Start\u00a0: top\u00a0!
paused Pause
page Pass\u00a0: %d/%d
taken_off pas comptée
resume Start\u00a0: reprendre
ok Start\u00a0: OK
got trouvé
pass passé
foul faute
time temps
read Lire à voix haute
carry %s garde les secondes\u00a0?
carry_yes Got\u00a0: oui
carry_no Pass\u00a0: non
winner Vainqueur
tie Égalité
timer Minuteur
reset Pass\u00a0: à zéro
time_up Temps écoulé\u00a0!
draft Seulement pour
draft_show Start\u00a0: voir tes cartes
keep garder
discard écartée – got\u00a0: garder
draft_foul Foul\u00a0: écarter
change Got\u00a0: changer
draft_done écartées %d/2
refused Pas maintenant
!no_spare Plus d'autre carte
!press_start Appuyer sur start
!press_pass Appuyer sur pass
!undone C'est annulé
!counted Comptée
!uncounted Pas comptée
!name_full Plus de place
!not_now Pas maintenant
!name_shown Nom déjà vu
!choose Trouvé ou passe
!open_hand D'abord start
!no_pass Passe interdite
!nothing_to_undo Rien à annuler
!time_up Temps écoulé, trop tard
!draft_done Cartes déjà choisies
!two_discards Écarter exactement 2 cartes
!third_discard Déjà deux d'écartées
!no_judge_paused En pause\u00a0: start d'abord
!no_deck Le paquet a disparu
!deck_other Le paquet a été remplacé
!cards Pas autant de cartes
!colour Pas de noms bleus
!memory Mémoire insuffisante
!no_game Pas de partie
!full Mémoire pleine
!damaged Fichier abîmé
!flash Mémoire en panne
!aside_game Partie illisible, écartée
!aside_deck Paquet abîmé, à recharger
!fat FAT\u00a0: craint les coupures
!no_flash Sans mémoire\u00a0: rien gardé
!unsaved Mémoire pleine\u00a0: NON GARDÉ
!old_gone Plus vieille partie effacée
!sync_soon Mémoire\u00a0: synchroniser
!setup Réglages refusés
!fallen Redémarré après une panne
!players_range De 3 à 18 joueurs
""")
