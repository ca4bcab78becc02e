"""What a game must give beside ``Knowledge`` for plans to be carried out: the contract of its deeds."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.ruleset import Ruleset
from engine.play.step import Context
from engine.players.planner.dashes import Dash
from engine.players.planner.ending import Left, towards_end
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.plan import Order
from engine.players.planner.weights import Weights


class Ready(NamedTuple):
    """Who may act in the part of the turn that goes on."""

    units: Collection[Unit]
    halted: Collection[Unit] = ()
    """Those of them that move no more before they attack."""
    later: Collection[Unit] = ()
    """Others who may still move in the same part of the turn, for whom plans are made afterwards."""
    fights: bool = True
    """Whether those who may act may attack before the enemy acts."""


class Planning(Protocol):
    """How plans become actions in one game. A module of advice that has one names it ``PLANNING``.

    Nothing that it is given is changed, contexts least of all.
    """

    firm: bool
    """Whether a plan goes on when a die has fallen, until it is ``spent``; else another one is made."""

    def steps(self, side: str) -> Collection[str]:
        """Steps in which a plan decides for a side; all others are duties."""

    def knowledge(self, c: Context[Any], side: str) -> Knowledge:
        """What the planner may ask about a whole position."""

    def weights(self, c: Context[Any], side: str) -> Weights:
        """What counts how much for a side now."""

    def left(self, c: Context[Any], side: str) -> Left:
        """How much of the game is left for a side and for its enemy; ``Left()`` where that is not told."""

    def ready(self, c: Context[Any], side: str) -> Ready:
        """Who a plan is made for."""

    def next(self, c: Context[Any], orders: Mapping[Unit, Order]) -> Action | None:
        """The next action by which orders are carried out, the one that ends the step after all others.

        ``None`` where a plan says nothing about what is asked now.
        """

    def prepares(self, c: Context[Any]) -> Iterator[None]:
        """What is looked up once for many plans and takes long, a breath after each part of it."""

    def spent(self, c: Context[Any], orders: Mapping[Unit, Order]) -> bool:
        """Whether orders are carried out while others may still act in the same step, for whom another plan is made;
        never in a game that plans for all at once."""

    def ends(self, c: Context[Any]) -> Mapping[Action, Mapping[Unit, Hex]]:
        """Where the step that waits only asks where units come to stand, such as an advance: each allowed action with
        where it takes whom; nothing in all other steps."""

    def dashes(self, c: Context[Any]) -> Iterator[Dash | None]:
        """Attacks that could be made at once in the middle of movement; none in a game, or step, without them.

        ``None`` in between is a breath: whoever runs the player may draw the screen and read keys.
        """

    def part(self, c: Context[Any]) -> Hashable:
        """Which part of a turn goes on for which a plan is made, such as one command; ``None`` between them, and
        where plans are to be weighed on the maps alone."""

    def answer(self, c: Context[Any]) -> Action:
        """A quick answer of whoever decides to what no plan says anything about; it is allowed."""


class Usual:
    """What is alike in most games, whose plans are weighed on the maps alone: for their planning to begin with."""

    firm = False
    """Another plan is made when a die has fallen."""
    where: tuple[str, ...]
    """Steps in which a plan decides, the same for all sides."""
    asks: type[Any]
    """What the planner may ask: the ``Knowledge`` of a position and a side."""
    numbers: Mapping[str, Weights]
    """What counts how much, by side."""
    far = False
    """Whether ways to goals take long: then they are looked up one after the other before a plan is made."""

    def steps(self, side: str) -> tuple[str, ...]:
        """Where it decides."""
        return self.where

    def knowledge(self, c: Context[Any], side: str) -> Knowledge:
        """What the planner may ask."""
        found: Knowledge = self.asks(c, side)
        return found

    def weights(self, c: Context[Any], side: str) -> Weights:
        """The numbers of a side."""
        return self.numbers[side]

    def spent(self, c: Context[Any], orders: Mapping[Unit, Order]) -> bool:
        """A plan is for all who may act."""
        return False

    def left(self, c: Context[Any], side: str) -> Left:
        """Not told."""
        return Left()

    def ends(self, c: Context[Any]) -> Mapping[Action, Mapping[Unit, Hex]]:
        """No step only asks where units come to stand."""
        return {}

    def prepares(self, c: Context[Any]) -> Iterator[None]:
        """Ways to goals, where they take long."""
        if self.far:
            k = self.asks(c, c.state.side)
            yield from k.approached(k.goals())

    def dashes(self, c: Context[Any]) -> Iterator[Dash | None]:
        """Nobody attacks at once in the middle of movement."""
        return iter(())

    def part(self, c: Context[Any]) -> Hashable:
        """Nothing is played out."""
        return None

    def answer(self, c: Context[Any]) -> Action:
        """What Enter would do, or the first thing that is allowed."""
        default = c.step.prompt(c).default
        if default is not None and c.step.check(c, default) is None:
            return default
        return next(iter(c.step.legal(c)))


def weights_of(planning: Planning, c: Context[Any], side: str) -> Weights:
    """What counts how much for a side now, with what is left of the game where that is told."""
    told = getattr(planning, "left", None)
    return towards_end(planning.weights(c, side), told(c, side) if told is not None else Left())


def allowed(c: Context[Any], actions: Iterable[Action]) -> Action | None:
    """The first of some actions that is not refused."""
    return next((action for action in actions if c.step.check(c, action) is None), None)


def planning_of(rules: Ruleset) -> Planning | None:
    """What a game gives, if it gives it."""
    if not rules.advice:
        return None
    found: Planning | None = getattr(import_module(rules.advice), "PLANNING", None)
    return found
