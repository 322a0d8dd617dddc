"""Words as they are written down: a key and its text a line."""


def parse(lines):
    """{key: text} of lines "key text"; keys with a "!" in front go into the dict "refusals".

    A text instead of a dict's source, since MicroPython would keep each key and short text among
    its names for ever, of every language ever spoken.
    """
    words: dict = {"refusals": {}}
    for line in lines.strip().split("\n"):
        key, _, text = line.partition(" ")
        if key[0] == "!":
            words["refusals"][key[1:]] = text
        else:
            words[key] = text
    return words
