"""`tinstar bench`: what the clocks and the referee reach on made-up tables whose truth is known."""
