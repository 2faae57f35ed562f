"""One installation, from "who is there?" to the pad's own word that it runs.

Owns the order, which is what makes it safe to interrupt at any moment:

    1. the manifest tells that an installation has begun, and what was and will be ours
    2. main.py goes: from here on the board stays in its REPL when it starts
    3. what would shadow a new file, or is ours no more, goes
    4. every file that is not there yet comes: under another name, read back, compared, then renamed
    5. everything is read back once more
    6. the manifest comes as it stays, then main.py
    7. the board starts anew, and the pad says who it is

Whoever runs it again skips in step 4 what is there already. Must never write to a board that is not ours.
"""

from companion.flash import files, plan, steps
from companion.flash.bundle import MANIFEST, Bundle, architecture, bundle, check_readable, sha256
from companion.flash.errors import FlashError
from companion.flash.line import Lost
from companion.flash.places import Place
from companion.flash.repl import About, Refused, Repl
from companion.flash.steps import Installed, Step, Tell
from companion.flash.visit import Visit
from shared_rules.wire import messages as m

LEAST_VERSION = (1, 28)
PLATFORMS = {"rp2", "linux"}  # Picos, and the virtual board
TRIES = 2  # of a file that is damaged on its way
NO_SPACE = ("ENOSPC", "Errno 28", "OSError: 28")
MOST_NAMED = 5


def install(port: str, tell: Tell, *, force: bool = False, dry_run: bool = False) -> Installed:
    """Put this Tin Star's firmware on the board at `port`. Takes seconds; from any thread.

    Nobody else may have the port open, nor open it before this returns (`Pads.lend` sees to that).

    :param tell: is called with every step, in this thread; what it raises ends the installation
    :param force: replace main.py and boot.py of a board that is not ours; ask a port that is no Pico's
    :param dry_run: only tell what would be done; the board goes on with what it did
    :raises FlashError: it could not be done; `str()` says why and what to do
    """
    with Place(port, force=force) as place:
        visit = Visit(place)
        try:
            return _Installation(port, visit, tell, force=force, dry_run=dry_run).run()
        except Lost as error:
            raise FlashError(f"board.{error.why}", port=port) from error
        except Refused as error:
            raise FlashError("board.failed", port=port, why=error) from error
        finally:
            visit.close()


class _Installation:
    """How far we are with one board."""

    def __init__(self, port: str, visit: Visit, tell: Tell, *, force: bool, dry_run: bool) -> None:
        self._port = port
        self._visit = visit
        self._tell_step = tell
        self._force = force
        self._dry_run = dry_run
        self._done = self._of = 0

    def run(self) -> Installed:
        """Do it."""
        self._tell(steps.ASKING)
        self._visit.ask()
        if self._visit.speaks:
            self._tell(steps.LEAVING)
        repl = self._visit.enter()
        try:
            about = repl.about()
            made = self._bundle(about)
            todo = self._plan(repl, made)
            if self._dry_run:
                self._only_tell(todo)
        except BaseException:
            self._visit.put_back(repl)
            raise
        if self._dry_run:
            self._visit.put_back(repl)
            told = (about.machine, made.version, m.PROTOCOL_HIGHEST, about.unique_id)
            return Installed(self._port, *told, len(todo.write))
        if not todo.nothing:
            self._change(repl, made, todo)
        return self._restart(repl, made, len(todo.write))

    # -- looking

    def _bundle(self, about: About) -> Bundle:
        if about.name != "micropython" or about.platform not in PLATFORMS:
            what = f"{about.name}, {about.machine or about.platform}"
            raise FlashError("board.platform", port=self._port, what=what)
        if about.version[:2] < LEAST_VERSION:
            found, least = (".".join(map(str, version)) for version in (about.version, LEAST_VERSION))
            raise FlashError("board.old", port=self._port, found=found, least=least)
        self._tell(steps.COMPILING)
        made = bundle(about.platform, architecture(about.mpy))
        check_readable(made, about.mpy, self._port)
        return made

    def _plan(self, repl: Repl, made: Bundle) -> plan.Plan:
        self._tell(steps.LOOKING)
        there = repl.contents([*made.files, MANIFEST], MANIFEST)
        strange = plan.foreign(there, made, speaks=self._visit.speaks)
        if strange and not self._force:
            raise FlashError("board.foreign", port=self._port, files=_some(strange))
        todo = plan.plan(there, made, strange)
        if todo.missing_bytes:
            raise FlashError("board.full", port=self._port, missing=_kib(todo.missing_bytes))
        self._of = len(made.files) + 1  # the manifest
        for path in sorted({*made.files, MANIFEST} - set(todo.write)):
            self._count(steps.KEPT, path)
        return todo

    def _only_tell(self, todo: plan.Plan) -> None:
        for path in todo.remove:
            self._tell(steps.WOULD_REMOVE, path)
        for path in todo.write:
            self._count(steps.WOULD_WRITE, path)

    # -- changing: steps 1 to 6

    def _change(self, repl: Repl, made: Bundle, todo: plan.Plan) -> None:
        contents = {**made.files, MANIFEST: made.manifest()}
        self._write(repl, MANIFEST, todo.begun)
        repl.drop(files.MAIN)
        for path in todo.remove:
            repl.drop(path)
            self._tell(steps.REMOVED, path)
        for path in todo.write:
            if path == MANIFEST:  # what comes last makes it start
                self._check(repl, made.hashes(), {MANIFEST, files.MAIN})
            self._write(repl, path, contents[path])
            self._count(steps.WRITTEN, path)
        self._check(repl, {path: sha256(data) for path, data in contents.items()}, set())

    def _write(self, repl: Repl, path: str, data: bytes) -> None:
        try:
            if not any(repl.write(path, data, sha256(data)) for _ in range(TRIES)):
                raise FlashError("board.damaged", port=self._port, files=path)
        except Refused as error:
            if any(words in str(error) for words in NO_SPACE):
                raise FlashError("board.full", port=self._port, missing=_kib(len(data))) from error
            raise

    def _check(self, repl: Repl, wanted: dict[str, str], not_yet: set[str]) -> None:
        self._tell(steps.CHECKING)
        found = repl.contents(list(wanted), MANIFEST).hashes
        wrong = [path for path in wanted if path not in not_yet and found.get(path) != wanted[path]]
        if wrong:
            raise FlashError("board.damaged", port=self._port, files=_some(wrong))

    # -- step 7

    def _restart(self, repl: Repl, made: Bundle, written: int) -> Installed:
        self._tell(steps.RESTARTING)
        pad = self._visit.restart(repl)
        board, firmware = m.text(pad.board), m.text(pad.firmware)
        if firmware != made.version:
            raise FlashError("board.other", port=self._port, found=firmware, wanted=made.version)
        return Installed(self._port, board, firmware, pad.protocol, bytes(pad.unique_id).hex(), written)

    # -- telling

    def _tell(self, what: str, file: str = "") -> None:
        self._tell_step(Step(what, file, self._done, self._of))

    def _count(self, what: str, file: str) -> None:
        self._done += 1
        self._tell(what, file)


def _some(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (" .." if len(names) > MOST_NAMED else "")


def _kib(size: int) -> int:
    return -(-size // 1024)
