"""./play and ./check: what they decide, without a network.

A small copy of the project is set up with the real scripts; only pip, and where it matters apt and the
machine, are played by bash functions.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ["play", "check", "pyproject.toml", "companion/deploy/setup.sh", "companion/deploy/constraints.txt"]
# pip leaves a mark for each call; venvs are made without pip, which takes most of the time.
PLAYED = f"""
set -euo pipefail
source "$TINSTAR_ROOT/companion/deploy/setup.sh"
install_debian_packages() {{ :; }}
find_python() {{ echo "{sys.executable}"; }}
logged() {{ "$1" -m venv --without-pip "${{@:4}}"; }}
pip_install() {{ echo "$*" >>"$TINSTAR_ROOT/pip-calls"; }}
"""
TINSTAR = """#!/usr/bin/env bash
printf '<%s>' "$PWD" "$@"
exit 7
"""


class Project:
    """A copy of the scripts in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for part in PARTS:
            (root / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, root / part)

    def bash(self, script: str, played: str = PLAYED) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-c", played + script], check=False, **self.how())

    def how(self) -> dict:
        environment = os.environ | {"TINSTAR_ROOT": str(self.root)}
        return {"env": environment, "text": True, "capture_output": True, "stdin": subprocess.DEVNULL}

    def set_up(self, kind: str = "play") -> str:
        """Set up and return what was said; empty when there was nothing to do."""
        done = self.bash(f"set_up {kind}")
        assert done.returncode == 0, done.stderr
        assert done.stdout == ""
        return done.stderr

    def pip_calls(self) -> list[str]:
        file = self.root / "pip-calls"
        return file.read_text().splitlines() if file.exists() else []

    def install_tinstar(self) -> None:
        tinstar = self.root / ".venv/bin/tinstar"
        tinstar.write_text(TINSTAR)
        tinstar.chmod(0o755)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "a folder's name")


class TestSetUp:
    def test_a_second_start_does_nothing(self, project: Project):
        said = project.set_up()
        assert "making .venv" in said
        assert said.endswith("ready\n")
        calls = project.pip_calls()
        assert calls == ["hatchling", f"--no-build-isolation --editable {project.root}"]
        assert project.set_up() == ""
        assert project.pip_calls() == calls

    def test_only_check_fetches_the_stubs_of_the_board_and_apart(self, project: Project):
        project.set_up("play")
        assert not any("stubs" in call for call in project.pip_calls())
        stale = project.root / ".venv/typings/gone.pyi"
        stale.parent.mkdir()
        stale.touch()
        project.set_up("check")
        apart = f"--target {project.root}/.venv/typings micropython-rp2-rpi-pico-stubs"
        assert project.pip_calls().count(apart) == 1
        assert not stale.exists()

    def test_what_check_needs_is_enough_for_play_and_not_the_other_way_round(self, project: Project):
        project.set_up("play")
        assert "making .venv" not in project.set_up("check")
        assert project.pip_calls()[-1].endswith("[check]")
        assert project.set_up("check") == project.set_up("play") == ""

    @pytest.mark.parametrize("changed", ["pyproject.toml", "companion/deploy/constraints.txt"])
    def test_a_change_of_what_is_needed_updates_in_place(self, project: Project, changed: str):
        project.set_up("check")
        with (project.root / changed).open("a") as file:
            file.write("# changed\n")
        said = project.set_up()
        assert "installing" in said
        assert "making" not in said
        assert "installing" in project.set_up("check")

    def test_a_moved_folder_is_set_up_anew(self, project: Project):
        project.set_up()
        project.root = project.root.rename(project.root.parent / "elsewhere")
        assert "making .venv" in project.set_up()
        assert project.set_up() == ""

    @pytest.mark.parametrize(
        "harm", ["rm bin/python", "ln -sf gone bin/python", "rm -r bin", "touch unfinished"]
    )
    def test_a_broken_or_half_finished_one_is_made_anew(self, project: Project, harm: str):
        project.set_up()
        subprocess.run(harm.split(), cwd=project.root / ".venv", check=True)
        assert "making .venv" in project.set_up()
        assert project.set_up() == ""

    def test_one_that_was_killed_is_made_anew(self, project: Project):
        killed = project.bash("pip_install() { kill -9 $$; }\nset_up play")
        assert killed.returncode == -9
        (project.root / ".venv/left-over").touch()
        assert "making .venv" in project.set_up()
        assert not (project.root / ".venv/left-over").exists()

    def test_a_failure_shows_the_end_of_the_log_and_spares_what_was_there(self, project: Project):
        project.set_up()
        with (project.root / "pyproject.toml").open("a") as file:
            file.write("# changed\n")
        # Here `logged` is the real one, and pip's part is played by a command that fails.
        source = 'source "$TINSTAR_ROOT/companion/deploy/setup.sh"\ninstall_debian_packages() { :; }\n'
        failing = 'pip_install() { logged bash -c "seq 100; exit 3"; }\nset_up play'
        failed = project.bash(failing, "set -euo pipefail\n" + source)
        assert failed.returncode == 1
        assert "\n99\n100\n" in failed.stderr
        assert "\n50\n" not in failed.stderr
        assert "setup.log" in failed.stderr.splitlines()[-1]
        assert "making" not in project.set_up()

    def test_two_at_once_install_once(self, project: Project):
        slow = PLAYED + 'pip_install() { echo "$*" >>"$TINSTAR_ROOT/pip-calls"; sleep 0.3; }\nset_up play'
        both = []
        for _ in range(2):
            how = project.how()
            how.pop("capture_output")
            both.append(subprocess.Popen(["bash", "-c", slow], stderr=subprocess.PIPE, **how))
            time.sleep(0.1)
        said = [process.communicate()[1] for process in both]
        assert [process.returncode for process in both] == [0, 0]
        assert "waiting for it" in said[1]
        assert len(project.pip_calls()) == 2


