"""A stand-in for the rp2 port's machine module: what the pad's board files use, and nothing more."""

log = []


PIO0_FDEBUG = 0x50200008


class Words(dict):
    """Registers: 0 until written; in FDEBUG, what is written back is cleared."""

    def __getitem__(self, address):
        return self.get(address, 0)

    def __setitem__(self, address, value):
        super().__setitem__(address, self[address] & ~value if address == PIO0_FDEBUG else value)


mem32 = Words()


def stall(state_machines):
    """State machines pushed to a full FIFO."""
    mem32.update({PIO0_FDEBUG: mem32[PIO0_FDEBUG] | state_machines})


def freq():
    return 125_000_000


def unique_id():
    return b"fakepico"


PWRON_RESET, WDT_RESET = 1, 3
cause = PWRON_RESET


def reset_cause():
    return cause


def reset():
    log.append("reset")


def disable_irq():
    log.append("irq off")
    return 1


def enable_irq(state):
    assert log.pop() == "irq off" and state == 1


class Pin:
    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 4, 8

    def __init__(self, number, mode=IN, pull=None):
        self.number = number
        self.level = 1
        self.handler = None

    def init(self, mode):
        log.append(("input", self.number))

    def value(self):
        return self.level

    def irq(self, handler, trigger, hard=False):
        assert hard and trigger == self.IRQ_RISING | self.IRQ_FALLING
        self.handler = handler

    def move(self, level):
        self.level = level
        self.handler(self)


class PWM:
    def __init__(self, pin, freq=0, duty_u16=0):
        self.number = pin.number
        if freq:
            log.append(("signal", freq, duty_u16))

    def freq(self, hz):
        log.append(("freq", hz))

    def duty_u16(self, duty):
        log.append(("duty", duty))

    def deinit(self):
        log.append(("silent", self.number))


class WDT:
    def __init__(self, timeout):
        log.append(("watchdog", timeout))
        self.fed = 0

    def feed(self):
        self.fed += 1
