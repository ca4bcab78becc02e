"""What only helps others, such as aircraft: lent out one after the other, each to where it changes most."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.play.action import Action
from engine.play.step import Context

Line = tuple[Action, str]
"""An action with its reason."""

FEW = 3
"""Units of an attack, the strongest, that a helper is tried with."""
LEAST = 0.3
"""What a helper must bring to be told where to go by it."""


THROUGH, BATTLES, MOST = 0.65, 4, 2
"""Share of what is ready that comes through, the battles that it is taken to go to, and the most that one of them can
count on."""


def shared_out(ready: float) -> int:
    """What one battle of a phase can count on of help that is ready for all of them."""
    return min(round(ready * THROUGH / BATTLES), MOST)


class Strike(Protocol):
    """An attack that is to come: on whom, who from where, and what it is worth without help."""

    target: Hex
    units: list[tuple[Unit, Hex]]
    value: float


S = TypeVar("S", bound=Strike)


class Loan(NamedTuple):
    """A helper with a unit, what it brings, and for what: attacking a hex, or holding one."""

    gain: float
    helper: Unit
    unit: Unit
    hex: Hex
    attacks: bool


@dataclass(frozen=True)
class Help(Generic[S]):
    """What a game says of those who help, for one position of it."""

    at: Sequence[Hex]
    """Where units are."""
    serves: Callable[[Hex], bool]
    """Whether helpers can come to a hex."""
    attack: Callable[[Unit], float]
    """By what a unit counts in an attack."""
    strength: Callable[[Unit], float]
    """By what it counts where it stands."""
    helped: Callable[[S, Unit, Unit], float]
    """What an attack is worth with a helper beside a unit that makes it."""
    saved: Callable[[Hex, Sequence[Unit]], float]
    """What a helper saves with those who stand in a hex, in the enemy's next phase."""


class Lending(Generic[S]):
    """Helpers, one a hex."""

    def __init__(self, terms: Help[S], strikes: Collection[S], stacks: Mapping[Hex, Sequence[Unit]]) -> None:
        self._terms, self._strikes, self._stacks = terms, strikes, stacks
        self._served = set[Hex]()

    def work(self, helpers: Iterable[Unit]) -> Iterator[Loan | None]:
        """Where each goes; ``None`` is a breath. One that brings little anywhere goes with the strongest of the best
        attack that has none: nobody knows who will be met there."""
        for helper in helpers:
            found = [*self._striking(helper), *self._standing(helper)]
            yield None
            best = max(found, key=lambda loan: (loan.gain, -loan.unit), default=None)
            if best is None or best.gain < LEAST:
                best = self._spare(helper)
            if best is not None:
                self._served.add(self._terms.at[best.unit])
                yield best

    def _able(self, strike: S) -> list[Unit]:
        """Who of an attack can be helped, the strongest first."""
        t = self._terms
        units = [u for u, _ in strike.units if t.at[u] not in self._served and t.serves(t.at[u])]
        return sorted(units, key=lambda u: (-t.attack(u), u))

    def _striking(self, helper: Unit) -> Iterator[Loan]:
        """What it brings to attacks."""
        for strike in self._strikes:
            for u in self._able(strike)[:FEW]:
                gain = self._terms.helped(strike, u, helper) - max(strike.value, 0.0)
                yield Loan(gain, helper, u, strike.target, True)

    def _spare(self, helper: Unit) -> Loan | None:
        for strike in sorted(self._strikes, key=lambda s: (-s.value, s.target)):
            for u in self._able(strike)[:1]:
                return Loan(0.0, helper, u, strike.target, True)
        return None

    def _standing(self, helper: Unit) -> Iterator[Loan]:
        """What it saves where stacks stand, which then defend better."""
        for h, units in sorted(self._stacks.items()):
            if h not in self._served and self._terms.serves(h) and (saved := self._terms.saved(h, units)) > 0:
                best = max(units, key=lambda u: (self._terms.strength(u), -u))
                yield Loan(saved, helper, best, h, False)

    def told(
        self, c: Context[Any], helpers: Collection[Unit], lent: Collection[Unit], verbs: tuple[str, str]
    ) -> Generator[None, None, list[Line]]:
        """The same as actions, each with its reason, in pieces: those who are ``lent`` are free first, if anybody goes
        anywhere. The verbs are those by which a helper is lent and freed."""
        ids, short, lines = c.roster.ids, c.roster.short, list[Line]()
        for loan in self.work(helpers):
            if loan is None:
                yield
                continue
            what = f"to {'attack' if loan.attacks else 'hold'} {c.board.describe(loan.hex)}"
            why = f"{short[loan.helper]} helps {short[loan.unit]} {what}: worth {loan.gain:+.1f}."
            lines.append((Action(verbs[0], (ids[loan.helper], ids[loan.unit])), why))
        end = Action("end"), f"{counted(len(lines), 'stack is', 'stacks are')} supported."
        free = [(Action(verbs[1], (ids[p],)), f"{short[p]} is 1 that can go elsewhere.") for p in lent if lines]
        return [*free, *lines, end]
