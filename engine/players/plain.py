"""The plain player: goes for points, stands together, makes the attacks that are worth it. A yardstick for all games.

It plans nothing and knows no game; whoever is offered as an opponent must beat it clearly. It is frozen: the tests pin
its choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.asked import Prospect
from engine.play.match import Match
from engine.play.view import View
from engine.players.random import RandomPlayer

LEAST = 0.15
"""Steps that an attack must bring beyond those that it costs."""
FADING = 0.85
"""Share of a goal that is felt one hex farther away."""
HELD = 0.35
"""Share of a goal that is felt while it is one's own: somebody should stay near it."""
PRESS, FRIENDS = 0.12, 3
"""What each friend beside the same enemy adds to a hex beside him, and how many count."""
GAIN = 0.05
"""Least by which a hex must be better than the one where a unit stands."""
MOST = 600
"""Actions in one step after which anything is done to end it."""
CLOSING = ("end", "ready", "done", "pass")


class PlainPlayer:
    """Scores hexes by what lies near them, and attacks by what the table says. Sees only what its side may."""

    def __init__(self, seed: int) -> None:
        self._random = RandomPlayer(seed)
        self._key: tuple[object, ...] = ()
        self._settled: set[str] = set()
        self._done: set[Action] = set()
        self._targets: set[Hex] = set()
        self._felt: dict[Hex, float] = {}
        self._prospects: list[Prospect] = []
        self._wanted: list[tuple[Hex, float]] = []
        self._actions, self._draws = 0, -1

    def choose(self, match: Match) -> tuple[Action, str]:
        """The next action and why."""
        s = match.state
        key = (s.turn, match.side, s.stack[-1].step, len(s.stack))
        if key != self._key:
            self._key, self._actions, self._draws = key, 0, -1
            self._settled, self._done, self._targets, self._felt = set(), set(), set(), {}
        self._actions += 1
        action, why = self._decided(match) if self._actions < MOST else self._random.choose(match)
        self._done.add(action)
        return action, why

    def _decided(self, match: Match) -> tuple[Action, str]:
        view = match.view(match.side)
        for found in (self._attack(match, view), self._move(match, view), self._close(match)):
            if found is not None:
                return found
        return self._random.choose(match)

    # ------------------------------------------------------------------ attacks
    def _attack(self, match: Match, view: View) -> tuple[Action, str] | None:
        """The next action of the best attack that can be made without moving for it."""
        if self._draws != match.state.draws:
            # What there is to attack changes with the dice alone while nobody moves.
            self._draws, self._prospects = match.state.draws, view.prospects()
        for p in self._prospects:
            if p.worth < LEAST or p.movers or p.target in self._targets:
                continue
            for action in self._of(match, p):
                if action not in self._done:
                    return action, f"The attack is worth {p.worth:+.1f} steps."
            self._targets.add(p.target)
            if (resolve := self._resolving(match)) is not None:
                return resolve, f"All {len(p.stands)} who can have joined the attack."
        return None

    @staticmethod
    def _of(match: Match, p: Prospect) -> Iterator[Action]:
        """Legal actions that name nobody but those of an attack, and its target."""
        target = match.data.board.labels[p.target]
        names = [match.data.roster.ids[u] for u, _ in p.stands]
        steps = {v.name: v for v in match.c.step.verbs}
        for subject in (target, *names):
            for action in match.legal.of(subject):
                if set(action.args) <= {target, *names} and steps[action.verb].role not in ("drop", "back", "hold"):
                    yield action

    @staticmethod
    def _resolving(match: Match) -> Action | None:
        roles = {v.name for v in match.c.step.verbs if v.role == "resolve"}
        return next((a for a in match.legal.plain() if a.verb in roles), None)

    # ------------------------------------------------------------------ places
    def _move(self, match: Match, view: View) -> tuple[Action, str] | None:
        """A unit that has not been looked at in this step, to the best hex that it can go to."""
        roster, board = match.data.roster, match.data.board
        for name in match.legal.subjects():
            u = roster.by_id.get(name, -1)
            if u < 0 or name in self._settled:
                continue
            self._settled.add(name)
            here = view.state.hex_of[u]
            places = {board.find(a.args[1]): a for a in self._goings(match, name)}
            if not places:
                continue
            best = max(sorted(places), key=lambda h: self._worth(view, u, h))
            gain = self._worth(view, u, best) - (self._worth(view, u, here) if here >= 0 else -1.0)
            if gain > GAIN:
                return places[best], f"{board.labels[best]} is better by {gain:.1f}."
        return None

    @staticmethod
    def _goings(match: Match, name: str) -> Iterable[Action]:
        """Actions of the first kind that send a unit somewhere."""
        labels = match.data.board.index
        found = [a for a in match.legal.of(name) if len(a.args) == 2 and a.args[1] in labels]
        return [a for a in found if a.verb == found[0].verb]

    def _worth(self, view: View, u: Unit, h: Hex) -> float:
        """Goals near a hex, and friends who stand beside the same enemies."""
        if h not in self._felt:
            self._felt[h] = self._goals(view, h)
        side, total = view.roster.side[u], self._felt[h]
        for n in view.board.grid.adjacent[h]:
            units = view.stacks.get(n, ())
            if units and view.roster.side[units[0]] != side:
                around = [v for k in view.board.grid.adjacent[n] for v in view.stacks.get(k, ()) if v != u]
                total += PRESS * min(sum(1 for v in around if view.roster.side[v] == side), FRIENDS)
        return total

    def _goals(self, view: View, h: Hex) -> float:
        """What all hexes with points make felt in one; without any, the nearest enemies do."""
        grid, side = view.board.grid, view.c.state.side
        if not self._felt:
            pairs = ((goal, view.points(goal)) for goal in sorted(view.data.in_play))
            self._wanted = [(g, points**0.5 * (HELD if view.control(g) == side else 1.0))
                            for g, points in pairs if points > 0]  # fmt: skip
        if self._wanted:
            return sum(value * FADING ** grid.distance(h, goal) for goal, value in self._wanted)
        foes = [f for f, units in view.stacks.items() if view.roster.side[units[0]] != side]
        return FADING ** min((grid.distance(h, f) for f in foes), default=0)

    # ------------------------------------------------------------------ the end of a step
    def _close(self, match: Match) -> tuple[Action, str] | None:
        """What Enter would do, unless that was done already; else what ends the step."""
        default = match.prompt.default
        if default is not None and default not in self._done and match.check(default) is None:
            return default, f"The usual answer of rule {match.prompt.rule}."
        for verb in CLOSING:
            for action in match.legal.plain():
                if action.verb == verb:
                    return action, "Nothing better is known."
        return None
