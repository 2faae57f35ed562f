"""Runs before main.py and does nothing, on purpose: a board whose main.py fails must reach its REPL."""
