"""`tinstar match` as others drive it: a real process, real streams, one line out for one in."""

import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import match_command, match_file, strict_lines
from companion.random_play import pick
from shared_rules import games
from shared_rules.engine import Match, RulebookFault, describe
from shared_rules.engine.lines import position, respond
from shared_rules.engine.saves import _sum
from shared_rules.engine.values import plain
from tests.companion.at_the_table import PATIENCE_S
from tests.engine.tiny import Heist, Offers

COMMAND = [sys.executable, "-m", "tests.companion.with_tiny_games"]
PLAYERS = ["Ana", "Bo", "Cy"]
OFFERS = {"match": 1, "rulebook": "offers", "players": PLAYERS}
HEIST = {"match": 1, "rulebook": "heist", "players": PLAYERS, "options": {"rounds": 2}, "box": {"bonus": 2}}
EACH = [HEIST, OFFERS, *({"match": 1, "rulebook": each, "players": PLAYERS} for each in games.GAMES)]


@pytest.fixture(autouse=True)
def tiny_games_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "heist", Heist)
    monkeypatch.setitem(games.GAMES, "offers", Offers)


def line(said: object) -> bytes:
    return said if isinstance(said, bytes) else json.dumps(said).encode() + b"\n"


def run(*words: str, stdin: bytes = b"", **more: Any) -> subprocess.CompletedProcess[bytes]:
    command = [*COMMAND, *words]
    done = subprocess.run(
        command, input=stdin, capture_output=True, timeout=6 * PATIENCE_S, check=False, **more
    )
    assert b"Traceback" not in done.stderr
    return done


def talk(*said: object, code: int = 0, words: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """All replies: one for each line said."""
    done = run("match", *words, stdin=b"".join(map(line, said)))
    replies = [json.loads(reply) for reply in done.stdout.splitlines()]
    assert done.returncode == code, done.stderr
    assert bool(done.stderr) == bool(code)
    assert len(replies) == len(said) + ("--resume" in words)
    return replies


class Talk:
    """A running match."""

    def __init__(self, *words: str, **more: Any) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen([*COMMAND, "match", *words], **pipes, **more)

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, said: object) -> dict[str, Any]:
        self.process.stdin.write(line(said))
        self.process.stdin.flush()
        return self.hear()

    def hear(self) -> dict[str, Any]:
        return json.loads(self.process.stdout.readline())


def played(first: dict[str, Any], seed: int, count: int | None = None) -> Iterator[tuple[Any, Match]]:
    """Commands that drive a match, some of them ways back, each with a match that carried it out."""
    rulebook = games.rulebook(first["rulebook"])
    match = Match(rulebook, rulebook.set_up(first["players"], first.get("options", {}), first.get("box", {})))
    chance = random.Random(seed)
    while match.prompt is not None and count != 0:
        count = None if count is None else count - 1
        move = pick(match, chance)
        command = {"answer": plain(move.value)}
        if move.beside:
            command |= {"act": move.prompt.id, "of": move.prompt.of}
        if match.n and chance.random() < 0.1:
            command = chance.choice([{"undo": 1 + chance.randrange(min(4, match.n))}, {"redo": 2}])
        respond(match, command)
        yield command, match


# -- the letter


