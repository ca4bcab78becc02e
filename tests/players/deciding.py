"""Players against each other: every decision checked, how long they think before they can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from hashlib import sha256
from time import process_time
from typing import TypeVar

from engine.play.match import Match
from engine.players import make, thinking

Case = TypeVar("Case", bound=Callable[..., bool])


def registering(known: MutableMapping[str, Case]) -> Callable[[Case], Case]:
    """A decorator by which cases are known under their names: whether a player of some name sees a position."""

    def case(function: Case) -> Case:
        """Register a case under its name."""
        known[function.__name__] = function
        return function

    return case


def decisions(found: Iterable[tuple[str, str]]) -> str:
    """A hash of decisions and their reasons."""
    return sha256("\n".join(f"{action}: {why}" for action, why in found).encode()).hexdigest()[:12]


def played(match: Match, actions: int, seed: int = 0) -> list[tuple[str, str]]:
    """The decisions of two greedy players and their reasons; every one is checked before it is played."""
    players = {side: make("greedy", seed + n) for n, side in enumerate(("axis", "soviet"))}
    found: list[tuple[str, str]] = []
    while not match.over and len(found) < actions:
        action, why = players[match.side].choose(match)
        assert match.check(action) is None, action
        match.play(action)
        found.append((str(action), why))
    return found


def targets(found: list[str]) -> set[str]:
    """Hexes on which a die was thrown, among actions."""
    rolled, target = set[str](), ""
    for text in found:
        verb, *words = text.split()
        target = words[0] if verb == "target" else target
        if verb == "roll":
            rolled.add(target)
    return rolled


def longest_piece(game: str, scenario: str, seed: int, actions: int, player: str = "normal") -> float:
    """Processor time in seconds of the longest piece of thought in so many actions of a game, of two runs the shorter
    for each piece: what else the machine did is no thought."""
    one, two = (_pieces(game, scenario, seed, actions, player) for _ in range(2))
    return max(map(min, zip(one, two, strict=True)))


def _pieces(game: str, scenario: str, seed: int, actions: int, player: str) -> list[float]:
    match, found = Match.new(game, scenario, seed=seed), list[float]()
    bots = {side: make(player, seed + n) for n, side in enumerate(match.data.meta["sides"])}
    while not match.over and len(match.history) < actions:
        thought, start = thinking(bots[match.side], match), process_time()
        while True:
            try:
                next(thought)
            except StopIteration as end:
                found.append(process_time() - start)
                match.play(end.value[0])
                break
            found.append(process_time() - start)
            start = process_time()
    return found
