"""A stand-in for the rp2 port's neopixel module."""

shown = []


class NeoPixel:
    def __init__(self, pin, count):
        self.pixels = [(0, 0, 0)] * count

    def __setitem__(self, place, rgb):
        self.pixels[place] = rgb

    def fill(self, rgb):
        self.pixels = [rgb] * len(self.pixels)

    def write(self):
        shown.append(list(self.pixels))
