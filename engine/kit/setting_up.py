"""What setting up by hand and by lot has in common in all games: what is still missing, an order that nobody chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from engine.components.grid import Hex, Unit
from engine.play.action import Action, Refusal
from engine.play.asked import Task
from engine.play.step import Context, Prompt


class Lack(NamedTuple):
    """Something that is still missing: the rule, in words, and the hexes concerned."""

    rule: str
    text: str
    hexes: tuple[Hex, ...] = ()


def not_ready(missing: Sequence[Lack]) -> Refusal | None:
    """Why a set-up cannot be declared complete: the first thing that is missing, or ``None``."""
    return Refusal(missing[0].rule, f"Not ready: {missing[0].text}.", missing[0].hexes) if missing else None


def question(side: str, missing: Sequence[Lack], rule: str) -> Prompt:
    """What a side is asked during its set-up; Enter declares it complete once nothing is missing."""
    if not missing:
        return Prompt(side, "The set-up is complete: ready, or change it.", rule, Action("ready"))
    more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
    return Prompt(side, f"Set up: {missing[0].text}{more}.", missing[0].rule)


def left(c: Context[Any], missing: Sequence[Lack], rule: str) -> Iterator[Task]:
    """What is missing as the list of what is left in a step."""
    if not missing:
        yield Task("", "Nothing is missing.", rule)
    for lack in missing:
        yield Task(c.label(lack.hexes[0]) if lack.hexes else "", lack.text, lack.rule, True)


# ---------------------------------------------------------------------- by lot
def lot(c: Context[Any], *words: object) -> bytes:
    """A number by the seed, to put things into an order that nobody chose."""
    return blake2b(f"{c.dice.seed}:set-up:{words}".encode(), digest_size=8).digest()


def lots(c: Context[Any], word: object) -> Callable[[int], bytes]:
    """``lot(c, word, n)`` for many ``n``, in half the time."""
    begun = blake2b(f"{c.dice.seed}:set-up:({word!r}, ".encode(), digest_size=8)

    def one_of(n: int) -> bytes:
        one = begun.copy()
        one.update(b"%d)" % n)
        return one.digest()

    return one_of


def around(c: Context[Any], u: Unit, spots: Sequence[Hex]) -> Iterator[Hex]:
    """Shuffled hexes once around, from one that the lot of a unit names: to shuffle anew for each takes too long."""
    first = int.from_bytes(lot(c, u), "big") % len(spots)
    yield from spots[first:]
    yield from spots[:first]
