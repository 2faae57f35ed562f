"""Which games the window plays: those with a board.

Owns their ids, where whoever only reads the command line can look them up without opening anything of Kivy's.
The shelf may have more games: `tinstar match` and `tinstar simulate` need no board.
"""

ON_SCREEN = ("bom_mau_bode", "boomtown_bandits", "dollars_wanted", "sans_foi_ni_loi", "bo_bo_bon")
