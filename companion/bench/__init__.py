"""`tinstar bench`: what the clocks and the referee reach on made-up tables, and how fast the engine plays."""
