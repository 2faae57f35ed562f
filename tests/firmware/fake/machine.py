"""A stand-in for the rp2 port's machine module: what board_pico.py uses, and nothing more."""

log = []
class Words(dict):
    """Registers: 0 until written."""

    def __getitem__(self, address):
        return self.get(address, 0)


mem32 = Words()


def unique_id():
    return b"fakepico"


def reset():
    log.append("reset")


class Pin:
    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 4, 8

    def __init__(self, number, mode=IN, pull=None):
        self.number = number
        self.level = 1
        self.handler = None

    def value(self):
        return self.level

    def irq(self, handler, trigger, hard=False):
        assert hard and trigger == self.IRQ_RISING | self.IRQ_FALLING
        self.handler = handler

    def move(self, level):
        self.level = level
        self.handler(self)


class PWM:
    def __init__(self, pin):
        self.duty = 0

    def freq(self, hz):
        log.append(("freq", hz))

    def duty_u16(self, duty):
        log.append(("duty", duty))

    def deinit(self):
        log.append("silent")


class WDT:
    def __init__(self, timeout):
        log.append(("watchdog", timeout))

    def feed(self):
        log.append("fed")
