"""The long campaign of portable_cuts.py: ten thousand cuts of the cable."""

import importlib.util
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("portable_cuts", Path(__file__).with_name("portable_cuts.py"))
CUTS = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(CUTS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_cuts_lose_and_double_nothing(seed):
    CUTS.cut_the_cable(seed, 1000)
