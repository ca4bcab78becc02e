"""4.10, 8.17: 2nd SS Panzer Corps leaves twice and comes back."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.components.load import records
from engine.games.bd import gambit
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, campaign
from engine.games.bd.units import DEAD, riders, to_box
from engine.games.bd.victory.prizes import pay
from engine.play.citing import rule

MADE, DECLINED, DELAYED = 1, 2, 3
"""Values of ``withdrawn``."""
COST = 1


def _rows(c: Ctx) -> list[dict[str, Any]]:
    """German units that the track calls away at the start of a turn and may keep."""
    found = records(c.data.tables["track"]["withdrawals"], "track.toml", "withdrawals")
    called = [row for row in found if row["when"] == "start" and row["side"] == "axis"]
    return [row for row in called if not gambit.stays(c, c.roster.find(row["unit"]))]


@rule("bd:8.17")
def _can_go(c: Ctx, u: Unit) -> bool:
    """On the map in regular overland supply, or in the dead pile."""
    h = c.state.hex_of[u]
    return overland(c, "axis", h) if h >= 0 else c.state.box[u] == DEAD


@rule("bd:8.17", "bd:R6")
def _called(c: Ctx) -> dict[str, Any] | None:
    """The withdrawal that this turn calls for and about which nothing is decided."""
    if not campaign(c):
        return None
    return next((r for r in _rows(c) if r["turn"] == c.state.turn and not _done(c, r)), None)


def _done(c: Ctx, row: dict[str, Any]) -> int:
    return c.state.withdrawn[str(row["turn"])]


@rule("bd:8.17")
def is_open(c: Ctx) -> bool:
    """Whether the German side decides about a withdrawal now."""
    row = _called(c)
    return row is not None and _can_go(c, c.roster.find(row["unit"]))


def called_unit(c: Ctx) -> Unit:
    """The unit that the track calls away now."""
    row = _called(c)
    assert row is not None
    return c.roster.find(row["unit"])


@rule("bd:8.17")
def withdraw(c: Ctx) -> None:
    """It leaves as it is called to."""
    row = _called(c)
    assert row is not None
    _send(c, row)


@rule("bd:4.10", "bd:R12")
def decline(c: Ctx) -> None:
    """It stays, for a point."""
    row = _called(c)
    assert row is not None
    c.state.withdrawn[str(row["turn"])] = DECLINED
    name = c.roster.name[c.roster.find(row["unit"])]
    pay(c, -COST, "bd:4.10", f"The withdrawal of {name} is declined")


@rule("bd:8.17", "bd:R85")
def _send(c: Ctx, row: dict[str, Any]) -> None:
    """Off the map until its return; Tiger battalions with it are attached anew."""
    u = c.roster.find(row["unit"])
    h = c.state.hex_of[u]
    for rider in riders(c, [u]):
        to_box(c, rider, f"turn {c.state.turn + (row['turn'] != c.state.turn)}")
    to_box(c, u, f"turn {row['back']}")
    c.state.withdrawn[str(row["turn"])] = MADE
    c.touch()
    text = f"{c.roster.name[u]} is withdrawn until turn {row['back']}."
    c.say("withdrawal", text, "bd:8.17", hexes=[h] if h >= 0 else [], units=[u])


@rule("bd:4.10", "bd:8.17", "bd:R12")
def settle_withdrawals(c: Ctx) -> None:
    """One that cannot be made costs its point at once; it is made as soon as it can be, before the unit's return."""
    if (row := _called(c)) is not None and not is_open(c):
        c.state.withdrawn[str(row["turn"])] = DELAYED
        name = c.roster.name[c.roster.find(row["unit"])]
        pay(c, -COST, "bd:4.10", f"{name} cannot be withdrawn")
    for row in _rows(c) if campaign(c) else ():
        late = _done(c, row) == DELAYED and row["turn"] <= c.state.turn < row["back"]
        if late and _can_go(c, c.roster.find(row["unit"])):
            _send(c, row)
