"""The page of the draft: one player's cards, hidden until they are asked for."""

from glass.ui.paint import bar, block, header, put_icon, who, write


def hidden(fb, view, word, show):
    """A page that only the speaker may see is hidden. show: the key of what to press for it."""
    write(fb, word["draft"], 0, 12, align=1)
    block(fb, who(word, view.game.speaker_name()), 18, 30)
    bar(fb, word[show])


def draw(fb, view, word):
    """The page of the player who drafts, on a cleared frame."""
    game = view.game
    hand = game.draft_hand()
    if not game.draft_open:
        return hidden(fb, view, word, "draft_show")
    card, kept = hand[game.cursor]
    out = sum(1 for _, keeps in hand if not keeps)
    header(fb, "%d/%d" % (game.cursor + 1, len(hand)), word["draft_done"] % out)
    block(fb, view.name(card), 15, 34)
    if kept:
        put_icon(fb, "got", 0, 55)
        write(fb, word["keep"], 10, 62)
        write(fb, word["ok" if out == 2 else "draft_foul"], 0, 62, align=2)
    else:
        bar(fb, word["discard"])
