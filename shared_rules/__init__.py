"""Rules, wire, clocks and referee: pure Python, standard library only, no I/O, no clock, no thread."""
