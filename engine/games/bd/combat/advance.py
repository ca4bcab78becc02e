"""11.30 to 11.32: advance after combat, one hex or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.bd.control import enter
from engine.games.bd.kinds import is_static
from engine.games.bd.movement.limits import may_go
from engine.games.bd.stacking import fits
from engine.games.bd.state import BdState
from engine.games.bd.supply import overland
from engine.games.bd.tables import KERCH, SIVASH, Ctx, single_month, tables
from engine.games.bd.units import held_by, side_units, with_riders
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
CLOSED = ("sea", "lake", KERCH, SIVASH)
SECOND_FROM = 13
"""First game turn on which Soviet mechanized units advance two hexes (11.32)."""


@rule("bd:11.32", "bd:12.5")
def _second_from(c: Ctx) -> int:
    """The same by the scenario."""
    return int(c.scenario.get("advance", {}).get("soviet_two_hexes", SECOND_FROM))


def _waiting(c: Ctx) -> list[Unit]:
    """Attackers that are left and have not advanced."""
    v = c.frame.vars
    return [u for u in v["units"] if c.state.hex_of[u] >= 0 and u not in v["gone"]]


@rule("bd:11.17", "bd:11.18", "bd:11.19", "bd:11.30", "bd:10.22")
def _way(c: Ctx, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Whether a unit may advance from a hex into its neighbour, stacking left out."""
    if b not in tables(c).land or held_by(c, b) not in ("", c.roster.side[u]):
        return Refusal("bd:11.30", f"{c.roster.short[u]} cannot advance into {c.board.describe(b)}.", (b,), (u,))
    if any(tables(c).has(name, a, b) for name in CLOSED):
        return Refusal("bd:11.30", f"Nobody advances across the water to {c.board.describe(b)}.", (a, b), (u,))
    return may_go(c, u, b)


@rule("bd:11.30", "bd:6.3")
def may_advance(c: Ctx, u: Unit, others: Sequence[Unit] = ()) -> Refusal | None:
    """Whether an attacker may advance into the vacated hex, with others that are to go there too."""
    target, here = c.frame.vars["target"], c.state.hex_of[u]
    if u not in _waiting(c) or is_static(c, u):
        return Refusal("bd:11.30", f"{c.roster.short[u]} took no part, has advanced, or never moves.", units=(u,))
    there = side_units(c, target, c.roster.side[u])
    return _way(c, u, here, target) or fits(c, [*there, *with_riders(c, [*others, u])], target)


def advance_check(c: Ctx, unit: str) -> Refusal | None:
    """``advance 3pz``: into the vacated hex."""
    return may_advance(c, c.unit(unit))


def _able(c: Ctx) -> list[Unit]:
    return [u for u in _waiting(c) if may_advance(c, u) is None]


@rule("bd:11.30")
def _enter(c: Ctx, units: list[Unit]) -> None:
    v = c.frame.vars
    starts = sorted({c.state.hex_of[u] for u in units})
    verb, where = "advances" if len(units) == 1 else "advance", c.board.describe(v["target"])
    text = f"{c.roster.names(units)} {verb} to {where}."
    c.say("advance", text, "bd:11.30", hexes=[*starts, v["target"]], units=units)
    v["gone"] = sorted([*v["gone"], *units])
    enter(c, units, v["target"])
    _close(c)


def _close(c: Ctx) -> None:
    if not c.state.over and not _able(c) and not any(onward_hexes(c, u) for u in _forward(c)):
        c.done()


def _advance(c: Ctx, unit: str) -> None:
    _enter(c, [c.unit(unit)])


def all_check(c: Ctx) -> Refusal | None:
    """``all``: as many as there is room for, the strongest first."""
    return None if _able(c) else Refusal("bd:11.30", "Nobody can advance.")


def _all(c: Ctx) -> None:
    group: list[Unit] = []
    for u in sorted(_able(c), key=lambda u: (-sum(c.roster.faces[u][0][:2]), u)):
        if may_advance(c, u, group) is None:
            group.append(u)
    _enter(c, sorted(group))


# ---------------------------------------------------------------------- the second hex
def _forward(c: Ctx) -> list[Unit]:
    """Units that have advanced one hex."""
    v = c.frame.vars
    return [u for u in v["gone"] if c.state.hex_of[u] == v["target"]]


