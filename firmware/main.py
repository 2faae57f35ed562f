"""What the board starts. Owns the choice of the board file; the pad itself is in board_pico.py and pad.py."""

import sys

if sys.platform == "rp2":
    import micropython

    micropython.kbd_intr(-1)  # first: a host speaks as soon as USB is up, and Ctrl-C's byte may be in it
    from firmware import board_pico

    board_pico.main()
elif sys.platform == "linux":  # a virtual board
    from firmware import board_virtual

    board_virtual.run(board_virtual.arguments(sys.argv[1:]))