class TestDebianPackages:
    def ask(self, project: Project, machine: str, kind: str = "play") -> subprocess.CompletedProcess[str]:
        source = 'set -euo pipefail\nsource "$TINSTAR_ROOT/companion/deploy/setup.sh"\n'
        apt = 'apt_install() { echo "apt: $*"; }\napt-get() { :; }\n'
        return project.bash(machine + f"\ninstall_debian_packages {kind}; echo went on", source + apt)

    bare = """
        find_python() { echo python3; }; makes_venvs() { false; }; short_version() { echo 3.12; }
        known_libraries() { printf '\\tlibGL.so.1 (libc6,AArch64) => libGL.so.1\\n'; }
    """
    no_window = """
        python_packages() { :; }
        known_libraries() { printf '\\tlibGL.so.1 (libc6,AArch64) => libGL.so.1\\n'; }
    """
    all_libraries = (
        "python_packages() { :; }; known_libraries() { printf '%s (x)\\n' \"${LIBRARIES[@]%%=*}\"; }\n"
    )
    no_programs = "is_installed() { false; }\n"
    window = "libegl1 libgles2 libgbm1 libegl-mesa0"

    def test_a_person_gets_one_command_and_a_stop(self, project: Project):
        done = self.ask(project, self.bare + "is_root() { false; }")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("sudo apt-get install -y") == done.stderr.count("\n") == 1
        assert done.stderr.endswith(f"sudo apt-get install -y python3.12-venv {self.window}\n")

    def test_a_person_without_the_windows_libraries_gets_a_word_and_goes_on(self, project: Project):
        done = self.ask(project, self.no_window + "is_root() { false; }")
        assert (done.returncode, done.stdout) == (0, "went on\n")
        assert done.stderr.endswith(f"sudo apt-get install -y {self.window}\n")

    def test_root_installs_them(self, project: Project):
        done = self.ask(project, self.bare + "is_root() { true; }")
        assert done.stdout == f"apt: python3.12-venv\napt: {self.window}\nwent on\n"

    def test_root_whose_apt_fails_goes_on_without_the_window(self, project: Project):
        done = self.ask(project, self.no_window + "is_root() { true; }; apt_install() { false; }")
        assert (done.returncode, done.stdout) == (0, "went on\n")
        assert "all but the window works" in done.stderr

    def test_root_whose_apt_fails_for_python_stops(self, project: Project):
        done = self.ask(project, self.bare + "is_root() { true; }; apt_install() { false; }")
        assert (done.returncode, done.stdout) == (1, "")

    def test_where_all_is_there_nothing_is_said(self, project: Project):
        for kind in ("play", "check"):
            done = self.ask(project, self.all_libraries + "is_installed() { true; }", kind)
            assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")

    def test_play_asks_for_nothing_that_only_tests_need(self, project: Project):
        done = self.ask(project, self.all_libraries + self.no_programs + "is_root() { true; }")
        assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")

    def test_a_person_is_told_what_tests_need_and_goes_on(self, project: Project):
        done = self.ask(project, self.all_libraries + self.no_programs + "is_root() { false; }", "check")
        assert (done.returncode, done.stdout) == (0, "went on\n")
        assert "some tests need" in done.stderr
        assert done.stderr.endswith("sudo apt-get install -y xvfb xdotool\n")
        assert done.stderr.count("\n") == 1

    def test_a_person_gets_one_command_for_the_window_and_the_tests(self, project: Project):
        done = self.ask(project, self.no_window + self.no_programs + "is_root() { false; }", "check")
        assert "the window and some tests need" in done.stderr
        assert done.stderr.endswith(f"sudo apt-get install -y {self.window} xvfb xdotool\n")
        assert done.stderr.count("\n") == 1

    def test_root_installs_what_tests_need(self, project: Project):
        only_x = "is_installed() { [[ $1 == xdotool ]]; }; is_root() { true; }"
        done = self.ask(project, self.all_libraries + only_x, "check")
        assert done.stdout == "apt: xvfb\nwent on\n"

    def test_root_whose_apt_fails_goes_on_without_those_tests(self, project: Project):
        failing = self.no_programs + "is_root() { true; }; apt_install() { false; }"
        done = self.ask(project, self.all_libraries + failing, "check")
        assert (done.returncode, done.stdout) == (0, "went on\n")
        assert "are skipped" in done.stderr

    def test_no_python_at_all_asks_for_one(self, project: Project):
        done = self.ask(project, "fits() { false; }; is_root() { false; }")
        assert done.returncode == 1
        assert "apt-get install -y python3 python3-venv" in done.stderr

    @pytest.mark.parametrize(
        ("fitting", "with_venv", "found"),
        [
            ("python3 python3.12", "python3 python3.12", "python3"),
            ("python3 python3.12", "python3.12", "python3.12"),
            ("python3.13 /usr/bin/python3", "none", "python3.13"),
            ("none", "none", ""),
        ],
    )
    def test_the_first_python_that_can_make_a_venv(
        self, project: Project, fitting: str, with_venv: str, found: str
    ):
        source = 'source "$TINSTAR_ROOT/companion/deploy/setup.sh"\n'
        machine = f"""
            fits() {{ [[ ' {fitting} ' == *" $1 "* ]]; }}
            makes_venvs() {{ [[ ' {with_venv} ' == *" $1 "* ]]; }}
        """
        done = project.bash("find_python || echo none", source + machine)
        assert done.stdout == f"{found or 'none'}\n"

    def test_a_shim_that_does_not_run_and_another_version_do_not_fit(self, project: Project, tmp_path: Path):
        for name, text in {"shim": "exit 127", "old": "exit 1"}.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
            (tmp_path / name).chmod(0o755)
        asked = "".join(
            f'fits "{python}" && echo "{python}"\n'
            for python in (tmp_path / "shim", tmp_path / "old", "/nowhere", sys.executable)
        )
        assert project.bash("set +e\n" + asked).stdout == f"{sys.executable}\n"


