"""The power budget: what each rail can give, what hangs on it, and what is left in the worst case.

Owns the sums. The lights' worst case follows from the firmware's own palette; the case of all lights fully on
is there, too, for a fault may not hurt anything. Must know no price and draw nothing.
"""

from dataclasses import dataclass
from pathlib import Path

from firmware import lights
from hardware import params as p
from hardware.table import kit

LIGHTS = len(p.BUTTONS)


@dataclass(frozen=True)
class Load:
    """What takes current from a rail, in mA: as one plays, and at the most."""

    what: str
    typical_ma: float
    worst_ma: float


@dataclass(frozen=True)
class Rail:
    """A voltage that something supplies, its limit and its loads."""

    name: str
    volt: float
    limit_ma: float
    limit: str
    loads: tuple[Load, ...]

    @property
    def typical_ma(self) -> float:
        """As one plays."""
        return sum(load.typical_ma for load in self.loads)

    @property
    def worst_ma(self) -> float:
        """At the most."""
        return sum(load.worst_ma for load in self.loads)

    @property
    def margin(self) -> float:
        """What stays of the limit in the worst case, as a part of it; below 0 the rail is overloaded."""
        return 1 - self.worst_ma / self.limit_ma


def light_ma(rgb: tuple[int, int, int]) -> float:
    """Return the current of one light that shows this colour, in mA."""
    return kit.LED_IDLE_MA + sum(rgb) / 255 * kit.LED_CHANNEL_MA


def lights_ma() -> tuple[float, float, float]:
    """Return the current of a pad's lights: white as after DRAW, the palette's brightest, all colours "
    "fully on."""
    brightest = max(light_ma(rgb) for rgb in lights.RGB.values())
    return LIGHTS * light_ma(lights.RGB["white"]), LIGHTS * brightest, LIGHTS * light_ma((255, 255, 255))


def pad_3v3() -> Rail:
    """Return what hangs on a Pico's 3V3 pin."""
    pull_ups = LIGHTS * 3300 / kit.PULL_UP_OHM
    piezo = 3300 / kit.PIEZO_OHM
    loads = (Load("pull-ups, all buttons held", 0.0, pull_ups), Load("piezo", 0.5, piezo))
    return Rail("pad, 3.3 V", 3.3, kit.PICO_3V3_MA, "the Pico datasheet's advice for its 3V3 pin", loads)


def pad_as_declared() -> Rail:
    """Return a pad's 5 V as the firmware can use them, against what it told the host."""
    white, brightest, _ = lights_ma()
    loads = (Load("Pico", *kit.PICO_MA), Load("lights, the palette's brightest", white, brightest))
    return Rail("pad, 5 V, as programmed", 5.0, kit.DECLARED_MA, "what its USB descriptor asks for", loads)


def pad_at_fault() -> Rail:
    """Return a pad's 5 V with all lights fully on, which only a fault does, against its port."""
    white, _, full = lights_ma()
    loads = (Load("Pico", *kit.PICO_MA), Load("lights, all colours fully on", white, full))
    return Rail("pad, 5 V, all lights fully on", 5.0, kit.PORT_MA, "one USB 2.0 port", loads)


def hub(count: int) -> Rail:
    """Return the hub's 5 V with that many pads, all lights fully on."""
    one = pad_at_fault()
    loads = (
        Load(f"{count} pads, all lights fully on", count * one.typical_ma, count * one.worst_ma),
        Load("the hub itself", *kit.HUB_SELF_MA),
    )
    return Rail(f"hub, 5 V, {count} pads", 5.0, kit.HUB_SUPPLY_MA, "the hub's own supply", loads)


def pi_ports(count: int) -> Rail:
    """Return the Pi's USB ports with that many pads on them, and the touch panel."""
    one = pad_at_fault()
    loads = (
        Load(f"{count} pads, all lights fully on", count * one.typical_ma, count * one.worst_ma),
        Load("touch panel", *kit.TOUCH_MA),
    )
    return Rail(f"Pi's ports, 5 V, {count} pads", 5.0, kit.PI_USB_MA, "all ports of a Pi 4 together", loads)


def needs_hub(players: int) -> bool:
    """Say whether that many pads want a hub: the Pi has too few ports for them, or too little power."""
    return players + kit.FOR_TOUCH > kit.PORTS_OF_PI or pi_ports(players).margin < kit.MARGIN


def pi(players: int) -> Rail:
    """Return the Pi's own supply."""
    loads = [Load("the Pi itself", kit.PI_TYPICAL_MA, kit.PI_WORST_MA), Load("touch panel", *kit.TOUCH_MA)]
    if needs_hub(players):
        loads.append(Load("the hub's upstream side", *kit.HUB_UPSTREAM_MA))
    else:
        loads.append(pi_ports(players).loads[0])
    return Rail("Pi, 5.1 V", 5.1, kit.PI_SUPPLY_MA, "its supply", tuple(loads))


