"""The pad: MicroPython for a Raspberry Pi Pico, and the same brain behind a pty. See README.md."""
