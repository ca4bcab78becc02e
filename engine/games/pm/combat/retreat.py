"""14.32-14.34: the retreat of German-side defenders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import may_go
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.strengths import PREPARED
from engine.games.pm.hedgehogs import hedgehog
from engine.games.pm.movement.costs import barrier
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.stacking import fits
from engine.games.pm.state import PmState
from engine.games.pm.supply import OWN_COUNTRY
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import side_units
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb

Words = tuple[str, ...]


@rule("pm:14.32", "pm:14.33", "pm:14.40", "pm:15.3")
def can_retreat(c: Ctx, kind: str, units: Sequence[Unit]) -> bool:
    """Whether the defenders of a battle may retreat if there is somewhere to go: German side, prepared assault, no
    hedgehog."""
    if not units or kind != PREPARED or c.roster.side[units[0]] != "axis" or not in_force(c, "14.33"):
        return False
    return not hedgehog(c, c.state.hex_of[units[0]])


@rule("pm:14.32", "pm:14.33", "pm:13.7", "pm:R56")
def ways(c: Ctx, units: Sequence[Unit]) -> list[Hex]:
    """Hexes that defenders may retreat to: free, with room, nearer to their nearest source than the others."""
    here = c.state.hex_of[units[0]]
    free = [n for n in sorted(c.grid.adjacent[here]) if _open(c, units, here, n)]
    sources = _sources(c, units)

    def away(h: Hex) -> int:
        return min((c.grid.distance(h, x) for x in sources), default=0)

    nearer = [n for n in free if away(n) < away(here)]
    if nearer:
        return nearer
    best = min((away(n) for n in free), default=0)
    return [n for n in free if away(n) == best]


def _open(c: Ctx, units: Sequence[Unit], here: Hex, n: Hex) -> bool:
    # 14.33: what bars movement bars the retreat: sea, straits and lakes, the last two unless snow lies (13.7).
    if n not in tables(c).land or barrier(c, here, n) or side_units(c, n, "soviet"):
        return False
    if any(may_go(c, u, n) is not None for u in units):
        return False
    return fits(c, [*side_units(c, n, "axis"), *units], n) is None


@rule("pm:9.11", "pm:R23", "pm:R56")
def _sources(c: Ctx, units: Sequence[Unit]) -> list[Hex]:
    """Supply sources that the enemy does not stand on: of one ally among itself its own, else those of the Germans."""
    zones = {OWN_COUNTRY.get(c.roster.nationality[u], "supply_german") for u in units}
    zone = zones.pop() if len(zones) == 1 else "supply_german"
    return [h for h in sorted(tables(c).zone(zone)) if not side_units(c, h, "soviet")]


# ---------------------------------------------------------------------- the step
def _open_hexes(c: Ctx) -> list[Hex]:
    return ways(c, c.frame.vars["units"])


def _labels(c: Ctx) -> list[str]:
    return [c.label(h) for h in _open_hexes(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(label,) for label in _labels(c)]


@rule("pm:14.32", "pm:14.33")
def to_check(c: Ctx, hex_: str) -> Refusal | None:
    """``to 2608N``: all defenders retreat there."""
    h = c.hex(hex_)
    if h not in _open_hexes(c):
        choices = " or ".join(_labels(c))
        return Refusal(
            "pm:14.32", f"The retreat goes toward the nearest supply source, where there is room: {choices}.", (h,)
        )
    return None


@rule("pm:14.32", "pm:14.33", "pm:14.34", "pm:R34")
def _to(c: Ctx, hex_: str) -> None:
    v, h = c.frame.vars, c.hex(hex_)
    units = list(v["units"])
    for u in units:
        c.state.fled[u] = 1
    text = f"{c.roster.names(units)} retreat to {c.board.describe(h)}."
    c.say("retreat", text, "pm:14.32", hexes=[c.state.hex_of[units[0]], h], units=units)
    enter(c, units, h)
    if not c.state.over:
        c.done()


@rule("pm:14.32", "pm:14.33")
class Retreat(Step[PmState]):
    """All defenders of a battle retreat one hex, together. Called with ``side``, ``units`` and ``target``."""

    id = "retreat"
    title = "Retreat"
    verbs = (Verb("to", _options, to_check, _to, "to HEX: all retreat there", "pm:14.32", _labels),)

    def enter(self, c: Context[PmState]) -> None:
        found = _labels(c)
        if len(found) == 1:
            _to(c, found[0])
        elif not found:
            c.done()

    def prompt(self, c: Context[PmState]) -> Prompt:
        where = c.board.describe(c.frame.vars["target"])
        text = f"Choose where the defenders of {where} retreat to."
        return Prompt(c.frame.vars["side"], text, "pm:14.32", Action("to", (_labels(c)[0],)))