class TestPlay:
    def test_from_another_folder_through_a_link(self, project: Project, tmp_path: Path):
        project.set_up()
        project.install_tinstar()
        link = tmp_path / "link to play"
        link.symlink_to(project.root / "play")
        here = tmp_path / "here"
        here.mkdir()
        done = subprocess.run([link, "referee", "a b", "", "*"], cwd=here, check=False, **project.how())
        assert done.stdout == f"<{here}><referee><a b><><*>"
        assert (done.returncode, done.stderr) == (7, "")

    def test_a_ready_one_needs_no_right_to_write(self, project: Project):
        project.set_up()
        project.install_tinstar()
        project.root.chmod(0o555)
        assert subprocess.run([project.root / "play"], check=False, **project.how()).returncode == 7
        project.root.chmod(0o755)


class TestCheck:
    python = """#!/usr/bin/env bash
case "$1 $2" in
    "-VV "*) echo "Python 3.x" ;;
    *ruff*) exit "${RUFF:-0}" ;;
    *mypy*) [[ $* == *firmware* ]] && exit "${FIRMWARE:-0}"; exit "${MYPY:-0}" ;;
    *pytest*) printf '<%s>' "${@:3}"; exit "${PYTEST:-0}" ;;
esac
"""

    @pytest.mark.parametrize(
        ("results", "code", "said"),
        [
            ({}, 0, ""),
            ({"RUFF": "1"}, 1, "failed before the tests: ruff\n"),
            ({"RUFF": "1", "MYPY": "2"}, 1, "failed before the tests: ruff mypy\n"),
            ({"FIRMWARE": "1"}, 1, "failed before the tests: firmware-mypy\n"),
            ({"PYTEST": "5"}, 5, ""),
            ({"PYTEST": "1", "MYPY": "1"}, 1, "failed before the tests: mypy\n"),
        ],
    )
    def test_all_of_them_run_and_the_exit_code_tells(
        self, project: Project, monkeypatch, results: dict[str, str], code: int, said: str
    ):
        project.set_up("check")
        fake = project.root / ".venv/bin/python"
        fake.unlink()
        fake.write_text(self.python)
        fake.chmod(0o755)
        stamped = project.bash('stamp=$(place && key); echo "$stamp" >"$TINSTAR_ROOT/.venv/ready-check"')
        assert stamped.returncode == 0
        for name, result in results.items():
            monkeypatch.setenv(name, result)
        done = subprocess.run([project.root / "check", "--long", "tests/a b"], check=False, **project.how())
        assert done.returncode == code
        assert done.stdout == "<--long><tests/a b>"
        assert done.stderr.endswith(said)
        assert ("failed" in done.stderr) == bool(said)


@pytest.mark.parametrize("script", ["play", "check", ".ci/run", "companion/deploy/setup.sh"])
def test_the_scripts_are_sound(script: str):
    subprocess.run(["bash", "-n", ROOT / script], check=True)
    if script != "companion/deploy/setup.sh":
        assert os.access(ROOT / script, os.X_OK)
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", "-x", ROOT / script], check=True, cwd=ROOT)
