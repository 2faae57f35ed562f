"""The table kit: computer, screen, hub, cables; how much power it takes, how it is plugged, what to buy."""
