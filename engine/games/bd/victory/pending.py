"""What still hangs over the German total: points that a turn may bring or cost, for the page of the score."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.load import records
from engine.games.bd.caucasus import SUCCESSFUL, UNDER_WAY, inside
from engine.games.bd.tables import Ctx, campaign, tables
from engine.games.bd.victory.prizes import STRETCHES
from engine.play.citing import rule

Line = tuple[str, str, str]
"""Points, words and rule of a line."""


@rule("bd:4.4", "bd:4.5", "bd:4.6", "bd:4.7", "bd:4.8", "bd:4.13", "bd:12.7", "bd:12.13")
def pending(c: Ctx) -> Iterator[Line]:
    """Points that a turn or an event may still bring or cost, in the order of the rules."""
    yield from _summer(c)
    yield from _stretches(c)
    yield from _dear(c)
    yield from _expedition(c)
    yield from _scenario(c)


def _summer(c: Ctx) -> Iterator[Line]:
    s, terms = c.state, c.data.tables["track"]["offensive_1943"]
    if not campaign(c) or s.gambit or s.summer_failed or s.turn > terms["due"] or s.turn < min(terms["turns"]) - 1:
        return
    if s.summer == s.turn:
        yield "-1 to -3", "if the summer offensive gains no city or loses one by the end of this turn", "bd:4.4"
    elif not s.summer:
        yield "-1 to -3", f"if no summer offensive is launched by turn {terms['due']}", "bd:4.4"


def _stretches(c: Ctx) -> Iterator[Line]:
    for row in records(c.data.tables["track"]["stretches"], "track.toml", "stretches"):
        if campaign(c) and not c.state.stretches[row["what"]]:
            hexes = STRETCHES[row["what"]](c)
            left = sum(1 for h in hexes if c.state.control.get(c.label(h)) == "axis")
            text = f"once all of {row['title']} is Soviet, from turn {row['from']} on: "
            yield f"-{row['points']}", f"{text}{left} of {len(hexes)} hexes are German", row["rule"]


def _dear(c: Ctx) -> Iterator[Line]:
    table = c.data.tables["track"]["dear_places"]
    for row in records(table, "track.toml", "dear_places"):
        open_ = not c.state.fallen[row["hex"]] and c.state.control.get(row["hex"]) == "axis"
        if campaign(c) and open_ and c.state.turn < table["before"]:
            where = c.board.describe(c.board.index[row["hex"]])
            yield "-2 to -4", f"if {where} falls before turn {table['before']}", row["rule"]


def _expedition(c: Ctx) -> Iterator[Line]:
    if c.state.expedition == UNDER_WAY and inside(c, "axis"):
        yield "+1 to +6", "if the Caucasus expedition breaks through at the end of a turn", "bd:4.13"
    elif c.state.expedition == SUCCESSFUL and inside(c, "axis"):
        yield "+1", "oil of the Caucasus at the end of each turn", "bd:4.13"


def _scenario(c: Ctx) -> Iterator[Line]:
    terms, s = c.scenario["victory"], c.state
    if (city := terms.get("stalingrad")) and s.control.get(city["hex"]) == "axis":
        where, since = c.board.describe(c.board.index[city["hex"]]), int(city["from_turn"])
        when = "at the end of this turn" if s.turn >= since else f"at the end of each turn from {since} on"
        yield f"+{city['points']}", f"for {where} {when}", city["rule"]
    if siege := terms.get("siege"):
        where = c.board.describe(c.board.index[siege["hex"]])
        if s.siege_lifted:
            yield f"+{siege['points']}", f"if {where} is besieged again", siege["rule"]
        elif not s.siege_won and s.turn <= tables(c).last_turn:
            yield f"-{siege['points']}", f"if no German unit is left beside {where}", siege["rule"]
