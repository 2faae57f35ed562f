"""A host that stops reading: what the pad keeps, what it says of the rest, and that its loop goes on."""

import fcntl
from itertools import pairwise

from shared_rules.wire import messages as m
from tests.firmware.cable import Cable, needs_unix_port

PIPE_BYTES = 8192


@needs_unix_port
def test_a_burst_for_a_dead_host(tmp_path, record_property):
    cable = Cable("dead_host.py", tmp_path)
    fcntl.fcntl(cable.child.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    cable.say(m.Hello(1, 1, 3), m.Settings(1, 1_000, 0), m.Arm(1, 1, 0, 7, 0))
    cable.hear_until(lambda message: isinstance(message, m.Taken) and message.command == m.code_of(m.Arm))
    for token in range(400):  # it reads no more, and asks all the more
        cable.say(m.Ping(token, 0))
    assert cable.stderr_line() == b"dead\n"
    edges, longest_us = map(int, cable.stderr_line().split())
    record_property("longest_turn_us", longest_us)
    print(f"longest turn with a dead host: {longest_us} us")
    cable.hear_until(lambda message: isinstance(message, m.Event) and message.kind == m.FAULT)
    cable.hear_until(lambda message: isinstance(message, m.Watermark) and message.seq == cable.acked)
    cable.say(m.Leave(1))
    cable.finish()
    told = {event.seq: event for event in cable.heard if isinstance(event, m.Event)}
    assert sorted(told) == list(range(1, len(told) + 1))
    buttons = [told[seq] for seq in sorted(told) if told[seq].kind in (m.PRESS, m.RELEASE)]
    assert len(buttons) >= 50
    in_turn = [m.PRESS, m.RELEASE] * len(buttons)
    assert [event.kind for event in buttons] == in_turn[: len(buttons)], "the oldest stay, in order"
    assert all(before.t_pad_us < after.t_pad_us for before, after in pairwise(buttons))
    faults = [event for event in told.values() if event.kind == m.FAULT]
    assert {fault.button for fault in faults} == {m.EVENTS_REFUSED}
    assert len(buttons) + sum(fault.face for fault in faults) == edges, "and the rest is told by number"
    before_fault = [message for message in cable.heard if isinstance(message, m.Watermark)
                    and message.seq < faults[0].seq]
    assert before_fault and all(mark.t_pad_us < faults[0].t_pad_us for mark in before_fault)
