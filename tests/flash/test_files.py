"""Which files a board needs, for which processor, and what a plan makes of what is there."""

from pathlib import Path

import pytest

from companion.flash import files
from companion.flash.bundle import (
    ARCHITECTURES,
    MANIFEST,
    Bundle,
    architecture,
    bundle,
    check_readable,
    manifest_text,
    sha256,
)
from companion.flash.errors import FlashError
from companion.flash.line import _why_closed
from companion.flash.places import Place
from companion.flash.plan import PADS_OWN, TEMPORARY, foreign, plan
from companion.flash.repl import Contents
from firmware import settings
from firmware.pad import VERSION
from tests.test_house import House

RP2040, RP2350, RISC_V = 0x1306, 0x1F06, 0x2F06  # sys.implementation._mpy of MicroPython 1.28
TINY = Bundle(
    "1.0",
    {
        "firmware/__init__.mpy": b"",
        "firmware/pad.mpy": b"pad" * 2000,
        "boot.py": b"#",
        "main.py": b"import firmware.pad",
    },
)
WHOLE = {**TINY.files, MANIFEST: TINY.manifest()}


class TestTheList:
    def test_it_is_what_main_py_imports(self):
        """Against the house's own reading of the imports."""
        house = House(files.ROOT)
        for platform, start in (("rp2", "firmware.board_pico"), ("linux", "firmware.board_virtual")):
            needed, waiting = {"firmware", "shared_rules", "shared_rules.wire"}, [start]
            while waiting:
                needed.add(module := waiting.pop())
                imported = {to for of, to in house.imports if of == module and to in house.files}
                waiting += imported - needed
            modules = {name for name in files.sources(platform) if name not in files.AT_THE_ROOT}
            names = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in modules}
            assert names == needed

    def test_a_pico_gets_no_virtual_board_and_starts_main_py_last(self):
        places = list(files.sources("rp2"))
        assert {"firmware/board_pico.py", "firmware/pins.py", "firmware/registers.py"} <= {*places}
        assert not {"firmware/board_virtual.py", "firmware/fingers.py", "firmware/main.py"} & {*places}
        assert places[-2:] == ["boot.py", "main.py"]

    def test_imports_are_followed_wherever_they_are_and_into_packages(self, tmp_path: Path):
        texts = {
            "main": "import sys\nif sys.platform == 'rp2':\n    import firmware.a\n"
            "elif sys.platform == 'linux':\n    import firmware.b\nelse:\n    import firmware.c\n",
            "a": "import machine\nTYPE_CHECKING = False\nif TYPE_CHECKING:\n    import firmware.d\n"
            "def f():\n    from firmware import e, NOT_A_MODULE\n",
            "b": "try:\n    from firmware.deep.f import g\nexcept ImportError:\n    import firmware.a\n",
            **dict.fromkeys(("c", "d", "e", "boot", "deep/__init__", "deep/f", "__init__"), ""),
        }
        for name, text in texts.items():
            path = tmp_path / "firmware" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

        def found(platform: str) -> str:
            return " ".join(Path(place).stem for place in files.sources(platform, tmp_path))

        assert found("rp2") == "__init__ a e boot main"
        assert found("linux") == "__init__ a b __init__ f e boot main"
        assert found("esp32") == "__init__ c boot main"

    def test_the_version_is_the_pads(self):
        assert files.version() == VERSION.decode()

    def test_main_and_boot_stay_as_they_are(self):
        assert [files.compiled(place) for place in ("main.py", "boot.py", "firmware/pad.py")] == [
            "main.py",
            "boot.py",
            "firmware/pad.mpy",
        ]


class TestTheCompiler:
    def test_the_processor_is_the_boards(self):
        assert [architecture(mpy) for mpy in (RP2040, RP2350, RISC_V, 0x0306, 0x3F06)] == [
            "armv6m",
            "armv7emsp",
            "rv32imc",
            "",
            "",
        ]
        assert len(ARCHITECTURES) == 13

    @pytest.mark.parametrize("mpy", [RP2040, RP2350, RISC_V])
    def test_it_compiles_for_all_picos_and_the_same_every_time(self, mpy: int):
        made = bundle("rp2", architecture(mpy))
        check_readable(made, mpy, "port")
        bundle.cache_clear()
        assert bundle("rp2", architecture(mpy)) == made
        assert all(data[:2] == b"M\x06" for place, data in made.files.items() if place.endswith(".mpy"))
        native = {data[2] >> 2 for place, data in made.files.items() if place == "firmware/registers.mpy"}
        assert native == {mpy >> 10}

    @pytest.mark.parametrize(
        ("header", "mpy", "fits"),
        [
            (b"M\x06\x00\x1f", RP2040, True),
            (b"M\x05\x00\x1f", RP2040, False),
            (b"M\x06\x13\x1f", RP2040, True),
            (b"M\x06\x12\x1f", RP2040, False),
        ],
    )
    def test_what_a_board_cannot_read_is_told(self, header: bytes, mpy: int, fits: bool):
        made = Bundle("1", {"firmware/a.mpy": header})
        if fits:
            check_readable(made, mpy, "port")
        else:
            with pytest.raises(FlashError, match=r"reads compiled files of version 6.3") as told:
                check_readable(made, mpy, "port")
            assert told.value.code == "mpy.version" and "1.29" in str(told.value)


