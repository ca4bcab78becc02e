"""Recovery: 21.28, 21.29 headquarters, 8.73 units on hold, 6.5 fuel, 10.13 activation; marks of the turn go."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.command import NON_OP
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_hq
from engine.games.efs.phases import ferrying
from engine.games.efs.phases.phase import Phase
from engine.games.efs.state import OUT, EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ACTIVE, CADRE, to_box
from engine.games.efs.victory import score
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words


@rule("efs:21.28")
def waiting(c: Ctx) -> list[Unit]:
    """The Non-Op headquarters that can be disbanded or roll: on the map, or in the Active Box."""
    s = c.state
    return [
        u
        for u, h in enumerate(s.hex_of)
        if (h >= 0 or s.box[u] == ACTIVE) and is_hq(c, u) and s.mode[u] == NON_OP and s.steps_left[u]
    ]


def _left(c: Ctx) -> list[Unit]:
    """Those of them that have not rolled yet in this phase."""
    rolled = c.frame.vars.get("rolled", ())
    return [u for u in waiting(c) if c.roster.ids[u] not in rolled]


@rule("efs:21.28", "efs:6.34")
def limit(c: Ctx, u: Unit) -> int:
    """The highest die with which a headquarters becomes operational; out of supply its value is not doubled."""
    cut_off = c.state.hex_of[u] >= 0 and c.state.supply[u] == OUT
    return c.roster.number("recovery", u) * (1 if cut_off else edition(c).recovery_factor)


@rule("efs:21.29", "efs:R63")
def disband_check(c: Ctx, unit: str) -> Refusal | None:
    """``disband hq-13a``: to the Cadre Box, for a victory point of the enemy."""
    u, most = c.unit(unit), edition(c).disbanded_most
    if u not in _left(c):
        text = f"{c.roster.short[u]} is no Non-Op headquarters in play that has not rolled."
        return Refusal("efs:21.29", text, units=(u,))
    if edition(c).disbands_on_map and c.state.hex_of[u] < 0:
        text = f"{c.roster.short[u]} is not on the map: it may only roll for recovery."
        return Refusal("efs:21.29", text, units=(u,))
    if most and c.frame.vars.get("disbanded", 0) >= most:
        return Refusal("efs:21.29", f"No more than {most} may be disbanded in a turn.", units=(u,))
    return None


@rule("efs:21.29", "efs:24.32")
def _disband(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    to_box(c, u, CADRE)
    c.frame.vars["disbanded"] = int(c.frame.vars.get("disbanded", 0)) + 1
    c.touch()
    c.say("disbanded", f"{c.roster.agree(u, 'is', 'are')} disbanded and goes to the Cadre Box.", "efs:21.29", units=[u])
    score(c, edition(c).disbanded_vp, "a headquarters is disbanded", "efs:24.32")
    if not _left(c):
        _finish(c)


@rule("efs:21.28")
def recover_check(c: Ctx, unit: str = "") -> Refusal | None:
    """``recover``: all roll; ``recover hq-13a``: this one does."""
    if not unit or c.unit(unit) in _left(c):
        return None
    u = c.unit(unit)
    text = f"{c.roster.short[u]} is no Non-Op headquarters in play that has not rolled."
    return Refusal("efs:21.28", text, units=(u,))


@rule("efs:21.28")
def _roll(c: Ctx, unit: str = "") -> None:
    """A Non-Op headquarters rolls, or every one that was not disbanded and has not rolled."""
    for u in [c.unit(unit)] if unit else _left(c):
        most = limit(c, u)
        die = c.roll(10, results=["operational" if n <= most else "Non-Op" for n in range(1, 11)])
        good = die <= most
        if good:
            c.state.mode[u] = 0
            c.touch()
        word = "is operational again" if good else "stays Non-Op"
        text = f"{c.roster.agree(u, 'rolls', 'roll')} {die}, needs {most} or less: it {word}."
        where: tuple[Hex, ...] = (c.state.hex_of[u],) if c.state.hex_of[u] >= 0 else ()
        c.say("recovery", text, "efs:21.28", rolls=[die], hexes=where, units=[u])
        if unit:
            c.frame.vars["rolled"] = [*c.frame.vars.get("rolled", ()), c.roster.ids[u]]
            c.touch()
    if not unit or not _left(c):
        _finish(c)


@rule("efs:10.13", "efs:12.35", "efs:6.5", "efs:8.73", "efs:14.67", "efs:22.34")
def _finish(c: Ctx) -> None:
    """The markers that the Recovery Phase takes off; the ferries of the turn are open from the next on."""
    s, n = c.state, len(c.roster)
    s.did, s.leader, s.fuel, s.given = [0] * n, [-1] * n, [0] * n, [0] * n
    s.hold = [max(0, turns - 1) if s.hex_of[u] >= 0 else turns for u, turns in enumerate(s.hold)]
    s.zoi.clear()
    s.doubled.clear()
    ferrying.open_up(c)
    c.touch()
    c.done()


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(c.roster.ids[u],) for u in _left(c) if subject in (None, c.roster.ids[u])]


def _subjects(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _left(c)]


class Recovery(Phase):
    """Disband Non-Op headquarters, then all others roll."""

    id = "recovery"
    phase = "recovery"
    title = "Recovery"
    verbs = (
        Verb("disband", _options, disband_check, _disband, "disband HQ: to the Cadre Box, one VP for the Axis",
             "efs:21.29", _subjects, grave=True),
        Verb("recover", no_words, recover_check, _roll, "recover [HQ]: all others roll, or one", "efs:21.28",
             twice=True),
    )  # fmt: skip

    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        return None if waiting(c) else Refusal("efs:21.28", "no headquarters is Non-Op.")

    def close(self, c: Context[EfsState]) -> None:
        _finish(c)

    def prompt(self, c: Context[EfsState]) -> Prompt:
        names = ", ".join(f"{c.roster.short[u]} ({limit(c, u)} or less)" for u in _left(c)) or "nobody"
        return Prompt("soviet", f"Roll for recovery: {names}; or disband first.", "efs:21.28", Action("recover"))