class TestTheLetter:
    def test_each_line_has_one_answer(self):
        replies = talk(
            HEIST,
            {"answer": [3]},
            {"act": "heist.shout", "of": "Bo", "answer": "yes"},
            {"answer": 2},
            {"answer": "gold"},
            {"undo": 2},
            {"redo": 1},
            {"amend": 0, "answer": [4], "dry_run": True},
            {"amend": 0, "answer": [4]},
            {"view": "public"},
            {"view": "Ana"},
            {"log": 1},
            {"entries": True},
            {"answer": "draw"},
        )
        keys = [tuple(reply) for reply in replies]
        stands = ("n", "prompt", "also")
        assert keys == [
            *[stands] * 7,
            *[("preview",)] * 2,
            *[("view",)] * 2,
            *[("log",), ("entries",), ("refused",)],
        ]
        assert [reply["n"] for reply in replies[:7]] == [0, 1, 2, 3, 4, 2, 3]
        assert replies[8] == {"preview": {"applied": 2, "stops_at": None, "code": None, "kept": 1}}
        assert replies[9]["view"]["viewer"] == "public" and replies[9]["view"]["state"]["luck"] == 4
        assert replies[11]["log"] == [
            {"n": 3, "id": "heist.shouted", "params": {"seat": "Bo", "loud": 2}},
        ]
        assert replies[12]["entries"][1] == {
            "id": "heist.shout",
            "of": "Bo",
            "round": 1,
            "turn": 0,
            "answer": "yes",
            "act": True,
        }
        assert replies[13] == {
            "refused": {"code": "heist.nothing_to_draw", "why": {"id": "heist.do", "option": "draw"}}
        }

    def test_what_a_prompt_says(self):
        prompt = talk(HEIST)[0]["prompt"]
        assert prompt == {
            "id": "heist.luck",
            "ask": {"id": "heist.luck", "params": {}},
            "of": "table",
            "kind": "dice",
            "options": [],
            "greyed": {},
            "optional": False,
            "secret_to": None,
            "place": None,
            "chance": True,
            "count": 1,
            "sides": 6,
            "section": "Taking",
            "round": 1,
            "turn": None,
        }

    @pytest.mark.parametrize("first", EACH, ids=lambda first: first["rulebook"])
    def test_a_match_to_its_end_says_what_the_engine_says(self, first):
        commands = list(played(first, 5))
        replies = talk(first, *(command for command, _ in commands))
        match = commands[-1][1]
        assert replies[-1] == json.loads(json.dumps(position(match))) and "result" in replies[-1]

    def test_a_last_line_without_its_end(self):
        assert [reply["n"] for reply in talk(HEIST, b'{"answer":[3]}')] == [0, 1]

    def test_names_in_any_script_come_back_as_they_are(self):
        first = OFFERS | {"players": ["Zoë", "Łukasz", "ゆき"]}
        assert talk(first)[0]["prompt"]["of"] == "Zoë"
        done = run("match", stdin=line(first), env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
        assert "Łukasz" in done.stdout.decode()

    def test_describe(self):
        done = run("match", "--describe", "heist")
        assert (done.returncode, json.loads(done.stdout)) == (0, describe(Heist()))
        unknown = run("match", "--describe", "poker")
        assert (unknown.returncode, unknown.stdout) == (2, b"")
        assert unknown.stderr.startswith(b"tinstar: setup.rulebook (")
        assert unknown.stderr.endswith(b": This game is not here. Update Tin Star, or choose another game.\n")


# -- junk


FIRST_LINES = [
    (b"\n", "line.blank"),
    (b"{", "line.json"),
    (b"\xff\n", "line.text"),
    ({"view": "public"}, "line.command"),
    (HEIST | {"more": 1}, "line.command"),
    (HEIST | {"match": 2}, "line.command"),
    (HEIST | {"rulebook": "poker"}, "setup.rulebook"),
    (HEIST | {"players": ["Ana"]}, "setup.players"),
    (HEIST | {"players": ["Ana", "ANA"]}, "setup.same_name"),
    (HEIST | {"players": ["Ana", "judge"]}, "setup.reserved_name"),
    (HEIST | {"players": [{"a": [[[1]]]}, "Bo"]}, "setup.name"),
    (HEIST | {"options": {"rounds": True}}, "setup.option_value"),
    (HEIST | {"box": {"bonus": 10**30}}, "setup.box_value"),
    (HEIST | {"box": []}, "setup.box"),
]


@pytest.mark.parametrize(("first", "code"), FIRST_LINES)
def test_a_first_line_that_begins_no_match(first: object, code: str, capsys: pytest.CaptureFixture[str]):
    said = io.StringIO()
    assert match_command.run(None, None, io.BytesIO(line(first) + line({"log": 1})), said) == 2
    (reply,) = said.getvalue().splitlines()
    assert json.loads(reply)["refused"]["code"] == code
    code_and, _, sentence = capsys.readouterr().err.rstrip().removeprefix("tinstar: line 1: ").partition(": ")
    assert code_and.split(" ")[0] == code and len(sentence.split()) > 2, (
        "a code for scripts, words for people"
    )


def test_nothing_at_all():
    done = run("match")
    assert (done.returncode, done.stdout) == (2, b"") and b"first line" in done.stderr


JUNK = [
    (b"\x00\x01\x02\n", "line.json"),
    (b"\xff\xfe{}\n", "line.text"),
    (b'{"answer":"\xed\xa0\x80"}\n', "line.text"),
    (b'{"answer":"\\ud800"}\n', "line.text"),
    (b"   \n", "line.blank"),
    (b"[" * 50_000 + b"\n", "line.deep"),
    (b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"\n", "line.deep"),
    (b'{"answer":NaN}\n', "line.number"),
    (b'{"answer":-Infinity}\n', "line.number"),
    (b'{"answer":1e999}\n', "line.number"),
    (b'{"undo":' + b"9" * 10_000 + b"}\n", "line.number"),
    (b'{"undo":1,"undo":1}\n', "line.repeated_key"),
    (b'{"answer":{"a":{"b":1,"b":2}}}\n', "line.repeated_key"),
    (b'{"answer":1\n', "line.json"),
    (b"null\n", "line.command"),
    (b"3\n", "line.command"),
    (b"[]\n", "line.command"),
    (b"{}\n", "line.command"),
    (b'{"undo":true}\n', "line.command"),
    (b'{"undo":1.0}\n', "line.command"),
    (b'{"answer":1,"more":2}\n', "line.command"),
    (b'{"dry_run":true}\n', "line.command"),
    (line(HEIST), "line.command"),
    (b'{"answer":1e308}\n', "answer.kind"),
    (b'{"undo":' + b"9" * 4000 + b"}\n", "undo.nothing"),
    (b'{"answer":' + b"[" * 900 + b"]" * 900 + b"}\n", "answer.kind"),
    (b'{"answer":{"call":1}}\n', "answer.kind"),
    (b'{"answer":"' + b"x" * 900_000 + b'"}\n', "answer.kind"),
    (b'{"amend":-1,"answer":null}\n', "entry.none"),
    (b'{"view":"nobody"}\n', "view.unknown"),
    (b'{"act":"\\u0000","of":"Bo"}\n', "act.not_open"),
]


def test_junk_is_answered_and_the_match_goes_on():
    said = [junk for junk, _ in JUNK]
    first, *replies, roll, entries = talk(HEIST, *said, {"answer": [3]}, {"entries": True}, code=2)
    for number, ((junk, code), reply) in enumerate(zip(JUNK, replies, strict=True), 2):
        assert reply["refused"]["code"] == code, junk[:50]
        if code.startswith("line."):
            assert code in match_command.CODES and reply["refused"]["why"]["line"] == number
    assert (first["n"], roll["n"], len(entries["entries"])) == (0, 1, 1)


def test_what_is_only_illegal_is_no_junk():
    said = [junk for junk, code in JUNK if not code.startswith("line.")]
    assert all("refused" in reply for reply in talk(HEIST, *said)[1:])


def test_a_hundred_thousand_lines_of_junk(tmp_path: Path):
    """Nothing is lost, each is answered, no traceback, and the memory does not grow."""
    chance = random.Random(1)
    short = [junk for junk, _ in JUNK if len(junk) < 1000]

    def lines() -> Iterator[bytes]:
        for number in range(100_000):
            if number % 20_000 == 10_000:
                yield chance.choice([b"x", b"[", b"\xff", b'"']) * 10_000_000 + b"\n"
            elif number % 3:
                yield chance.choice(short)
            else:
                yield chance.randbytes(chance.randrange(60)).replace(b"\n", b"") + b"\n"

    answers, complaints = tmp_path / "out", tmp_path / "err"
    with answers.open("wb") as out, complaints.open("wb") as err:
        talk = subprocess.Popen([*COMMAND, "match"], stdin=subprocess.PIPE, stdout=out, stderr=err)
        assert talk.stdin
        talk.stdin.write(line(HEIST) + line({"answer": [3]}))
        talk.stdin.writelines(lines())
        talk.stdin.write(line({"entries": True}))
        talk.stdin.flush()
        end = time.monotonic() + 6 * PATIENCE_S
        while b'{"entries":' not in answers.read_bytes()[-200:] and time.monotonic() < end:
            time.sleep(0.05)
        status = Path(f"/proc/{talk.pid}/status").read_text()
        talk.stdin.close()
        assert talk.wait(PATIENCE_S) == 2
    replies = answers.read_bytes().splitlines()
    assert len(replies) == 100_003
    assert all(b'"refused"' in reply for reply in replies[2:-1])
    assert [entry["answer"] for entry in json.loads(replies[-1])["entries"]] == [[3]]
    most_kb = next(int(word.split()[1]) for word in status.splitlines() if word.startswith("VmHWM"))
    assert most_kb < 100_000
    assert len(complaints.read_bytes().splitlines()) == 2, "told once, and counted at the end"


def test_a_line_that_is_too_long_is_never_held(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(strict_lines, "LONGEST", 10)

    class Stream:
        def __init__(self) -> None:
            self.left = [b"x" * 11, b"x" * 11, b"xx\n", b"{}\n", b"y" * 9 + b"\n", b"z" * 11, b""]

        def readline(self, most: int) -> bytes:
            assert most == 11
            return self.left.pop(0) if self.left else b""

    found = list(strict_lines.lines(Stream()))
    assert found == [b"x" * 11, b"{}\n", b"y" * 9 + b"\n", b"z" * 11]


def test_a_rulebook_that_fails_does_not_end_the_match(capsys: pytest.CaptureFixture[str]):
    class Fails(Offers):
        def offer(self, t, state, dealer):
            yield from super().offer(t, state, dealer)
            if t.turn == 1:
                raise RulebookFault("lost count")

    games.GAMES["offers"] = Fails  # the fixture puts it right again
    talk = match_command.Talk(None, None)
    talk.reply(line(OFFERS))
    for answer in ("Bo", "yes", "seller", "Ana", "no", "miner"):
        reply = talk.reply(line({"answer": answer}))
    assert talk.reply(line({"answer": "miner"})) == {
        "refused": reply["refused"] | {"why": reply["refused"]["why"] | {"line": 8}}
    }
    assert reply["refused"]["code"] == "rulebook.fault" and talk.code == 1
    before = talk.match.n
    assert talk.reply(line({"undo": 1}))["n"] == before - 1
    assert capsys.readouterr().err.count("\n") == 1


# -- saves


class TestSaves:
    def test_it_goes_on_where_it_was(self, tmp_path: Path):
        path = tmp_path / "match.json"
        commands = [command for command, _ in played(HEIST, 3)]
        straight = talk(HEIST, *commands)
        first, rest = commands[:9], commands[9:]
        talk(HEIST, *first, words=("--save", str(path)))
        resumed = talk(*rest, words=("--resume", str(path), "--save", str(path)))
        assert resumed == straight[9:]
        assert talk({"entries": True}, words=("--resume", str(path)))[0] == straight[-1]
        assert sorted(tmp_path.iterdir()) == [path]

    def test_to_resume_alone_writes_nothing(self, tmp_path: Path):
        path = tmp_path / "match.json"
        talk(HEIST, {"answer": [3]}, words=("--save", str(path)))
        before = path.read_bytes()
        talk({"answer": "gold"}, words=("--resume", str(path)))
        assert path.read_bytes() == before
        talk({"answer": "gold"}, words=("--resume", str(path), "--save", str(tmp_path / "other.json")))
        assert path.read_bytes() == before != (tmp_path / "other.json").read_bytes()

    def test_a_saved_match_is_not_written_over(self, tmp_path: Path):
        path = tmp_path / "match.json"
        path.write_text("mine")
        done = run("match", "--save", str(path), stdin=line(HEIST))
        assert (done.returncode, done.stdout) == (2, b"") and b"--resume" in done.stderr
        assert path.read_text() == "mine"

    @pytest.mark.parametrize("place", ["no/such/folder/match.json", "", "x" * 300, "a\x01"])
    def test_a_place_where_nothing_can_be_written(self, tmp_path: Path, place: str):
        done = run("match", "--save", str(tmp_path / place), stdin=line(HEIST))
        assert done.returncode == 2 if place != "a\x01" else done.returncode == 0
        assert b"--resume" not in done.stderr, "there is no match to go on with"

    def test_a_disk_that_is_full_loses_nothing_that_was_acknowledged(self, tmp_path: Path):
        path = tmp_path / "match.json"
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000))  # noqa: E731
        commands = [command for command, _ in played(OFFERS, 3, 200)]
        done = run(
            "match", "--save", str(path), stdin=b"".join(map(line, (OFFERS, *commands))), preexec_fn=limit
        )
        assert done.returncode == 1 and b"tinstar: " in done.stderr
        acknowledged = done.stdout.splitlines()
        assert 5 < len(acknowledged) < 200
        assert match_file.read(path.read_bytes()).n == json.loads(acknowledged[-1])["n"]
        assert sorted(tmp_path.iterdir()) == [path]

    def edits(self, said: dict[str, Any]) -> Iterator[tuple[bytes, str]]:
        def signed(edit: dict[str, Any]) -> bytes:
            edit = said | edit
            return json.dumps(edit | {"sum": _sum({k: v for k, v in edit.items() if k != "sum"})}).encode()

        whole = json.dumps(said).encode()
        yield whole[:-1], "save.form"
        yield b"", "save.form"
        yield b"\xff" + whole, "save.form"
        yield b"[" * 100_000, "save.form"
        yield whole.replace(b"Ana", b"Eva"), "save.edited"
        yield json.dumps(said | {"match": 2}).encode(), "save.version"
        yield signed({"setup": said["setup"] | {"version": 99}}), "save.version"
        yield signed({"setup": said["setup"] | {"rulebook": "poker"}}), "save.rulebook"
        yield signed({"entries": said["entries"][1:]}), "save.entry"

    def test_a_save_that_is_not_one(self, tmp_path: Path):
        path, other = tmp_path / "match.json", tmp_path / "other.json"
        talk(HEIST, {"answer": [3]}, {"answer": "gold"}, words=("--save", str(path)))
        for data, code in self.edits(json.loads(path.read_bytes())):
            other.write_bytes(data)
            done = run("match", "--resume", str(other), "--save", str(other))
            assert (done.returncode, done.stdout) == (2, b"")
            told = done.stderr.decode()
            assert code in told and str(other) in told and told.rstrip().endswith("."), "and what to do"
            assert other.read_bytes() == data
        for bad in (tmp_path, tmp_path / "none.json"):
            assert run("match", "--resume", str(bad)).returncode == 2


