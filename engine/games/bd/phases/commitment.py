"""8.36, 8.38, 11.23: the question for support that is at hand and not used, before the die of a prepared assault."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import KIND_OF, PREPARED, RULES, Support, may_have, most, planes_left, ready
from engine.games.bd.pauses import enough, pauses
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

PAUSE = {"luftwaffe": "air", "air": "air", "artillery": "artillery"}
"""Sorts of support that are asked for, to the setting that says whether."""


NAMES = {
    "luftwaffe": ("aircraft", "aircraft"), "air": ("air army", "air armies"),
    "artillery": ("artillery corps", "artillery corps"),
}  # fmt: skip
"""One counter of a sort, and several."""


def left(c: Ctx, sort: str) -> int:
    """Counters of a sort that are ready and not yet in the attack that is made up."""
    have = planes_left(c) if sort == "luftwaffe" else len(ready(c, sort))
    return have - int(_attack(c)[sort])


def _attack(c: Ctx) -> dict[str, Any]:
    """The attack that is made up, in the variables of the assault phase."""
    return next(f.vars for f in reversed(c.state.stack) if f.step == "combat")


@rule("bd:8.36", "bd:8.38", "bd:8.41", "bd:11.23", "bd:R90")
def useful(c: Ctx) -> list[str]:
    """Sorts that the game asks for, of which the attack that is made up could have counters more that matter.

    Whether an aircraft matters to a German attack is not looked at: that would tell what lies under the top unit.
    """
    sorts = ("luftwaffe",) if c.state.side == "axis" else ("artillery", "air")
    return [sort for sort in sorts if pauses(c, PAUSE[sort], c.state.side) and commit_check(c, sort) is None]


def commit_check(c: Ctx, sort: str) -> Refusal | None:
    """``commit artillery``: one more counter of a sort supports the attack."""
    v = _attack(c)
    if sort not in PAUSE or (sort in KIND_OF) != (c.state.side == "soviet"):
        return Refusal("bd:8.41", f"There is no '{sort}' to commit.")
    now = Support.from_vars(v)
    more = replace(now, **{sort: getattr(now, sort) + 1})
    if (refusal := may_have(c, PREPARED, v["attackers"], v["target"], more)) is not None:
        return refusal
    every = replace(now, **{sort: most(c, PREPARED, v["attackers"], v["target"], now, sort)})
    if c.state.side == "soviet" and _chances(c, every) == _chances(c, now):
        return Refusal(RULES[sort], "More of this would change nothing.")
    return None


def _chances(c: Ctx, support: Support) -> dict[str, float]:
    v = _attack(c)
    return tally(c, PREPARED, v["attackers"], v["target"], support).distribution


@rule("bd:8.36", "bd:8.38", "bd:11.23")
def _commit(c: Ctx, sort: str) -> None:
    _attack(c)[sort] += 1
    c.touch()
    if not useful(c):
        c.done()


def _sorts(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(sort,) for sort in PAUSE if subject in (None, sort)]


class Commitment(Step[BdState]):
    """Before the die: counters that could still support the attack. Called with ``side`` by the assault phase."""

    id = "commitment"
    private = True
    title = "Support before the die"
    verbs = (
        Verb("commit", _sorts, commit_check, _commit, "commit SORT: a counter more", "bd:8.41", apart=True),
        Verb("go", no_words, always, lambda c: c.done(), "go: roll as it is", "bd:11.25", twice=True),
        enough(lambda c: {PAUSE[sort] for sort in useful(c)}, "bd:8.41"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        v = _attack(c)
        told = ", ".join(f"{(n := left(c, sort))} {NAMES[sort][n != 1]}" for sort in useful(c))
        # The odds of a German attack would tell what lies under the top unit (11.7).
        at = f" at {tally(c, PREPARED, v['attackers'], v['target'], Support.from_vars(v)).heading}"
        text = f"{c.board.describe(v['target'])}{at if c.state.side == 'soviet' else ''}: {told} ready. Commit, or go."
        return Prompt(c.frame.vars["side"], text, "bd:8.41", Action("go"))
