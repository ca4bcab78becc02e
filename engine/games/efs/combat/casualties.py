"""16.2, 16.33: the owner picks who bears the steps that a result demands, and is asked only where there is a choice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_hq
from engine.games.efs.losses import lose_step, remove
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import CADRE, attack, defence, face, steps, whom
from engine.games.efs.victory import counts
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words
from engine.play.suppose import fork

Words = tuple[str, ...]
LAST = 3
"""Strength points that a careful owner gives for a unit to stay in play."""


# ---------------------------------------------------------------------- who may bear a step
def _here(c: Ctx) -> list[Unit]:
    """Units of the group that have a step left."""
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


@rule("efs:16.21", "efs:16.24", "efs:16.33", "efs:21.51", "efs:R150")
def bearers(c: Ctx) -> list[Unit]:
    """Who may lose the next step: those that must give the first one, else all but the NKVD that stands last."""
    units, first = _here(c), c.frame.vars["first"]
    if named := [u for u in units if u in first]:
        return named
    return free_to_lose(c, units, c.frame.vars["last"])


@rule("efs:16.24", "efs:21.51")
def free_to_lose(c: Ctx, units: Sequence[Unit], last: Collection[Unit]) -> list[Unit]:
    """Who among some units may lose a step when some stand last: until nobody else of their hex is left."""
    at = c.state.hex_of
    others = {at[u] for u in units if u not in last}
    return [u for u in units if u not in last or at[u] not in others or _outlived(c, u, last)]


@rule("efs:16.24", "efs:21.51")
def _outlived(c: Ctx, u: Unit, last: Collection[Unit]) -> bool:
    """Whether another step of those that stand last stays in the hex of a unit, where an edition asks for one alone."""
    at = c.state.hex_of
    return edition(c).one_nkvd_step_last and sum(steps(c, v) for v in last if at[v] == at[u]) > 1


@rule("efs:16.21", "efs:16.24", "efs:16.33")
def lose_check(c: Ctx, unit: str) -> Refusal | None:
    """``lose 18pz-pzr``: it loses the next step."""
    u, v = c.unit(unit), c.frame.vars
    name = c.roster.short[u]
    if u not in _here(c):
        return Refusal("efs:16.21", f"{name} takes no part in this, or is gone.", units=(u,))
    able = bearers(c)
    if u in able:
        return None
    if any(w in v["first"] for w in able):
        text = f"The first step comes from {c.roster.names(able)}, not from {name}."
        return Refusal(v["law"], text, units=(u, *able))
    text = f"{name} gives no step while others of its hex are left."
    return Refusal("efs:16.24", text, units=(u,))


# ---------------------------------------------------------------------- taking them
def _take(c: Ctx, u: Unit) -> None:
    v = c.frame.vars
    law = v["law"] if u in v["first"] else v["why"]
    v["left"] -= 1
    v["first"] = []
    lose_step(c, u, law, v["box"])


@rule("efs:16.21", "efs:16.22")
def _go_on(c: Ctx) -> None:
    """Steps that leave no choice are taken at once."""
    v = c.frame.vars
    while not c.state.over and v["left"] > 0 and (units := bearers(c)):
        if len(units) > 1 and sum(steps(c, u) for u in _here(c)) > v["left"]:
            return
        _take(c, cheapest(c))
    if not c.state.over:
        c.done()


def cheapest(c: Ctx) -> Unit:
    """Whom a careful owner would name: the step that costs least strength, no victory point and no last step."""

    def price(u: Unit) -> tuple[bool, bool, int, str]:
        left = steps(c, u)
        after = c.roster.faces[whom(c, u)][face(c, u) + 1] if left > 1 else (0, 0, 0)
        drop = attack(c, u) + defence(c, u) - after[0] - after[1]
        return is_hq(c, u), counts(c, u), drop + LAST * (left == 1), c.roster.ids[u]

    return min(bearers(c), key=price)


def _lose(c: Ctx, unit: str) -> None:
    _take(c, c.unit(unit))
    _go_on(c)


def _all(c: Ctx) -> None:
    while not c.state.over and c.frame.vars["left"] > 0 and bearers(c):
        _take(c, cheapest(c))
    if not c.state.over:
        c.done()


@rule("efs:16.21", "efs:16.22")
def proposed(c: Ctx) -> str:
    """Whom the losses as proposed would take how many steps: ``50RD 1 step, 100RD 2 steps``."""
    there, before = fork(c), c.state.steps_left
    while there.frame.vars["left"] > 0 and bearers(there):
        _take(there, cheapest(there))
    lost = [(u, before[u] - there.state.steps_left[u]) for u in c.frame.vars["units"]]
    return ", ".join(f"{c.roster.short[u]} {plural(n, 'step')}" for u, n in lost if n)


def _names(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in bearers(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(n,) for n in _names(c)]


def demand(
    c: Ctx, side: str, units: Iterable[Unit], count: int, why: str, *,
    first: Iterable[Unit] = (), law: str = "", last: Iterable[Unit] = (), box: str = CADRE,
) -> None:  # fmt: skip
    """Call the step: a group of ``side`` loses ``count`` steps under the rule ``why``.

    One of ``first`` gives the first step, by ``law``; those of ``last`` give theirs when nobody else of their hex is
    left. Who loses his last step goes to ``box``.
    """
    c.call("losses", side=side, units=list(units), left=count, why=why, first=list(first), law=law or why,
           last=list(last), box=box)  # fmt: skip


def wipe_out(c: Ctx, units: Iterable[Unit], box: str, law: str) -> None:
    """All of some units that are still on the map are lost."""
    for u in units:
        if c.state.hex_of[u] >= 0:
            remove(c, u, box, law)


@rule("efs:16.2", "efs:16.21")
class Losses(Step[EfsState]):
    """Step losses of one side, one by one; called by ``demand``."""

    id = "losses"
    title = "Step losses"
    verbs = (
        Verb("lose", _options, lose_check, _lose, "lose UNIT: it loses the next step", "efs:16.21", _names),
        Verb("all", no_words, lambda c: None, _all, "all: as proposed", "efs:16.21", told=proposed),
    )

    def enter(self, c: Context[EfsState]) -> None:
        _go_on(c)

    def prompt(self, c: Context[EfsState]) -> Prompt:
        v = c.frame.vars
        many = f"{v['left']} steps" if v["left"] > 1 else "a step"
        first = " of those that the rule names" if any(u in v["first"] for u in bearers(c)) else ""
        text = f"{many.capitalize()} must be lost: who gives the next{first}?"
        return Prompt(v["side"], text, v["law"] if first else v["why"], Action("lose", (c.roster.ids[cheapest(c)],)))
