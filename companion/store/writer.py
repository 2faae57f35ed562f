"""The store behind a queue: whoever draws a screen never waits for a disk.

Owns the one thread that holds a `Store`. What is handed over is written in order; what is durable, and what
cannot be written and why, is posted back as news. A write that failed is tried again until it succeeds, so
nothing that was handed over is lost while the program runs.
"""

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from companion.store.opening import open_store
from companion.store.store import Store

TRY_AGAIN_S = 1.0


class Stored(NamedTuple):
    """The job with this ticket, and all before it, is durable; `result` is what it returned."""

    ticket: int
    result: Any


class NotStored(NamedTuple):
    """The job with this ticket failed for now and will be tried again; `why` is a sentence for people."""

    ticket: int
    why: str


Job = Callable[[Store], Any]


class StoreWriter:
    """Writes in its own thread.

    :param post: takes `Stored` and `NotStored`, from that thread
    :raises StoreError: the store in `data_dir` cannot be opened
    """

    def __init__(self, data_dir: Path, post: Callable[[Stored | NotStored], None]) -> None:
        open_store(data_dir).close()  # fail here and now, where the caller can say so
        self._data_dir = data_dir
        self._post = post
        self._jobs: queue.SimpleQueue[tuple[int, Job] | None] = queue.SimpleQueue()
        self._ticket = 0
        self._giving_up = threading.Event()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def do(self, job: Job) -> int:
        """Have a job done after all earlier ones; its ticket comes back in the news."""
        self._ticket += 1
        self._jobs.put((self._ticket, job))
        return self._ticket

    def close(self, patience_s: float = 5.0) -> bool:
        """Finish what was handed over; whether all of it is durable."""
        self._jobs.put(None)
        self._thread.join(patience_s)
        self._giving_up.set()
        self._thread.join(patience_s)
        return not self._thread.is_alive() and self._jobs.empty()

    def _work(self) -> None:
        store: Store | None = None
        while item := self._jobs.get():
            ticket, job = item
            complaint = ""
            while True:
                try:
                    store = store or open_store(self._data_dir)
                    self._post(Stored(ticket, job(store)))
                    break
                except Exception as error:  # whatever it is, a job is not lost: it is tried again
                    if str(error) != complaint:
                        complaint = str(error)
                        self._post(NotStored(ticket, complaint))
                if self._giving_up.wait(TRY_AGAIN_S):
                    self._jobs.put(None)  # what is left was not written: not empty says so
                    return
        if store is not None:
            store.close()
