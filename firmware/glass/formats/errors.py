"""The one exception of the rules."""


class Refused(Exception):
    """Something the rules do not allow; nothing was changed.

    `code` is a short word for the screen: no_pass, no_judge_paused, not_now, choose, open_hand,
    two_discards (confirming without exactly two), third_discard; of undo nothing_to_undo,
    name_shown, time_up, draft_done; of a set-up the key at fault. `args_text` is an English
    sentence that says where and what to do.
    """

    def __init__(self, code, args_text=""):
        super().__init__(code, args_text)
        self.code = code
        self.args_text = args_text or code
