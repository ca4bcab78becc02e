"""13.32, 15.53: units that leave their hex after a battle though no result tells them to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.paths import Flight, ways
from engine.games.efs.combat.retreat import call_retreat
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_engineer, is_rocket
from engine.games.efs.stacking import points, room
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


@rule("efs:13.32", "efs:15.53", "efs:3.33")
def leavers(c: Ctx, side: str, units: Iterable[Unit]) -> list[Unit]:
    """Who of some attackers must retreat now: all Soviet rockets; others and engineers that stand above the limit."""
    at, group, apart = c.state.hex_of, list(units), edition(c).rockets_apart
    found = [u for u in group if apart and is_rocket(c, u) and side == "soviet"]
    special = [u for u in group if u not in found and ((apart and is_rocket(c, u)) or is_engineer(c, u))]
    for h in sorted({at[u] for u in special}):
        over = -room(c, h, side) - sum(points(c, u) for u in found if at[u] == h)
        for u in sorted((u for u in special if at[u] == h), key=lambda u: (not is_rocket(c, u), -points(c, u), u)):
            if over > 0:
                found.append(u)
                over -= points(c, u)
    return found


# ---------------------------------------------------------------------- Axis rockets, at will
@rule("efs:13.32")
def call_rockets(c: Ctx, units: Iterable[Unit], targets: Iterable[Hex]) -> None:
    """Call the step for the Axis rockets among some attackers, if any could go back."""
    able = [u for u in units if is_rocket(c, u) and c.roster.side[u] == "axis" and _ways(c, u)]
    if able and edition(c).rockets_apart:
        c.call("rockets", side="axis", units=able, shunned=list(targets))


def _ways(c: Ctx, u: Unit) -> bool:
    return bool(ways(c, [u], Flight(c.roster.side[u], (u,))))


def _left(c: Ctx) -> list[Unit]:
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


@rule("efs:13.32")
def withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw neb51``: it goes two hexes back."""
    u = c.unit(unit)
    if u in _left(c):
        return None
    return Refusal("efs:13.32", f"{c.roster.short[u]} is no rocket artillery of this battle.", units=(u,))


def _withdraw(c: Ctx, unit: str) -> None:
    u, v = c.unit(unit), c.frame.vars
    v["units"] = [w for w in v["units"] if w != u]
    call_retreat(c, "axis", "axis", [u], law="efs:13.32", shunned=v["shunned"])


def _names(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _left(c)]


@rule("efs:13.32", "efs:R30")
class Rockets(Step[EfsState]):
    """After a battle of the Axis its rockets may go back, as Soviet ones must; called by ``call_rockets``."""

    id = "rockets"
    title = "Rocket artillery"
    verbs = (
        Verb("withdraw", lambda c, s: [(n,) for n in _names(c) if s in (None, n)], withdraw_check, _withdraw,
             "withdraw UNIT: it goes two hexes back", "efs:13.32", _names),
        Verb("end", no_words, always, lambda c: c.done(), "end: the others stay", "efs:13.32"),
    )  # fmt: skip

    def resume(self, c: Context[EfsState], ended: str) -> None:
        if not _left(c):
            c.done()

    def prompt(self, c: Context[EfsState]) -> Prompt:
        text = f"{c.roster.names(_left(c))} may go back two hexes after firing. Withdraw, or end."
        return Prompt("axis", text, "efs:13.32", Action("end"))
