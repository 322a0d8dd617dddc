"""Everything the display says, in English."""

from glass.ui.words import Words

WORDS = Words("""
menu_title Buzzglass
menu_resume Back to the game
menu_abandon Abandon the game
menu_replace Replace this card
menu_correct Correct a score
menu_teams Teams
menu_draw Draw again
menu_play Play!
menu_again Play again
menu_timer Timer
menu_language Français
menu_back Back
menu_new New game
menu_left Last game
menu_volume Sound: %d
menu_brightness Light: %d
yes Yes, abandon
no No, go back
player Player %s
round Round %d
round_over Round %d over
with with %s
calls Referee: %s
rule_en_1 Say or do anything; no part of the name, no rhyme
rule_en_2 One word, one guess; passing allowed
rule_en_3 Mime and sounds only, one guess
rule_fr_1 Speak freely; no part of the name, no translation
rule_fr_2 One word, one guess; passing allowed
rule_fr_3 Mime and noises, no humming; one guess
left %s left
go Start: go!
paused Paused
page Pass: %d/%d
taken_off not counted
resume Start: go on
ok Start: OK
got got
pass passed
foul foul
time time
read Read aloud
carry %s uses the seconds?
carry_yes Got: yes
carry_no Pass: no
winner Winner
tie It's a tie
timer Timer
reset Pass: reset
time_up Time's up!
draft Only for
draft_show Start: see your cards
keep keep
discard Out – got: keep it
draft_foul Foul: discard
change Got: change
draft_done %d of 2 out
refused Not now
!no_spare No other card
!press_start Press start
!press_pass Press pass
!undone Taken back
!counted Counts now
!uncounted Not counted now
!name_full No room for more
!not_now Not now
!name_shown Name shown: no undo
!choose Press got or pass
!open_hand Press start first
!no_pass No passing in round 1
!nothing_to_undo Nothing to undo
!time_up Time's up: no undo
!draft_done The draft is done
!two_discards Discard exactly two
!third_discard Two are out already
!no_judge_paused Paused: start first
!no_deck The deck is gone
!deck_other The deck was replaced
!cards Not so many cards
!colour No blue names here
!memory Too little memory
!no_game No game
!full Memory full
!damaged Damaged file
!flash Memory trouble
!aside_game Game unreadable: set aside
!aside_deck Deck damaged: load again
!fat FAT: unsafe at power cuts
!no_flash No flash: nothing is saved
!unsaved Memory full: NOT SAVED
!old_gone Oldest game dropped
!sync_soon Sync soon: memory fills
!setup Set-up not valid
!fallen Restarted after a fault
!players_range 3 to 18 players
""")
