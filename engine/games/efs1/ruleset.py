"""The ruleset record of the first edition."""

from __future__ import annotations

from engine.games.efs.ruleset import ASK, ruleset
from engine.games.efs1.counters import counters
from engine.games.efs1.edition import EDITION
from engine.games.efs1.sequence import REGISTRY
from engine.games.efs1.tasks import tasks

RULESET = ruleset(
    "efs1",
    "Barbarossa: Army Group Center (1998)",
    EDITION,
    REGISTRY,
    ask=ASK._replace(turn=ASK.turn._replace(tasks=tasks)),
    counters=counters,
)
"""Barbarossa: Army Group Center, 1941, first edition: two days a turn at five miles a hex."""
