"""The pads screen: what it says of each pad, what its keys do, and what it draws."""

from typing import Any

import pytest

from companion import i18n, pad_words
from companion import theme as numbers
from companion.pads import news as n
from companion.pads import verdict as v
from firmware import pins
from shared_rules.wire import messages as m
from tests.companion.pads_here import GOOD, TURN_US, VIRTUAL


class TestTheList:
    def test_without_any_pad_it_says_what_then(self, bench: Any) -> None:
        at = bench()
        assert any("No pad is plugged in" in text for text in at.texts())
        assert {"back", "virtual.add", "virtual.remove"} == set(at.targets())

    def test_a_card_says_who_it_is(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.pads.plug(label="p1", port="/dev/pts/4", unique_id="7669727430303031", **VIRTUAL)
        at.look()
        real, virtual = at.targets()["pad.A1"], at.targets()["pad.p1"]
        assert real.details == [
            "Pico RP2040 · firmware 0.1.0",
            "protocol 1 · stamps by PIO",
            "/dev/ttyACM0 · id e660583883724a32",
        ]
        assert virtual.details == [
            "virtual · firmware 0.1.0",
            "protocol 1 · exact stamps",
            "/dev/pts/4 · id 7669727430303031",
        ]
        assert real.half == "±0.1 ms" and set(real.details) < set(at.texts())
        at.pads.plug(pio=False)
        at.look()
        assert real.details[1] == "protocol 1 · stamps by interrupt"

    def test_whose_it_is(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.room.setup.claim("A1")
        at.look()
        assert at.targets()["pad.A1"].label == "Ana · A1" and at.targets()["pad.A1"].brand == 0

    def test_one_that_is_gone_says_so_and_cannot_be_tested(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.look()
        card = at.targets()["pad.A1"]
        at.pads.unplug("A1")
        at.look()
        assert at.targets()["pad.A1"] is card and (card.half, card.link_tone) == ("gone", "danger")
        at.tap("test")
        assert at.screen.hint.text == "This pad is gone." and at.pads.wished == []
        assert at.tests.told == "This pad is gone."
        at.pads.plug()
        at.look()
        assert card.half == "±0.1 ms" and at.targets()["test"].enabled

    def test_ports_that_cannot_be_used_say_why(self, bench: Any) -> None:
        at = bench()
        whys = ("too_old", "too_new", "twice", "mute", "closed")
        at.pads.refused = [n.Turned(f"/dev/ttyACM{k}", why, "e661") for k, why in enumerate(whys)]
        at.look()
        told = [note.told for note in at.screen.ids.notes.children[::-1]]
        assert len(told) == len(set(told)) == 5
        assert all(f"/dev/ttyACM{k}" in text for k, text in enumerate(told))
        assert not any("No pad is plugged in" in text for text in at.texts())
        at.pads.refused = []
        at.look()
        assert at.screen.ids.notes.children == []

    def test_sixteen_of_them_scroll_and_the_tenth_comes_after_the_ninth(self, bench: Any) -> None:
        at = bench()
        for k in range(1, 17):
            at.pads.plug(label=f"p{k}", unique_id=f"{k:016x}", port=f"/dev/pts/{k}")
        at.look()
        cards = at.screen.ids.cards.children[::-1]
        assert [card.target_id for card in cards] == [f"pad.p{k}" for k in range(1, 17)]
        assert at.screen.ids.list.do_scroll_y
        low = [card.y for card in cards]
        assert low == sorted(low, reverse=True) and all(
            card.height >= numbers.SPACE[0].target for card in cards
        )

    def test_who_comes_and_goes_leaves_the_others_cards_alone(self, bench: Any) -> None:
        at = bench()
        at.pads.plug(label="p2")
        at.look()
        card = at.targets()["pad.p2"]
        at.pads.plug(label="p1")
        at.look()
        assert at.targets()["pad.p2"] is card and at.screen.chosen == "p2"
        del at.pads.here["p2"]
        at.look()
        assert set(at.targets()) >= {"pad.p1"} and at.screen.chosen == "p1"
        del at.pads.here["p1"]
        at.look()
        assert at.screen.chosen == "" and "test" not in at.targets()


class TestVirtualPads:
    def test_the_keys_add_and_remove(self, bench: Any) -> None:
        at = bench()
        assert ("find_out",) in at.simulator.done
        at.tap("virtual.remove")
        assert at.screen.hint.text == "There is no virtual pad to remove."
        at.tap("virtual.add")
        at.simulator.labels = ["p1", "p2"]
        at.pads.plug(label="p1", **VIRTUAL)
        at.pads.plug(label="p2", **VIRTUAL)
        at.look()
        at.room.setup.claim("p2")
        at.tap("pad.p2")
        assert at.targets()["virtual.remove"].label == "Remove p2"
        at.tap("virtual.remove")
        assert at.simulator.done[1:] == [("add",), ("remove", "p2")]
        assert [seat.pad for seat in at.room.setup.seats] == ["", ""], "its player plays on the screen"

    def test_it_says_what_they_run_on_and_what_went_wrong(self, bench: Any) -> None:
        at = bench()
        assert "Virtual pads run the pad's own firmware under MicroPython 1.28.0." in at.texts()
        at.simulator.trouble = "finger /tmp/p1 cannot be made"
        at.look()
        assert at.screen.hint.text == "finger /tmp/p1 cannot be made"

    def test_sixteen_are_enough(self, bench: Any) -> None:
        at = bench()
        at.simulator.labels = [f"p{k}" for k in range(16)]
        at.look()
        at.tap("virtual.add")
        assert at.screen.hint.text == "16 virtual pads at most." and ("add",) not in at.simulator.done

    def test_a_real_pad_is_pressed_by_hand_ours_on_its_picture(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.look()
        at.tap("button.hit")
        assert at.screen.hint.text == "Press it on the pad itself."
        at.simulator.labels = ["A1"]
        at.look()
        at.tap("button.die2")
        assert at.simulator.done[-1] == ("press", "A1", "die2")


class TestButtons:
    def test_they_light_while_they_are_down_and_keep_a_tick(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.look()
        lamps = at.tests.lamps
        assert [lamps[what].told for what in v.BUTTONS] == ["press it"] * 4
        at.hear(n.Hit("A1", 1, 1, 2), n.Pressed("A1", "die3", 1, 2))
        assert [lamps[what].down for what in v.BUTTONS] == [True, False, False, True]
        at.hear(n.Released("A1", "hit", 3, 4))
        at.look()
        assert [lamps[what].down for what in v.BUTTONS] == [False, False, False, True]
        assert [lamps[what].told for what in v.BUTTONS] == ["pressed", "press it", "press it", "pressed"]
        assert lamps["hit"].icon == "check"

    def test_the_next_frame_shows_it(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.look()
        lamp = at.tests.lamps["hit"]
        x, y = lamp.to_window(lamp.center_x, lamp.top - 10)
        dark = at.stage.colour_at(x, y)
        at.room.hear(n.Hit("A1", 1, 1, 2))
        at.screen.refresh(at.now_us[0] + 1)
        assert at.stage.frames(1) == 1 and at.stage.colour_at(x, y) != dark

    def test_another_pads_buttons_are_another_pads(self, bench: Any) -> None:
        at = bench()
        at.pads.plug(label="p1")
        at.pads.plug(label="p2")
        at.look()
        at.hear(n.Hit("p2", 1, 1, 2))
        assert not at.tests.lamps["hit"].down
        at.tap("pad.p2")
        assert at.tests.lamps["hit"].down

    def test_bounces_with_a_warning_and_stuck(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = GOOD._replace(die1_bounce_us=12_000, held=1 << m.DIE3)
        at.look()
        told = [(at.tests.lamps[what].told, at.tests.lamps[what].tone) for what in v.BUTTONS]
        assert told == [
            ("bounces 0.9 ms", "success"),
            ("bounces 12\N{NO-BREAK SPACE}ms of 15\N{NO-BREAK SPACE}ms", "danger"),
            ("bounces 0.8 ms", "success"),
            ("stuck", "danger"),
        ]

    def test_several_with_the_same_fault_are_one_clause(self, bench: Any) -> None:
        at = bench()
        held = 1 << m.DIE2 | 1 << m.DIE3
        at.pads.plug().report = GOOD._replace(hit_bounce_us=12_000, die1_bounce_us=12_000, held=held)
        at.look()
        told = "too long a bounce: HIT and die 1 · stuck: die 2 and die 3"
        assert at.tests.told == f"This pad is not good: {told}."

    def test_nobody_listens_when_nobody_looks(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.screen.dispatch("on_leave")
        at.hear(n.Hit("A1", 1, 1, 2))
        at.look()
        assert not at.tests.lamps["hit"].down and at.tests.lamps["hit"].told == "press it"


class TestTheTest:
    def test_from_the_key_to_a_good_pad(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        at.look()
        at.tap("test")
        assert at.pads.wished[-1] == ("A1", m.Test, m.TEST_ALL)
        assert not at.targets()["test"].enabled
        end.report = m.Report(1, m.TESTING, m.TEST_LIGHTS, *[0] * 12)
        at.look()
        assert at.tests.rows[v.LIGHTS].told == "Look at the pad: all four lights."
        at.tap("right.lights")
        assert "nothing was seen or heard yet" in at.screen.hint.text
        end.report = GOOD
        at.look()
        assert at.tests.told == "Still to do: judge: Lights and Sound."
        at.tap("right.lights")
        at.tap("right.sound")
        assert at.tests.told == "This pad is good." and at.tests.icon == "check_circle"
        assert at.targets()["pad.A1"].state_icon == "check_circle"
        at.tap("wrong.sound")
        assert at.tests.told == "This pad is not good: wrong: Sound."
        assert at.targets()["pad.A1"].state_icon == "alert_circle"
        assert at.targets()["wrong.sound"].ticked and not at.targets()["right.sound"].ticked

    def test_the_lights_say_the_colour_they_should_have(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = m.Report(1, m.TESTING, m.TEST_LIGHTS, *[0] * 12)
        at.look()
        seen = []
        for _turn in range(14):
            seen.append(at.tests.lamps["die1"].told)
            at.look()
        assert sorted(set(seen), key=seen.index) == ["red", "green", "blue", "white"]
        assert {lamp.shine for lamp in at.tests.lamps.values()} == {"white"}
        end.report = GOOD
        at.look()
        assert {lamp.shine for lamp in at.tests.lamps.values()} == {""}

    def test_once_more_one_part_alone(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = GOOD
        at.look()
        at.tap("again.sound")
        assert at.pads.wished[-1] == ("A1", m.Test, m.TEST_SOUND)
        assert at.tests.rows[v.SOUND].told == "Listen: three rising tones."
        assert at.tests.rows[v.CHANCE].icon == "check_circle"

    def test_each_part_says_limit_and_figure(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = GOOD._replace(chance_tenths=3320, longest_turn_us=14_000, edges=0)
        at.look()
        rows = at.tests.rows
        assert (
            rows[v.CHANCE].told
            == "Chi-square 332.0, fair below 330.5. Test again: once in 1000 times it is chance."
        )
        assert rows[v.LOOP].told == "Slow: longest turn 14 ms, good up to 10 ms; 980 turns in a second."
        assert f"connect the test point GP{pins.LOOP_BACK} with a button's line" in rows[v.STAMPS].told
        end.report = GOOD._replace(jitter_us=5)
        at.look()
        assert rows[v.CHANCE].told == "Fair: chi-square 255.1, between 190.9 and 330.5."
        assert (
            rows[v.STAMPS].told.replace("\N{NO-BREAK SPACE}", " ")
            == "Off by 5 µs, good up to 2 µs; 300 edges."
        )

    def test_a_round_is_on(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        at.look()
        at.tap("test")
        end.report = m.Report(1, m.TEST_REFUSED, *[0] * 13)
        at.look()
        assert {row.told for row in at.tests.rows.values()} == {"A round is on. Finish it, then test."}
        assert at.targets()["test"].enabled

    def test_a_virtual_pad(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug(label="p1", **VIRTUAL)
        end.report = GOOD._replace(longest_turn_us=14_000, edges=0)
        at.look()
        assert at.tests.told.startswith("All that can be known of this pad is good.")
        at.tap("right.lights")
        assert at.screen.hint.text == "This pad has no lights."

    def test_a_reboot_begins_anew_and_is_counted(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = GOOD
        at.look()
        end.report = None
        at.hear(n.Rebooted("A1", 1, 2))
        at.look()
        assert at.tests.rows[v.LOOP].told == "Not tested yet."
        counted = {
            one.what: (one.value, one.fine) for one in pad_words.counters(at.room.workbench.facts(end))
        }
        assert counted["It started again, or was plugged in anew"] == ("1", False)


class TestClockAndCable:
    def test_the_chart_has_the_clocks_history(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        at.pads.measure(end, 70)
        at.look()
        at.tap("tab.clock")
        chart = at.screen.ids.detail.ids.chart
        assert chart.known == end.clock.history() and len(chart.known) > 60
        assert {"0.25 ms", "1 ms", "2 min ago", "now"} <= set(chart.drawn_texts)
        xs = [chart.x_of(us) for us, _half in chart.known]
        assert xs == sorted(xs) and xs[0] >= chart.x and xs[-1] <= chart.right
        assert chart.y_of(100) < chart.y_of(250) < chart.y_of(1_000) < chart.y_of(20_000) == chart.y_of(9e9)

    def test_a_silence_breaks_the_line_and_ten_minutes_are_enough(self) -> None:
        from companion.widgets.chart import runs

        known = [(us * 1_000_000, 100.0) for us in (*range(5), *range(300, 303), *range(700, 1000))]
        assert [len(run) for run in runs(known)] == [300]
        assert [len(run) for run in runs(known[:8])] == [5, 3]
        assert runs([]) == []

    def test_counters_in_words(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.stats = m.Stats(7, 0, 0, 2, 3, 4, 12_000)
        at.look()
        at.tap("tab.clock")
        rows = at.screen.ids.detail.ids.counters.children
        told = {row.what: (row.value, row.fine) for row in rows}
        assert told["Damaged on the way to the pad"] == ("7", False)
        assert told["Presses too fast to be kept"] == ("2", False)
        assert told["Longest pause of its loop"] == ("12 ms", True)
        assert "protocol 1 · stamps by PIO · /dev/ttyACM0 · id e660583883724a32" in at.texts()
        end.stats = None
        at.look()
        assert len(at.screen.ids.detail.ids.counters.children) == 3


class TestRoom:
    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1920, 1080), (1024, 600)])
    @pytest.mark.parametrize("language", i18n.languages())
    def test_every_target_is_in_the_window_and_as_large_as_a_finger(
        self, bench: Any, size: tuple[int, int], language: str
    ) -> None:
        at = bench(size, language)
        end = at.pads.plug()
        end.report = GOOD
        at.look()
        least = numbers.SPACE[numbers.is_small(*size)].target
        pages = [set(at.targets())]
        if at.screen.paged:
            at.tap("pad.A1")
            pages.append(set(at.targets()))
        assert {"back", "pad.A1", "virtual.add", "test", "tab.clock", "button.hit"} <= set.union(*pages)
        for name, target in at.targets().items():
            x, y = target.to_window(*target.pos)
            assert x >= 0 and x + target.width <= size[0] + 0.5, name
            assert y + target.height <= size[1] + 0.5, name
            assert min(target.size) >= least, name

    def test_one_page_at_a_time_where_there_is_no_room(self, bench: Any) -> None:
        at = bench((800, 480))
        at.pads.plug()
        at.look()
        left: list[str] = []
        at.screen.bind(on_back=lambda *_: left.append("home"))
        assert "test" not in at.targets()
        at.tap("pad.A1")
        assert "test" in at.targets() and "pad.A1" not in at.targets()
        at.tap("back")
        assert "pad.A1" in at.targets() and left == []
        at.tap("back")
        assert left == ["home"]

    @pytest.mark.parametrize("size", [(320, 240), (480, 800), (4000, 400), (1, 1)])
    def test_no_window_is_too_odd(self, bench: Any, size: tuple[int, int]) -> None:
        from companion.widgets import theme

        at = bench(size)
        theme.text_scale = numbers.TEXT_SCALES[-1]
        at.pads.plug()
        at.look()
        at.screen.choose("A1")
        at.look()
        at.screen.ids.detail.turn(True)
        at.look()
        assert at.screen.ids.detail.name == "A1"

    @pytest.mark.parametrize("language", i18n.languages())
    def test_every_text_is_asked_again(self, bench: Any, language: str) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = GOOD
        at.pads.refused = [n.Turned("/dev/ttyACM1", "mute", "")]
        at.look()
        before = set(at.texts())
        i18n.use(language)
        at.screen.retell()
        at.look()
        same = {"A1", "Tests", "HIT", "/dev/ttyACM0 · id e660583883724a32"}
        kept = {text for text in before & set(at.texts()) if any(letter.isalpha() for letter in text)} - same
        assert (kept == set()) == (language != "en")


class TestDrawing:
    def test_nothing_is_drawn_while_nothing_changes(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        end.report = GOOD
        at.look()
        for clock in (False, True):
            at.screen.ids.detail.turn(clock)
            at.stage.rest()
            for _turn in range(10):
                at.now_us[0] += TURN_US
                at.screen.refresh(at.now_us[0])
                assert at.stage.frames(2) == 0

    def test_a_new_second_of_the_clock_draws_the_chart_alone(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        at.look()
        at.screen.ids.detail.turn(True)
        at.stage.rest()
        told: list[Any] = []
        for widget in at.screen.walk():
            for name in ("text", "icon", "details", "pos", "size"):
                if widget.property(name, quiet=True):
                    widget.bind(**{name: lambda widget, _value: told.append(widget)})
        at.pads.measure(end, 4)
        at.look()
        assert told == [] and len(at.screen.ids.detail.ids.chart.known) > 1

    def test_not_more_than_ten_times_a_second(self, bench: Any) -> None:
        at = bench()
        end = at.pads.plug()
        at.look()
        end.stats = m.Stats(*[9] * 7)
        for _news in range(20):
            at.now_us[0] += 4_000
            at.screen.refresh(at.now_us[0])
        assert at.targets()["pad.A1"].facts.stats != end.stats
        at.look()
        assert at.targets()["pad.A1"].facts.stats == end.stats

    @pytest.mark.parametrize("ground", numbers.GROUNDS)
    def test_a_button_that_is_down_stands_out_on_both_grounds(self, bench: Any, ground: str) -> None:
        from companion.widgets import theme

        theme.ground = ground
        at = bench()
        at.pads.plug()
        at.hear(n.Hit("A1", 1, 1, 2))
        at.look()
        plates = []
        for what in ("hit", "die1"):
            lamp = at.tests.lamps[what]
            red, green, blue = at.stage.colour_at(*lamp.to_window(lamp.center_x, lamp.top - 8))
            plates.append(f"#{red:02x}{green:02x}{blue:02x}")
        assert numbers.contrast(*plates) > 7
