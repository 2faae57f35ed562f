"""The pad and the table kit as things: what is drawn, cut, ordered and put together.

Everything here is made from `params.py`, which takes the pins from firmware/pins.py. `python -m hardware
build` makes it, `python -m hardware check` says whether it still is what its sources say. Nothing that runs
at a match imports this package.
"""
