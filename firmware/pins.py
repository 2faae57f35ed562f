"""THE pin map: the only place with the pad's pin numbers. hardware/ is made from it and checked against it.

GP numbers of a Raspberry Pi Pico, Pico W or Pico 2. Buttons close to ground; the board's pull-ups hold them
high. Must never import anything.
"""

HIT = 2  # GP2, pin 4: four neighbours, so that one PIO snapshot sees all buttons
DIE1 = 3  # GP3, pin 5: shooter 1
DIE2 = 4  # GP4, pin 6: shooter 2
DIE3 = 5  # GP5, pin 7: coward
BUTTONS = (HIT, DIE1, DIE2, DIE3)  # in the order of messages.BUTTON_NAMES

LIGHTS = 6  # GP6, pin 9: data of four WS2812 in a chain: HIT, die 1, die 2, die 3
PIEZO = 8  # GP8, pin 11: PWM slice 4, shared with nothing else here
LOOP_BACK = 10  # GP10, pin 14: spare, wired to a test point; drives a button line in a self-test
SYNC = 12  # GP12, pin 16: kept free for the carrier board's optional sync line; nothing uses it yet
