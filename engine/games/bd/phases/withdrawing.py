"""4.9, 8.21, 8.28: what the Turn Record Track takes off the map."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.components.load import records
from engine.games.bd.kinds import RIFLE, is_satellite
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, in_force
from engine.games.bd.units import REMOVED, to_box
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb, no_words

OUT_OF_PLAY = ("not in play", "converted", REMOVED)


# ---------------------------------------------------------------------- the track
@rule("bd:8.21", "bd:8.28")
def _rows(c: Ctx, when: str) -> list[dict[str, Any]]:
    """What the track takes away at a moment of this turn: ``start``, ``admin`` or ``end``."""
    table = records(c.data.tables["track"]["withdrawals"], "track.toml", "withdrawals")
    return [row for row in table if row["turn"] == c.state.turn and row["when"] == when]


@rule("bd:8.28")
def leave_for_good(c: Ctx) -> None:
    """At the end of a game turn units leave that never come back, wherever they are."""
    for row in _rows(c, "end"):
        u = c.roster.find(row["unit"])
        h = c.state.hex_of[u]
        if h < 0 and c.state.box[u] in OUT_OF_PLAY:
            continue
        to_box(c, u, REMOVED)
        c.say("withdrawal", f"{c.roster.name[u]} is withdrawn for good.", row["rule"], hexes=[h] if h >= 0 else [],
              units=[u])  # fmt: skip


# ---------------------------------------------------------------------- rifle armies
@rule("bd:8.21")
def _call(c: Ctx) -> dict[str, Any] | None:
    """The row of the track that calls for rifle armies in this turn."""
    if not in_force(c, "8.21"):
        return None
    return next((row for row in _rows(c, "admin") if row["kind"] == RIFLE), None)


@rule("bd:8.21")
def called_for(c: Ctx) -> int:
    """Rifle armies to be withdrawn in this turn."""
    row = _call(c)
    return int(row["count"]) if row else 0


@rule("bd:8.20", "bd:8.21")
def may_convert(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a rifle army may become a Guards or shock army, or leave: on the map in regular overland supply."""
    r, h, name = c.roster, c.state.hex_of[u], c.roster.short[u]
    if not _rifle_army(c, u) or h < 0:
        return Refusal("bd:8.20", f"{name} is no rifle army on the map.", units=(u,))
    if not overland(c, r.side[u], h):
        return Refusal("bd:8.20", f"{name} is not in overland supply.", (h,), (u,))
    return None


def _rifle_army(c: Ctx, u: Unit) -> bool:
    r = c.roster
    return r.side[u] == "soviet" and r.kind[u] == RIFLE and r.size[u] == "army" and not is_satellite(c, u)


def armies(c: Ctx) -> list[str]:
    """Ids of the rifle armies on the map."""
    return [c.roster.ids[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and _rifle_army(c, u)]


@rule("bd:8.21")
def withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw 58ra``: a rifle army leaves the map."""
    u = c.unit(unit)
    if not c.state.withdrawals:
        return Refusal("bd:8.21", "No withdrawal is called for.")
    return may_convert(c, u)


@rule("bd:8.21")
def _withdraw(c: Ctx, unit: str) -> None:
    u, row = c.unit(unit), _call(c)
    h, back = c.state.hex_of[u], row["back"] if row else 0
    c.state.withdrawals -= 1
    to_box(c, u, f"turn {back}" if back else REMOVED)
    c.say("withdrawal", f"{c.roster.name[u]} is withdrawn.", "bd:8.21", hexes=[h], units=[u])


@rule("bd:4.9", "bd:8.21")
def decline_check(c: Ctx) -> Refusal | None:
    """``decline``: a withdrawal that is not for good is not made, for one point."""
    row = _call(c)
    if not c.state.withdrawals or (row is not None and not row["back"]):
        return Refusal("bd:8.21", "No withdrawal is asked for that could be declined.")
    return None


@rule("bd:4.9")
def _decline(c: Ctx) -> None:
    c.state.withdrawals -= 1
    c.state.vp += 1
    c.touch()
    c.say("points", f"The withdrawal of a rifle army is declined: +1 VP, {c.state.vp} now.", "bd:4.9")


def withdrawable(c: Ctx) -> list[str]:
    """Ids of the armies that can be withdrawn now."""
    return [i for i in armies(c) if may_convert(c, c.unit(i)) is None] if c.state.withdrawals else []


WITHDRAWALS = (
    Verb("withdraw", lambda c, s: [(i,) for i in withdrawable(c) if s in (None, i)], withdraw_check, _withdraw,
         "withdraw UNIT: off the map", "bd:8.21", withdrawable),
    Verb("decline", no_words, decline_check, _decline, "decline: no withdrawal, for 1 VP", "bd:4.9", grave=True),
)  # fmt: skip
"""What the Soviet side does about withdrawals."""
