"""What the tests of Barbarossa Deluxe share."""

from __future__ import annotations

import pytest

from engine.components.load import scenario_ids
from engine.games.bd import ruleset


@pytest.fixture
def all_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios that are not offered yet load too."""
    monkeypatch.setattr(ruleset, "WHOLE", tuple(scenario_ids("bd")))
