"""Debounce: raw edges of one button become presses and releases.

Eager: the first edge is the stamp and is reported at once; what comes within the window is bounce; when
the window ends the level is looked at again, and a change that hid in it is reported with the stamp of
its end. Every report opens a new window. Owns the window. Must never read a clock.
"""

DEBOUNCE_US = 15_000  # arcade switches bounce up to 10 ms


class Button:
    """One button.

    pressed: what was reported last; counted_us: its stamp; quiet_until_us: the end of its window; level: of
    the last raw edge.
    """

    def __init__(self) -> None:
        self.pressed = False
        self.level = False
        self.counted_us = 0
        self.quiet_until_us = 0

    @property
    def doubtful(self) -> bool:
        """The raw level is not the reported one: to be confirmed when the window ends."""
        return self.level != self.pressed

    def edge(self, pressed: bool, t_us: int, window_us: int) -> bool:
        """Take a raw edge; return True when it is to be reported, with this very stamp."""
        self.level = pressed
        if t_us < self.quiet_until_us or pressed == self.pressed:
            return False
        self._report(t_us, window_us)
        return True

    def pass_over(self, pressed: bool, t_us: int) -> None:
        """Take a raw edge that nobody made; if it stays so, it is reported from then on."""
        self.level = pressed
        self.quiet_until_us = max(self.quiet_until_us, t_us)

    def confirm(self, now_us: int, window_us: int) -> "int | None":
        """Look at the level again; return the stamp of the change to report, None for none."""
        if not self.doubtful or now_us < self.quiet_until_us:
            return None
        t_us = self.quiet_until_us
        self._report(t_us, window_us)
        return t_us

    def _report(self, t_us: int, window_us: int) -> None:
        self.pressed = self.level
        self.counted_us = t_us
        self.quiet_until_us = t_us + window_us
