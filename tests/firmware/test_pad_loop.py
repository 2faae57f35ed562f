"""The pad's brain on MicroPython on a line that loses: each event once, in order; the heap stays."""

import json
import subprocess

from companion.pads import virtual
from tests.firmware.cable import command, needs_unix_port

EVENTS, LONG = 20_000, 1_000_000
SCRIPT = virtual.ROOT / "tests" / "bench" / "pad_loop.py"


@needs_unix_port
def test_events_through_frame_acknowledgement_and_resend(is_long, record_property):
    how = command(SCRIPT)
    how["args"].append(str(LONG if is_long else EVENTS))
    ran = subprocess.run(**how, capture_output=True, text=True, timeout=1800, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout)
    record_property("events_per_second", told["per_second"])
    assert told["resent"] > told["events"] // 20
    assert told["lost"] == told["wrong"] == told["refused"] == 0
    assert told["heap_after"] <= told["heap_before"]