@rule("bd:11.32", "bd:5.8")
def may_go_on(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit that has advanced may go one hex farther."""
    r, name = c.roster, c.roster.short[u]
    if u not in _forward(c):
        return Refusal("bd:11.32", f"{name} has not advanced one hex.", units=(u,))
    if not r.mech[u]:
        return Refusal("bd:11.32", f"{name} is not mechanized: one hex is all.", units=(u,))
    if not single_month(c) if r.side[u] == "axis" else c.state.turn < _second_from(c):
        return Refusal("bd:11.32", "No second hex in this game turn.", units=(u,))
    if not overland(c, r.side[u], c.state.hex_of[u]):
        return Refusal("bd:11.32", f"{name} is not in overland supply.", units=(u,))
    return None


@rule("bd:11.32", "bd:R91")
def onward_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``onward 3pz 2306``: the second hex of an advance."""
    u, h = c.unit(unit), c.hex(hex_)
    if (refusal := may_go_on(c, u)) is not None:
        return refusal
    here = c.state.hex_of[u]
    before = c.frame.vars["starts"][c.frame.vars["units"].index(u)]
    if h not in c.grid.adjacent[here]:
        return Refusal("bd:11.32", f"{c.board.describe(h)} is not adjacent to {c.label(here)}.", (h,), (u,))
    if h == before or h in c.grid.adjacent[before]:
        text = f"{c.board.describe(h)} is not newly adjacent: {c.roster.short[u]} came from {c.label(before)}."
        return Refusal("bd:11.32", text, (h,), (u,))
    there = side_units(c, h, c.roster.side[u])
    return _way(c, u, here, h) or fits(c, [*there, *with_riders(c, [u])], h)


def onward_hexes(c: Ctx, u: Unit) -> list[Hex]:
    """Where a unit that has advanced could go on to."""
    if may_go_on(c, u) is not None:
        return []
    name = c.roster.ids[u]
    return [n for n in c.grid.adjacent[c.state.hex_of[u]] if onward_check(c, name, c.label(n)) is None]


def _onward(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    start = c.state.hex_of[u]
    text = f"{c.roster.short[u]} goes on to {c.board.describe(h)}."
    c.say("advance", text, "bd:11.32", hexes=[start, h], units=[u])
    enter(c, [u], h)
    _close(c)


# ---------------------------------------------------------------------- the step
def _names(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _waiting(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(n,) for n in _names(c)]


def _forward_ids(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _forward(c)]


def _onwards(c: Ctx, subject: str | None) -> Iterable[Words]:
    for u in _forward(c):
        if subject in (None, c.roster.ids[u]):
            yield from ((c.roster.ids[u], c.label(h)) for h in onward_hexes(c, u))


@rule("bd:11.30", "bd:11.31", "bd:11.32")
class Advance(Step[BdState]):
    """Advance after combat: some, one or none of the attackers. Called with ``side``, ``target``, ``units``."""

    id = "advance"
    title = "Advance after combat"
    verbs = (
        Verb("advance", _options, advance_check, _advance, "advance UNIT: into the vacated hex", "bd:11.30", _names),
        Verb("onward", _onwards, onward_check, _onward, "onward UNIT HEX: one hex farther", "bd:11.32", _forward_ids),
        Verb("all", no_words, all_check, _all, "all: as many as there is room for", "bd:11.30"),
        Verb("end", no_words, always, lambda c: c.done(), "end: no further advance", "bd:11.30"),
    )

    def enter(self, c: Context[BdState]) -> None:
        v = c.frame.vars
        v["gone"], v["starts"] = [], [c.state.hex_of[u] for u in v["units"]]
        c.touch()
        if not _able(c):
            c.done()

    def prompt(self, c: Context[BdState]) -> Prompt:
        where, able = c.board.describe(c.frame.vars["target"]), len(_able(c))
        if able:
            # Once somebody has advanced alone the others were passed over on purpose.
            alone = bool(c.frame.vars["gone"])
            text = f"{where} is vacated: {able} {'more ' * alone}can advance. All, one by one, or end."
            return Prompt(c.frame.vars["side"], text, "bd:11.30", Action("end" if alone else "all"))
        far = sum(1 for u in _forward(c) if onward_hexes(c, u))
        text = f"{far} mechanized unit{'s' * (far != 1)} in {where} can go on one hex, or end."
        return Prompt(c.frame.vars["side"], text, "bd:11.32", Action("end"))
