"""For which decisions in a phase the game waits, and the answer that ends such questions for the phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.games.bd.tables import Ctx
from engine.play.options import option
from engine.play.step import Verb, always, no_words

PHASES = ("movement", "combat")
"""Steps in the middle of which there are such questions."""
ENOUGH = "enough"


def _phase(c: Ctx) -> dict[str, Any]:
    """The variables of the phase under way."""
    return next((f.vars for f in reversed(c.state.stack) if f.step in PHASES), {})


def pauses(c: Ctx, kind: str, side: str) -> bool:
    """Whether the game waits for a decision of one kind: as the side has it, unless it has had enough in this phase."""
    return option(c, f"pause_{kind}", side) == "on" and kind not in _phase(c).get(ENOUGH, ())


def enough(kinds: Callable[[Ctx], Iterable[str]], law: str) -> Verb:
    """``enough``: as if passed by, and no question of these kinds again before the phase is over."""

    def apply(c: Ctx) -> None:
        v = _phase(c)
        v[ENOUGH] = sorted({*v.get(ENOUGH, ()), *kinds(c)})
        c.touch()
        c.done()

    return Verb(ENOUGH, no_words, always, apply, "enough: not asked again in this phase", law)
