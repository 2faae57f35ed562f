"""The table kit: no rail is overloaded, everything has its port and its place, and the sums are right."""

import csv
import re
from itertools import combinations, pairwise

import pytest

from firmware import lights
from hardware import params as p
from hardware.pad.enclosure.openings import circle
from hardware.table import bill, budget, kit, pictures


class TestPower:
    def test_every_rail_keeps_its_margin(self):
        assert budget.faults() == []

    def test_five_pads_with_every_light_fully_on(self):
        one = budget.Rail(
            "", 5, 500, "", (budget.Load("Pico", 30, 100), budget.Load("4 lights", 70, 4 * (3 * 20 + 1)))
        )
        assert budget.pad_at_fault().worst_ma == one.worst_ma == 344
        assert budget.hub(5).worst_ma == 5 * 344 + 100
        assert budget.hub(5).margin == pytest.approx(1 - 1820 / 3000)

    @pytest.mark.parametrize(
        ("name", "value", "overloaded"),
        [
            ("HUB_SUPPLY_MA", 2500, ["hub, 5 V, 6 pads: 2164 of 2500 mA leaves 13%"]),
            ("PORT_MA", 400, ["pad, 5 V, all lights fully on: 344 of 400 mA leaves 14%"]),
            ("PI_SUPPLY_MA", 2500, ["Pi, 5.1 V: 2188 of 2500 mA leaves 12%"]),
            ("SCREEN_MA", (800, 2100), ["screen, 5 V: 2100 of 2000 mA leaves -5%"]),
            ("CABLE_M", 5.0, ["level shift: 4.33 V", "lights behind the diode: 3.58 V"]),
            ("DIODE_V", 1.0, ["lights behind the diode: 3.63 V"]),
            (
                "PORT_LOW_V",
                4.1,
                ["level shift: 3.93 V", "lights behind the diode: 3.18 V", "lights: 3.69 V"],
            ),
        ],
    )
    def test_an_overload_is_found(
        self, monkeypatch: pytest.MonkeyPatch, name: str, value: object, overloaded: list[str]
    ):
        monkeypatch.setattr(kit, name, value)
        assert budget.faults() == overloaded

    def test_a_brighter_palette_is_found(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setitem(lights.RGB, "white", (160, 160, 160))
        assert budget.lights_ma()[0] == pytest.approx(4 * (1 + 3 * 160 / 255 * 20))
        assert budget.faults()[-1] == "pad, 5 V, as programmed: 255 of 250 mA leaves -2%"

    def test_two_pads_go_to_the_pi_and_more_to_the_hub(self):
        assert [n for n in kit.PLAYERS if not budget.needs_hub(n)] == [2]
        assert max(kit.PLAYERS) <= kit.PORTS_OF_HUB
        assert min(kit.PLAYERS) + kit.FOR_TOUCH <= kit.PORTS_OF_PI

    def test_three_pads_would_be_too_much_for_the_pis_ports(self):
        assert 3 + kit.FOR_TOUCH <= kit.PORTS_OF_PI
        assert budget.pi_ports(3).margin < kit.MARGIN < budget.pi_ports(2).margin


class TestTopology:
    @pytest.mark.parametrize("players", kit.PLAYERS)
    def test_every_pad_has_one_cable_and_no_two_cables_meet(self, players: int):
        pads = pictures.pad_blocks(players, 460, 940)
        cables = [re.findall(r"([\d.]+) ([\d.]+)", line) for line in pictures.pad_cables(pads, 300, 346)]
        assert [float(cable[-1][0]) for cable in cables] == [pytest.approx(pad.x) for pad in pads]
        bits = [[(float(x), float(y)) for x, y in cable] for cable in cables]
        assert [(a, b) for a, b in combinations(bits, 2) if meet(a, b)] == []

    def test_cables_that_meet_are_seen(self):
        assert meet([(0, 0), (0, 10)], [(-5, 5), (5, 5)])
        assert not meet([(0, 0), (0, 10)], [(1, 5), (5, 5)])

    @pytest.mark.parametrize("players", kit.PLAYERS)
    def test_it_shows_what_is_bought(self, players: int):
        text = pictures.topology(players)
        assert [n for n in range(1, 9) if f">pad {n}<" in text] == list(range(1, players + 1))
        assert (">USB hub<" in text) == budget.needs_hub(players)


def meet(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    """Do two ways of upright and level pieces share a point?"""
    boxes = [[(min(*q), max(*q)) for q in zip(*piece, strict=True)] for piece in (*pieces(a), *pieces(b))]
    mine, others = boxes[: len(a) - 1], boxes[len(a) - 1 :]
    return any(
        all(one[n][0] <= other[n][1] and other[n][0] <= one[n][1] for n in (0, 1))
        for one in mine
        for other in others
    )


def pieces(way: list[tuple[float, float]]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(pairwise(way))


class TestBase:
    def test_everything_has_its_place(self):
        assert pictures.base_faults() == []

    def test_it_fits_the_pi_and_vesa(self):
        at = {hole.name: (hole.u, hole.v) for hole in pictures.holes()}
        assert (at["Pi 2"][0] - at["Pi 1"][0], at["Pi 3"][1] - at["Pi 1"][1]) == (58, 49)
        assert (at["screen 2"][0] - at["screen 1"][0], at["screen 3"][1] - at["screen 1"][1]) == (75, 75)

    def test_a_shifted_hub_is_found(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(kit, "HUB_AT", (180.0, 45.0))
        assert "hub and standoff screen 2 stand in each other's way" in pictures.base_faults()

    def test_a_hole_at_the_edge_is_found(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(kit, "FOOT_FROM_EDGE", 6.0)
        assert "foot 1 and the edge: 4.0 mm of wood" in pictures.base_faults()

    def test_two_holes_too_near_are_found(self, monkeypatch: pytest.MonkeyPatch):
        holes = [circle("a", "base", (50, 50), 4), circle("b", "base", (58, 50), 4)]
        monkeypatch.setattr(pictures, "holes", lambda: holes)
        assert pictures.base_faults() == ["a and b: 4.0 mm of wood"]

    def test_a_screen_too_low_is_found(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(kit, "SCREEN_LIFT", 25.0)
        assert pictures.base_faults() == [
            f"{one} is higher than the screen is lifted" for one in ("Pi", "hub")
        ]


class TestBill:
    def test_two_players_need_no_hub(self):
        assert {item.kind for item in kit.ITEMS if not bill.quantity(item, 2)} == {"hub", "strap"}
        assert [item.kind for item in kit.ITEMS if not bill.quantity(item, 3)] == []

    def test_the_totals_are_sums(self):
        for players in kit.PLAYERS:
            carrier, solderless, table, *whole = bill.totals(players)
            lines = [part for part in p.PARTS if part.version in (p.CARRIER, p.BOTH)]
            assert carrier == pytest.approx(
                players * sum(part.quantity * part.eur for part in lines), abs=0.2
            )
            assert whole == [pytest.approx(table + carrier), pytest.approx(table + solderless)]
        assert bill.table_eur(3) - bill.table_eur(2) == pytest.approx(28 + 2 * 0.8)

    def test_every_item_is_said_and_priced(self):
        assert [
            item.kind
            for item in kit.ITEMS
            if not (item.what and item.number and item.alternative and item.eur > 0)
        ] == []
        assert len({item.kind for item in kit.ITEMS}) == len(kit.ITEMS)

    def test_the_committed_bill_adds_up(self):
        folder = pictures.Path(bill.__file__).parent
        lines = list(csv.DictReader((folder / "bill.csv").open(encoding="utf-8")))
        totals = {
            line["players"]: line for line in csv.DictReader((folder / "totals.csv").open(encoding="utf-8"))
        }
        for players in kit.PLAYERS:
            added = sum(int(line[f"for_{players}"]) * float(line["each_eur_estimate"]) for line in lines)
            assert added == pytest.approx(float(totals[str(players)]["table"]))
