"""Section 3: the set-up of both sides, ready, at random or by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.components.grid import Unit
from engine.components.load import DataError, records
from engine.components.wording import plural
from engine.games.pm.setup.at_random import at_random
from engine.games.pm.setup.placing import (
    AREAS,
    clear,
    pieces,
    place_check,
    place_words,
    placed,
    placed_ids,
    printed,
    put,
    put_check,
    put_down,
    put_hexes,
    put_words,
    take_check,
    take_up,
    take_words,
    where,
    zone_at,
)
from engine.games.pm.setup.strictures import (
    FRONTIER,
    INTERIOR,
    lacks,
    starting_pieces,
)
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.kit.setting_up import not_ready, question
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

CALLED = -1
"""Arrival of units that a rule calls out."""


@rule("pm:3.1", "pm:3.2", "pm:3.5", "pm:3.6", "pm:3.8", "pm:3.9", "pm:8.15")
def prepare(c: Ctx) -> None:
    """Every counter whole and in its box, the Soviet side in control of every city and large town."""
    s, r, n = c.state, c.roster, len(c.roster)
    s.hex_of, s.steps_left, s.box = [-1] * n, list(r.steps), ["aside"] * n
    for column in ("covered", "supply", "mp_left", "moving", "picked", "still", "fought", "fled", "refit", "marked"):
        setattr(s, column, [0] * n)
    s.origin = [-1] * n
    diced = str(c.data.scenario["tank_brigades"]["from_turn"])
    for row in tables(c).schedule:
        box = f"to place {row}" if row in (FRONTIER, INTERIOR) else f"turn {row}"
        for u in starting_pieces(c, row):
            s.box[u] = "tank brigades" if row == diced and r.formation[u] == "tb" else box
    for u in range(n):
        if r.kind[u] == "ground support":
            s.box[u] = "air" if r.side[u] == "axis" else "aside"
        elif r.side[u] == "axis" and r.arrival[u] != CALLED:
            s.box[u] = "to place" if r.arrival[u] == 0 else f"turn {r.arrival[u]}"
    s.control = {c.label(h): "soviet" for h in tables(c).tracked}
    s.replacements = c.data.constant("replacements")
    c.touch()


@rule("pm:3.2", "pm:3.7")
def historical(c: Ctx, side: str) -> None:
    """The set-up of the data: as near to June 1941 as the strictures allow."""
    clear(c, side)
    table = c.data.tables["deployment"][side]
    if side == "axis":
        for unit, spot in table["setup"].items():
            put_down(c, c.unit(unit), spot if spot in AREAS.values() else c.hex(spot))
        return
    left = pieces(c)
    for zone in (FRONTIER, INTERIOR):
        for row in records(table[zone], "deployment.toml", f"soviet.{zone}"):
            _pieces_of_row(c, row, left)


def _pieces_of_row(c: Ctx, row: dict[str, Any], left: dict[tuple[str, str], list[Unit]]) -> None:
    """Set up a row of the data from the counters that are left, which become fewer."""
    h = c.hex(row["hex"])
    for formation, count in row.items():
        for _ in range(count if formation != "hex" else 0):
            found = left.get((zone_at(c, h), formation))
            if not found:
                raise DataError("deployment.toml", row["hex"], f"asks for more {formation} than table 17.6 has")
            put_down(c, found.pop(0), h)


WAYS: dict[str, Callable[[Ctx, str], None]] = {"historical": historical, "random": at_random, "hand": clear}
"""How a set-up begins, as the option has it."""


def _whole(way: str) -> Callable[[Ctx], None]:
    return lambda c: WAYS[way](c, c.frame.vars["side"])


# ---------------------------------------------------------------------- the step
def ready_check(c: Ctx) -> Refusal | None:
    """``ready``: the set-up keeps every stricture."""
    return not_ready(lacks(c, c.frame.vars["side"]))


def _ready(c: Ctx) -> None:
    side = c.frame.vars["side"]
    who = "The German side" if side == "axis" else "The Soviet side"
    c.say("setup", f"{who} is set up: {plural(len(placed(c, side)), 'unit')}.", "pm:3.1")
    c.done()


class SetUp(Step[PmState]):
    """One side's set-up; the option says how it begins, and everything can be changed by hand."""

    id = "set-up"
    phase = "setup"
    private = True
    title = "Set-up"

    def enter(self, c: Context[PmState]) -> None:
        side = c.frame.vars["side"]
        WAYS[c.data.options[f"setup_{side}"]](c, side)
        c.touch()

    def prompt(self, c: Context[PmState]) -> Prompt:
        return question(c.state.side, lacks(c, c.frame.vars["side"]), "pm:3.1")

    verbs = (
        Verb("put", put_words, put_check, put, "put HEX KIND: the next untried unit of a kind", "pm:3.2", put_hexes),
        Verb(
            "place",
            place_words,
            place_check,
            lambda c, u, to: put_down(c, c.unit(u), where(c, to)),
            "place UNIT HEX: set a unit up",
            "pm:3.7",
            printed,
        ),
        Verb(
            "take",
            take_words,
            take_check,
            lambda c, u: take_up(c, c.unit(u)),
            "take UNIT: back to those that wait",
            "pm:3.1",
            placed_ids,
        ),
        Verb("ready", no_words, ready_check, _ready, "ready: the set-up is complete", "pm:3.1"),
        Verb("historical", no_words, always, _whole("historical"), "historical: the set-up of June 1941", "pm:3.1"),
        Verb("random", no_words, always, _whole("random"), "random: a legal set-up by lot", "pm:3.1"),
        Verb("clear", no_words, always, _whole("hand"), "clear: take everything up", "pm:3.1"),
    )
