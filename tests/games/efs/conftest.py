"""Tests that hold in the terms of both editions, run in either."""

from __future__ import annotations

import pytest

import tests.support.efs
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND


@pytest.fixture(params=[FIRST, SECOND], ids=["first", "second"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of the test have the terms of one edition, then those of the other."""
    monkeypatch.setattr(tests.support.efs, "TERMS", request.param)
