"""What all tests share: which campaigns run, and that no test touches this person's own data."""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest

from companion import i18n

ON_DEMAND = ("long", "bench", "hardware")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long campaigns too")


def pytest_configure(config: pytest.Config) -> None:
    own = tempfile.mkdtemp(prefix="tinstar-test-")
    config.add_cleanup(lambda: shutil.rmtree(own, ignore_errors=True))
    os.environ["TINSTAR_DATA"] = own
    os.environ["KIVY_HOME"] = own
    os.environ["KIVY_NO_ARGS"] = "1"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.getoption("markexpr")
    unwanted = {mark for mark in ON_DEMAND if mark not in chosen}
    if config.getoption("--long"):
        unwanted.discard("long")
    kept, left_out = [], []
    for item in items:
        (left_out if unwanted & {mark.name for mark in item.iter_markers()} else kept).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test starts and ends in English, whatever the machine speaks."""
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture
def is_long(request: pytest.FixtureRequest) -> bool:
    """Is this a long campaign? A test with a short and a long form asks this for its number of rounds."""
    return bool(request.config.getoption("--long"))