def kill_somewhere(path: Path, chance: random.Random) -> None:
    """Play until a kill -9 at a random moment of a random command: all that was acknowledged is there."""
    stands: list[object] = [((), ())]
    kill_after = chance.randrange(15)
    killer = None
    acknowledged = 0
    with Talk("--save", str(path)) as talk:
        talk.say(OFFERS)
        try:
            for command, match in played(OFFERS, chance.randrange(10**6)):
                stands.append((match.entries, match.kept))
                if acknowledged == kill_after:
                    killer = threading.Timer(chance.random() * 0.008, talk.process.kill)
                    killer.start()
                talk.say(command)
                acknowledged += 1
        except (BrokenPipeError, ValueError):
            pass  # it is dead
        assert killer
        killer.join()
    assert acknowledged >= kill_after
    kept = match_file.read(path.read_bytes())
    assert (kept.entries, kept.kept) in stands[acknowledged:], "what was acknowledged, or one more"


def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path, is_long: bool):
    chance = random.Random(8)
    for number in range(500 if is_long else 50):
        path = tmp_path / f"{number}.json"
        kill_somewhere(path, chance)
        match_file.MatchFile(path)  # what was left unfinished beside it goes when it is taken up again
        assert not list(tmp_path.glob(f".{number}.json.*"))


# -- leaving


class TestLeaving:
    def test_ctrl_c_is_quiet(self):
        with Talk() as talk:
            talk.say(HEIST)
            talk.process.send_signal(signal.SIGINT)
            assert talk.process.wait(PATIENCE_S) == 130
            assert talk.process.stderr.read().strip() == b""

    def test_a_reader_that_has_had_enough(self, tmp_path: Path):
        path = tmp_path / "match.json"
        with Talk("--save", str(path)) as talk:
            talk.say(HEIST)
            talk.process.stdout.close()
            talk.process.stdin.write(line({"answer": [3]}))
            talk.process.stdin.flush()
            assert talk.process.wait(PATIENCE_S) == 0
            assert talk.process.stderr.read() == b""
        assert match_file.read(path.read_bytes()).n == 1

    @pytest.mark.parametrize("words", ["match >&-", "match <&-", "match >/dev/full", "match 2>&-"])
    def test_closed_and_full_streams(self, words: str):
        shell = f"printf '%s\\n' '{json.dumps(HEIST)}' nonsense | {' '.join(COMMAND)} {words}"
        done = subprocess.run(shell, shell=True, executable="/bin/bash", capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
