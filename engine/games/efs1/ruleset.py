"""The ruleset record of the first edition: loading, what each side may see, what must always hold."""

from __future__ import annotations

from pathlib import Path

from engine.components.load import GameData
from engine.games.efs.drawing import draw
from engine.games.efs.edit import edit, editable
from engine.games.efs.fog import blank
from engine.games.efs.invariants import invariants
from engine.games.efs.phases.dealt import deal
from engine.games.efs.phases.sequence import begin
from engine.games.efs.queries.combat import COMBAT
from engine.games.efs.queries.map import MAP
from engine.games.efs.queries.turn import TURN
from engine.games.efs.queries.units import UNITS
from engine.games.efs.setup.area import area
from engine.games.efs.state import EfsState
from engine.games.efs1.counters import counters
from engine.games.efs1.edition import EDITION
from engine.games.efs1.sequence import REGISTRY
from engine.games.efs1.tasks import tasks
from engine.kit.opening import opened
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset

GAME = "efs1"


def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
    data = opened(GAME, scenario, options, overrides)
    data.roster, data.choices = counters(data), EDITION
    data.in_play = area(data)
    return data


RULESET = Ruleset(
    id=GAME,
    title="Barbarossa: Army Group Center (1998)",
    state=EfsState,
    steps=dict(REGISTRY.steps),
    load=load,
    begin=begin,
    blank=blank,
    invariants=invariants,
    edit=edit,
    editable=editable,
    deal=deal,
    draw=draw,
    ask=Queries(map=MAP, units=UNITS, combat=COMBAT, turn=TURN._replace(tasks=tasks)),
)
"""Barbarossa: Army Group Center, 1941, first edition: two days a turn at five miles a hex."""
