"""7.1, 7.73: replacement points spent in the Engineering Phase, on the map and on the Unit Rebuilding Track."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.efs.replacing import may_rebuild, rebuild, rebuildable, types
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb


def units(c: Ctx) -> list[str]:
    """Units that the side to act can rebuild or strengthen now."""
    return rebuildable(c, c.state.side)


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    named = units(c) if subject is None else [subject] if subject in c.roster.by_id else []
    for name in named:  # a hex may be the subject of other verbs of the phase
        yield from ((name, type_) for type_ in types(c))


@rule("efs:7.1", "efs:7.73")
def rebuild_check(c: Ctx, unit: str, type_: str) -> Refusal | None:
    """``rebuild rd-50 I``: a type I point for a step of a marked unit, or for the next box."""
    if type_ not in types(c):
        return Refusal("efs:7.7", f"There are replacement points of the types {', '.join(types(c))}.")
    return may_rebuild(c, c.unit(unit), type_)


def _rebuild(c: Ctx, unit: str, type_: str) -> None:
    rebuild(c, c.unit(unit), type_)


REBUILD_VERBS = (
    Verb("rebuild", _options, rebuild_check, _rebuild,
         "rebuild UNIT TYPE: points of type I, A or T for a step, or for the next box", "efs:7.73", units),
)  # fmt: skip
"""For the engineering step."""
