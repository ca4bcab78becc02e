"""The ruleset record of an edition: what both load, hide, check and answer alike, with what each has of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.components.load import GameData
from engine.components.roster import Roster
from engine.games.efs.edition import Edition
from engine.games.efs.fog import blank
from engine.games.efs.phases.sequence import begin
from engine.games.efs.queries.combat import COMBAT
from engine.games.efs.queries.map import MAP
from engine.games.efs.queries.turn import TURN
from engine.games.efs.queries.units import UNITS
from engine.games.efs.setup.area import area
from engine.games.efs.state import EfsState
from engine.kit.opening import opened
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset, late
from engine.play.step import Registry

ASK = Queries(MAP, UNITS, COMBAT, TURN)
"""What is asked of either edition."""


def ruleset(
    game: str, title: str, terms: Edition, registry: Registry[EfsState], *, ask: Queries = ASK,
    counters: Callable[[GameData], Roster] = lambda data: data.roster,
) -> Ruleset:  # fmt: skip
    """The record of an edition: its id and title, the terms that its rules are read by, the steps of its sequence.

    ``counters`` are those of both editions as this one counts them.
    """

    def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
        """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
        data = opened(game, scenario, options, overrides)
        data.roster, data.choices = counters(data), terms
        data.in_play = area(data)
        return data

    return Ruleset(
        id=game,
        title=title,
        state=EfsState,
        steps=dict(registry.steps),
        load=load,
        begin=begin,
        blank=blank,
        invariants=late("engine.games.efs.invariants:invariants"),
        edit=late("engine.games.efs.edit:edit"),
        editable=late("engine.games.efs.edit:editable"),
        deal=late("engine.games.efs.phases.dealt:deal"),
        draw=late("engine.games.efs.drawing:draw"),
        ask=ask,
        advice="engine.games.efs.advice",
    )
