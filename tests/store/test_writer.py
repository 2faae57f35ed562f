"""The store behind a queue: in order, durable before it is said, and never given up silently."""

import queue
import time
from pathlib import Path
from typing import Any

import pytest

from companion.store import StoreError, Vanished, open_store
from companion.store import writer as w
from tests.referee.trace_lines import header


def take(heard: "queue.SimpleQueue[Any]", kind: type, seconds: float = 20) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        what = heard.get(timeout=seconds)
        if isinstance(what, kind):
            return what
    raise AssertionError(f"no {kind.__name__}")


def test_results_come_back_in_order(tmp_path: Path) -> None:
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    writer = w.StoreWriter(tmp_path, heard.put)
    tickets = [writer.do(lambda store, n=n: n) for n in range(5)]  # type: ignore[misc]
    assert [take(heard, w.Stored) for _ in tickets] == [w.Stored(t, n) for n, t in enumerate(tickets)]
    assert writer.close()


@pytest.mark.parametrize("error", [StoreError(Path("x")), RuntimeError("a fault of ours")])
def test_a_job_that_fails_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(w, "TRY_AGAIN_S", 0.01)
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    writer = w.StoreWriter(tmp_path, heard.put)
    tries: list[int] = []

    def job(_store: object) -> str:
        tries.append(1)
        if len(tries) < 3:
            raise error
        return "done"

    ticket = writer.do(job)
    assert take(heard, w.NotStored) == w.NotStored(ticket, str(error))
    assert take(heard, w.Stored) == w.Stored(ticket, "done")
    assert writer.close()


def test_an_open_that_fails_once_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(w, "TRY_AGAIN_S", 0.01)
    opened: list[int] = []

    def open_late(data_dir: Path) -> Any:
        opened.append(1)
        if len(opened) == 2:  # the first one only asks whether it can be opened at all
            raise StoreError(data_dir)
        return open_store(data_dir)

    monkeypatch.setattr(w, "open_store", open_late)
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    writer = w.StoreWriter(tmp_path, heard.put)
    writer.do(lambda store: store.begin_shootout(header()))
    assert take(heard, w.NotStored)
    assert take(heard, w.Stored).result == 1
    assert writer.close()


def test_what_cannot_be_written_is_not_called_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(w, "TRY_AGAIN_S", 0.01)
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    writer = w.StoreWriter(tmp_path, heard.put)

    def never(_store: object) -> None:
        raise StoreError(tmp_path)

    writer.do(never)
    assert not writer.close(patience_s=0.1)


def test_a_file_that_was_deleted_meanwhile_is_noticed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.begin_shootout(header())
        store.path.unlink()
        with pytest.raises(Vanished, match="moved or deleted"):
            store.record(1, ["{}"])
