"""The evidence of a shootout on its way to the disk.

Owns what is handed to the store's thread, and when a trace gets its number there. It must never wait for it,
or judge what it writes.
"""

from functools import partial
from pathlib import Path

from companion import traces
from companion.store.store import Store
from companion.store.writer import StoreWriter
from shared_rules import referee as r
from shared_rules.referee import calls as c


class Trace:
    """One trace, from its first line until it is a file.

    unsaved: lines that were not handed over yet; seen: what they tell, in order, each once.

    :param match: the number of the match that it belongs to, None: it stands alone
    """

    def __init__(self, writer: StoreWriter, settings: r.Settings, match: int | None) -> None:
        self.unsaved: list[str] = []
        self._match = match
        self._writer = writer
        self._header = traces.header_text(settings)
        self.seen: dict[r.Seen, None] = {}  # in order, each once
        self._id: list[int] = []  # filled in by the store's thread before any later job runs

    @property
    def number(self) -> int:
        """Under which number it is stored; 0 before anything of it is."""
        return self._id[0] if self._id else 0

    def add(self, seen: r.Seen) -> None:
        """One more thing was seen."""
        self.seen[seen] = None
        self.unsaved.append(traces.line_text(seen))

    def save(self, calls: list[c.Call]) -> int:
        """Hand over what is new; its ticket."""
        lines, self.unsaved = self.unsaved, []
        return self._writer.do(partial(self._record, lines, [traces.call_text(call) for call in calls]))

    def finish(self) -> int:
        """Close the record and write it out as a file; the ticket whose result is the path."""
        return self._writer.do(self._finish)

    def _record(self, lines: list[str], calls: list[str], store: Store) -> None:
        if not self._id:
            self._id.append(store.begin_shootout(self._header, self._match))
        store.record(self._id[0], lines, calls)

    def _finish(self, store: Store) -> Path | None:
        if not self._id:
            return None
        store.finish(self._id[0])
        return store.export(self._id[0])
