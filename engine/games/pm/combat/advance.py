"""14.39: advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Unit
from engine.games.pm.allies import may_go
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.stacking import fits
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, open_sides
from engine.games.pm.units import short, strength
from engine.games.pm.weather import strait_counts
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


def _waiting(c: Ctx) -> list[Unit]:
    """Attackers that are left and have not advanced."""
    v = c.frame.vars
    return [u for u in v["units"] if c.state.hex_of[u] >= 0 and c.state.hex_of[u] != v["target"]]


@rule("pm:14.39", "pm:R11", "pm:R57")
def may_advance(c: Ctx, u: Unit, others: Sequence[Unit] = ()) -> Refusal | None:
    """Whether an attacker may advance into the vacated hex, with others that are to go there too."""
    target = c.frame.vars["target"]
    here = c.state.hex_of[u]
    if u not in _waiting(c):
        return Refusal("pm:14.39", f"{short(c, u)} took no part in this attack, or has advanced.", units=(u,))
    if target not in open_sides(c)[here]:
        return Refusal("pm:14.39", f"{short(c, u)} cannot enter {c.label(target)} from its hex.", (target,), (u,))
    if strait_counts(c, here, target) and c.state.origin[u] != here:
        text = f"{short(c, u)} did not begin its movement phase beside the straits and cannot cross them."
        return Refusal("pm:12.16", text, (target,), (u,))
    return may_go(c, u, target) or fits(c, [*units_at(c, target), *others, u], target)


def advance_check(c: Ctx, unit: str) -> Refusal | None:
    """``advance 7pz``: into the vacated hex."""
    return may_advance(c, c.unit(unit))


def _able(c: Ctx) -> list[Unit]:
    return [u for u in _waiting(c) if may_advance(c, u) is None]


def _enter(c: Ctx, units: list[Unit]) -> None:
    target = c.frame.vars["target"]
    starts = sorted({c.state.hex_of[u] for u in units})
    names = ", ".join(short(c, u) for u in units)
    verb = "advances" if len(units) == 1 else "advance"
    c.say("advance", f"{names} {verb} to {c.board.describe(target)}.", "pm:14.39", hexes=[*starts, target], units=units)
    enter(c, units, target)
    if not c.state.over and not _able(c):
        c.done()


@rule("pm:14.39")
def _advance(c: Ctx, unit: str) -> None:
    _enter(c, [c.unit(unit)])


def all_check(c: Ctx) -> Refusal | None:
    """``all``: as many as there is room for, the strongest first."""
    if not _able(c):
        return Refusal("pm:14.39", "Nobody can advance.")
    return None


@rule("pm:14.39")
def _all(c: Ctx) -> None:
    group: list[Unit] = []
    for u in sorted(_able(c), key=lambda u: (-sum(strength(c, u)[:2]), u)):
        if may_advance(c, u, group) is None:
            group.append(u)
    _enter(c, sorted(group))
    if not c.state.over and c.state.stack[-1].step == "advance":
        c.done()


def _names(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _waiting(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(n,) for n in _names(c)]


@rule("pm:14.39")
class Advance(Step[PmState]):
    """Advance after combat: some, one or none of the attackers. Called with ``side``, ``target``, ``units``."""

    id = "advance"
    title = "Advance after combat"
    verbs = (
        Verb("advance", _options, advance_check, _advance, "advance UNIT: into the vacated hex", "pm:14.39", _names),
        Verb("all", no_words, all_check, _all, "all: as many as there is room for", "pm:14.39"),
        Verb("end", no_words, always, lambda c: c.done(), "end: no further advance", "pm:14.39"),
    )

    def enter(self, c: Context[PmState]) -> None:
        if not _able(c):
            c.done()

    def prompt(self, c: Context[PmState]) -> Prompt:
        where = c.board.describe(c.frame.vars["target"])
        text = f"{where} is vacated: {len(_able(c))} can advance. All, one by one, or end."
        return Prompt(c.frame.vars["side"], text, "pm:14.39", Action("all"))