def on_it(made: dict[str, bytes], manifest: bytes = b"", free: int = 100) -> Contents:
    """What a board says that holds these."""
    hashes = {path: sha256(data) for path, data in made.items()}
    return Contents({path: len(data) for path, data in made.items()}, hashes, manifest, 4096, free)


class TestThePlan:
    def test_a_new_board(self):
        todo = plan(on_it({}), TINY)
        assert todo.write == ("firmware/__init__.mpy", "firmware/pad.mpy", "boot.py", MANIFEST, "main.py")
        assert (todo.remove, todo.missing_bytes, todo.nothing) == ((), 0, False)

    def test_all_is_there(self):
        assert plan(on_it(WHOLE, TINY.manifest()), TINY).nothing

    def test_whatever_changes_main_py_comes_last(self):
        for path in WHOLE:
            todo = plan(on_it({**WHOLE, path: b"other"}, TINY.manifest()), TINY)
            assert todo.write[-2:] == (MANIFEST, "main.py")
            assert set(todo.write) == {path, MANIFEST, "main.py"}

    def test_what_would_shadow_or_is_no_more_goes_and_nothing_else(self):
        more = ("firmware/pad.py", "shared_rules/old.mpy", TEMPORARY)
        others = ("pad.py", "lib/firmware/pad.py", "firmware/notes.txt", "settings.txt", "firmware/mine.py")
        there = on_it({**WHOLE, **dict.fromkeys((*more, *others), b"")}, TINY.manifest())
        todo = plan(there, TINY, ["firmware/mine.py"])
        assert todo.remove == more
        assert todo.write == (MANIFEST, "main.py")

    def test_begun_it_is_ours_at_every_moment(self):
        old = manifest_text("0.9", {"boot.py": sha256(b"#"), "main.py": sha256(b"old main")})
        there = on_it({"boot.py": b"#", "main.py": b"old main", "notes.txt": b""}, old)
        begun = plan(there, TINY).begun
        assert begun != TINY.manifest()
        for main in ({"main.py": b"old main"}, {}, {"main.py": TINY.files["main.py"]}):
            then = on_it({"notes.txt": b"", **main}, begun)
            assert foreign(then, TINY, speaks=False) == []
            assert plan(then, TINY).write[-1] == "main.py"
        assert foreign(on_it({"main.py": b"mine"}, begun), TINY, speaks=False) == ["main.py"]

    def test_begun_it_is_ours_for_the_older_one_too(self):
        """Whoever goes back to what was on it finds a boot.py that is newer than the manifest's."""
        older = TINY._replace(
            version="0.9", files={**TINY.files, "boot.py": b"older", "main.py": b"old main"}
        )
        begun = plan(on_it(older.files, older.manifest()), TINY).begun
        for boot in (older.files["boot.py"], TINY.files["boot.py"]):
            assert foreign(on_it({"boot.py": boot}, begun), older, speaks=False) == []
        assert foreign(on_it({"boot.py": b"mine"}, begun), older, speaks=False) == ["boot.py"]

    def test_room(self):
        assert plan(on_it({}, free=100), TINY).missing_bytes == 0
        assert plan(on_it({}, free=3), TINY).missing_bytes % 4096 == 0 != plan(on_it({}, free=3), TINY)[2]
        assert plan(on_it(WHOLE, TINY.manifest(), free=0), TINY).missing_bytes == 0  # nothing to write

    @pytest.mark.parametrize(
        ("there", "strange"),
        [
            ({}, []),
            ({"main.py": b"mine"}, ["main.py"]),
            ({"boot.py": b"mine"}, ["boot.py"]),
            ({"boot.py": b"#", "main.py": b"import firmware.pad", settings.FILE: b"1"}, []),
            ({"firmware/pad.mpy": b"half", "firmware/pad.py": b"", TEMPORARY: b""}, []),
            ({"firmware/other.py": b"", "a/b.txt": b""}, ["a/b.txt", "firmware/other.py"]),
        ],
    )
    def test_whose_is_a_board_without_a_manifest(self, there: dict[str, bytes], strange: list[str]):
        assert foreign(on_it(there), TINY, speaks=False) == strange
        assert foreign(on_it(there), TINY, speaks=True) == []

    def test_what_a_pad_writes_itself_is_known(self):
        board = (files.ROOT / "firmware" / "board_pico.py").read_text(encoding="utf-8")
        (crash,) = (line for line in board.splitlines() if line.startswith("CRASH_FILE = "))
        assert {settings.FILE, f"{settings.FILE}.new", crash.split('"')[1]} == PADS_OWN


class TestPorts:
    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (OSError(2, "no such file"), "port.absent"),
            (OSError(13, "permission denied"), "port.denied"),
            (OSError(16, "busy"), "port.busy"),
            (OSError(11, "would block"), "port.busy"),
            (OSError(5, "broken"), "port.failed"),
            (ValueError("no"), "port.failed"),
        ],
    )
    def test_why_one_cannot_be_opened(self, error: Exception, code: str):
        told = _why_closed("/dev/ttyACM7", error)
        assert told.code == code and "/dev/ttyACM7" in str(told)
        assert code != "port.denied" or "dialout" in str(told)

    def test_one_installation_at_a_time(self, tmp_path: Path):
        port = tmp_path / ("a long name" * 20)
        port.touch()
        with Place(str(port)), pytest.raises(FlashError, match="is in use"):
            Place(str(port))
        with Place(str(port)) as again:
            assert again.now() == str(port)
