"""The pad: its schematic, netlist, carrier board, wiring without solder, bill and box."""
