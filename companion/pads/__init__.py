"""Pads: ports, hot-plug, the link to each pad, and the virtual and on-screen ones."""