def screen() -> Rail:
    """Return the screen's supply."""
    return Rail(
        "screen, 5 V", 5.0, kit.SCREEN_SUPPLY_MA, "its own supply", (Load("panel and light", *kit.SCREEN_MA),)
    )


def pads() -> list[Rail]:
    """Return the rails that every pad has."""
    return [pad_3v3(), pad_as_declared(), pad_at_fault()]


def table(players: int) -> list[Rail]:
    """Return the rails that depend on how many play."""
    ports = hub(players) if needs_hub(players) else pi_ports(players)
    return [ports, pi(players)]


def pad_volt(of: Rail) -> float:
    """Return the least voltage behind the pad's fuse with this load: port, cable, plugs, fuse."""
    board_ma = of.loads[0].worst_ma
    lights_only = of.worst_ma - board_ma
    cable = 2 * kit.CABLE_M * kit.CABLE_OHM_PER_M + kit.CONTACT_OHM
    return kit.PORT_LOW_V - (of.worst_ma * cable + lights_only * kit.FUSE_OHM) / 1000


def solderless_volt() -> float:
    """Return what a diode leaves for the lights of the version without soldering, which has no fuse."""
    cable = 2 * kit.CABLE_M * kit.CABLE_OHM_PER_M + kit.CONTACT_OHM
    return kit.PORT_LOW_V - pad_as_declared().worst_ma * cable / 1000 - kit.DIODE_V


def faults() -> list[str]:
    """Return the rails that keep less than kit.MARGIN, and voltages that are too low, for every number of "
    "players."""
    found = {
        f"{rail.name}: {rail.worst_ma:.0f} of {rail.limit_ma:g} mA leaves {rail.margin:.0%}"
        for players in kit.PLAYERS
        for rail in (*pads(), *table(players), screen())
        if rail.margin < kit.MARGIN
    }
    if pad_volt(pad_as_declared()) < kit.SHIFT_LOW_V:
        found.add(f"level shift: {pad_volt(pad_as_declared()):.2f} V")
    if pad_volt(pad_at_fault()) < kit.LIGHTS_LOW_V:
        found.add(f"lights: {pad_volt(pad_at_fault()):.2f} V")
    if solderless_volt() < kit.LIGHTS_LOW_V:
        found.add(f"lights behind the diode: {solderless_volt():.2f} V")
    return sorted(found)


HEADING = "| rail | load | as one plays, mA | worst, mA | limit, mA | left |\n|---|---|--:|--:|--:|--:|"


def rows(rail: Rail) -> list[str]:
    """Return a rail's lines of a Markdown table."""
    found = [
        f"| {rail.name} | {load.what} | {load.typical_ma:.0f} | {load.worst_ma:.0f} | | |"
        for load in rail.loads
    ]
    whole = (
        f"**{rail.typical_ma:.0f}** | **{rail.worst_ma:.0f}** | **{rail.limit_ma:g}** | **{rail.margin:.0%}**"
    )
    return [*found, f"| | **in all**; the limit is {rail.limit} | {whole} |"]


def table_of(of: list[Rail]) -> str:
    """Return these rails as a Markdown table."""
    return "\n".join([HEADING, *(row for rail in of for row in rows(rail))])


def text() -> str:
    """Return power.md."""
    white, brightest, full = lights_ma()
    programmed, fault = pad_as_declared(), pad_at_fault()
    without = " or ".join(str(n) for n in kit.PLAYERS if not needs_hub(n))
    parts = [
        "# Power budget",
        "Made by `python -m hardware build power` from `hardware/table/kit.py`, `hardware/params.py` and "
        "the firmware's palette. Figures without a published source are allowances on the safe side; "
        "`kit.py` says which.",
        f"A pad's {LIGHTS} lights take {white:.0f} mA in the white that follows DRAW, {brightest:.0f} mA "
        f"in the brightest colour of the firmware, and {full:.0f} mA with every colour fully on, which no "
        f"program of ours does. That last case is the worst case of every sum below, and each rail still "
        f"keeps {kit.MARGIN:.0%} of its limit.",
        f"A port at its least gives {kit.PORT_LOW_V:g} V. Behind {kit.CABLE_M:g} m of thin cable (AWG 28) "
        f"and the fuse, {pad_volt(programmed):.2f} V are left as programmed, where the level shift wants "
        f"{kit.SHIFT_LOW_V:g} V, and {pad_volt(fault):.2f} V with every colour fully on, where the lights "
        f"want {kit.LIGHTS_LOW_V:g} V. The diode of the version without soldering leaves them "
        f"{solderless_volt():.2f} V as programmed.",
        f"The pads of {without} players go to the Pi's own ports. More players want a hub with its own "
        f"supply.",
        "## Every pad",
        table_of(pads()),
        "## The screen",
        table_of([screen()]),
    ]
    for players in kit.PLAYERS:
        parts += [f"## {players} players", table_of(table(players))]
    return "\n\n".join(parts) + "\n"


def build(into: Path) -> None:
    """Write the budget."""
    path = into / "table" / "power.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text(), encoding="utf-8", newline="\n")
