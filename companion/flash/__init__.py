"""The pad's firmware onto its board.

`installer.install` is for one board, `places.boards` where they are, `command` the command line, `installing`
for whoever cannot wait. installer.py has the order in which things happen.
"""
