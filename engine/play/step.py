"""Steps: named points where the game waits for one side, and the Context they work in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from itertools import repeat
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from engine.components.dice import Dice
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.action import Action, Refusal
from engine.play.columns import Marks
from engine.play.event import Event
from engine.play.options import WORD, option_apply, option_check
from engine.play.state import Frame, State

if TYPE_CHECKING:
    from engine.components.load import GameData

S = TypeVar("S", bound=State)


class Throw(NamedTuple):
    """One die as it fell; ``results`` are what each face would have brought, where a table was rolled on."""

    sides: int
    value: int
    lot: bool = False
    """A blind choice, such as a chit from a cup; no die."""
    results: tuple[str, ...] = ()


class Prompt(NamedTuple):
    """What is asked of whom, in a sentence, by which rule; ``default`` is what Enter answers.

    ``who`` names the person who is asked, where several people play a side; ``about`` is the hex that the question is
    about where no answer names it, -1 for none. ``both``: the phase belongs to both sides, and nothing but the question
    tells which of them is asked.
    """

    side: str
    text: str
    rule: str
    default: Action | None = None
    who: str = ""
    about: Hex = -1
    both: bool = False


class Context(Generic[S]):
    """Everything a step may use: the game's data, the state, dice, the log. Nothing global."""

    def __init__(self, data: GameData, state: S, dice: Dice, steps: dict[str, Step[S]]) -> None:
        self.data = data
        self.board = data.board
        self.grid = data.board.grid
        self.roster = data.roster
        self.scenario = data.scenario
        self.options = data.options
        self.numbers = data.numbers
        self._sides: tuple[str, str] = tuple(data.meta["sides"])
        self.state = state
        self.dice = dice
        self.steps = steps
        self.events: list[Event] = []
        self.barrier = False
        self.shown: set[Unit] = set()
        """Units that both sides have looked at in the present action, wherever they lie."""
        self.thrown: list[Throw] = []
        """Every throw of the present action, for the statistics of the dice."""
        self.rev = 0
        """Rises with every change of the state."""
        self.cache: dict[Any, Any] = {}
        """What was derived from the state since its last change."""
        self.kept: dict[Any, tuple[Any, Any]] = {}
        """What was derived from the state, each with what it depends on: good as long as that is the same."""
        self.marks = Marks()
        self.base: Context[S] | None = None
        """The context whose derived values count here, if not its own."""

    # ------------------------------------------------------------------ the stack of steps
    @property
    def frame(self) -> Frame:
        """The step that waits now, with its variables."""
        return self.state.stack[-1]

    @property
    def step(self) -> Step[S]:
        """The code of the step that waits now."""
        return self.steps[self.frame.step]

    def call(self, step: str, **variables: Any) -> None:
        """Push a step; the present one is resumed when it is done.

        ``side`` among the variables is who decides in it. The present step's side gets the decision back at its end.
        """
        self.state.stack.append(Frame(step, variables))
        self._hand_over()
        self.touch()
        self.steps[step].enter(self)

    def goto(self, step: str, **variables: Any) -> None:
        """Replace the present step."""
        self.state.stack.pop()
        self.call(step, **variables)

    def done(self) -> None:
        """End the present step and resume the one below."""
        ended = self.state.stack.pop().step
        if self.state.stack and not self.state.over:
            self._hand_over()
        self.touch()
        if self.state.stack and not self.state.over:
            self.step.resume(self, ended)

    def _hand_over(self) -> None:
        """The side of the step that waits now decides; a step without one is for whoever decides already."""
        self.state.side = self.step.acts(self) or self.state.side

    # ------------------------------------------------------------------ changes
    def touch(self) -> None:
        """The state changed: what was derived from it is looked at again."""
        self.rev += 1
        self.cache.clear()
        self.marks.look_again()

    def forget(self) -> None:
        """More than the state changed, such as the roster: nothing is kept."""
        self.kept.clear()
        self.touch()

    def say(
        self,
        kind: str,
        text: str,
        rule: str,
        *,
        rolls: Iterable[int] = (),
        seen_by: str | None = None,
        hexes: Iterable[Hex] = (),
        units: Iterable[Unit] = (),
        named: Iterable[Unit] | None = None,
        plain: str = "",
    ) -> None:
        """Log an event.

        ``named`` are the units that the sentence tells of, all of ``units`` when left out; a side that may not look at
        one of them reads ``plain`` in its place, or nothing.
        """
        about = None if named is None else tuple(named)
        where, whom = tuple(hexes), tuple(units)
        self.events.append(Event(kind, text, self.numbers[rule], tuple(rolls), seen_by, where, whom, plain, about))

    def roll(self, sides: int, *, lot: bool = False, results: Iterable[str] = ()) -> int:
        """Throw a die; nothing before it can be taken back.

        ``lot`` marks a blind choice among ``sides`` things, such as a chit from a cup: no die of the players.
        ``results`` are what each face would have brought, first face first.
        """
        value = self.dice.throw(self.state.draws, sides, lot)
        self.thrown.append(Throw(sides, value, lot, tuple(results)))
        self.state.draws += 1
        self.barrier = True
        self.touch()
        return value

    def reveal(self) -> None:
        """A secret came out: nothing before it can be taken back."""
        self.barrier = True

    def show(self, units: Iterable[Unit]) -> None:
        """Both sides look at units: nothing that is told of them in this action is a secret."""
        self.shown.update(units)
        self.reveal()

    def over(self, winner: str, level: str, rule: str) -> None:
        """The game is decided; no step waits any more."""
        self.state.over, self.state.winner, self.state.level = True, winner, level
        self.state.over_rule = self.numbers[rule]
        self.state.stack.clear()
        self.state.side = ""
        self.touch()

    def other(self, side: str) -> str:
        """The opponent of a side, of the two that the game's file names."""
        first, second = self._sides
        return second if side == first else first

    # ------------------------------------------------------------------ words to numbers
    def unit(self, text: str) -> Unit:
        """The counter named in an action. Raises ``BadInput``."""
        found = self.roster.by_id.get(text)
        return self.roster.find(text) if found is None else found

    def hex(self, text: str) -> Hex:
        """The hex named in an action. Raises ``BadInput``."""
        found = self.board.index.get(text)
        if found is not None:
            return found
        return self.board.find_in(text, self.data.in_play, str(self.scenario.get("sheet", "")))

    def label(self, h: Hex) -> str:
        """The label of a hex."""
        return self.board.labels[h]


Options = Callable[[Any, str | None], Iterable[tuple[str, ...]]]
Check = Callable[..., Refusal | None]


class Verb(NamedTuple):
    """One kind of answer to a step: what can be tried, why not, and what it does.

    ``options(c, subject)`` yields the words after the verb; they are only candidates: ``check(c, *words)`` decides,
    here and for every action typed, sent or replayed, so a list of legal actions and a refusal never disagree.
    """

    name: str
    options: Options
    check: Check
    apply: Callable[..., None]
    help: str
    rule: str
    subjects: Callable[[Any], Iterable[str]] | None = None
    """Cheap superset of the subjects with options; ``None`` when the verb needs no subject."""
    paid: bool = False
    """Whether it costs the movement points that ``reach`` tells, which the map then shows."""
    role: str = ""
    """What a screen may offer it as: ``pick`` and ``drop`` put a unit into the group that acts together or take it out,
    ``all`` takes everybody in, ``hold`` ends a unit's or group's part in the step; ``resolve`` rolls for an attack made
    up; ``support`` says whether support goes along; ``back`` returns to what was passed by, never ending the step."""
    battle: str = ""
    """Kind of the calculation that carrying it out rolls for: a screen shows it first."""
    grave: bool = False
    """Whether it costs something for good: it is never what a key means that just goes on."""
    twice: bool = False
    """Whether dice fall at once where its question comes up by itself: a key pressed twice does it."""
    secret: bool = False
    """Whether the other side does not learn which of its choices was made, in a step that is not secret as a whole."""
    apart: bool = False
    """Whether it is about numbers or the like and never about a unit or a hex, even while it has no subject at all."""
    rare: bool = False
    """Whether few positions know it: while it has no subject, nobody who points somewhere asks for it."""
    sure: bool = False
    """Whether all that ``options`` yields is allowed and about the subject asked for: the check is not asked again."""
    told: Callable[..., str] | None = None
    """What an allowed action is likely to bring, in a few words, by what ``check`` takes: ``50% (1-5) point 2``."""


def outlook(c: Context[Any], action: Action) -> str:
    """What an action that is allowed now is likely to bring; empty where its verb does not say."""
    tell = next((v.told for v in c.step.verbs if v.name == action.verb), None)
    return tell(c, *action.args) if tell is not None else ""


_new = tuple.__new__
"""Makes an action of its two parts faster than ``Action`` does: lists have many thousands of them."""


def answers(c: Context[Any], verb: Verb, subject: str | None) -> Iterator[Action]:
    """The allowed actions of a verb, all or those about one subject."""
    options = verb.options(c, subject)
    if not verb.sure:
        about = options if subject is None else (words for words in options if words[:1] == (subject,))
        options = (words for words in about if verb.check(c, *words) is None)
    return map(_new, repeat(Action), zip(repeat(verb.name), options, strict=False))


class Step(ABC, Generic[S]):
    """A named point where the game waits. Subclasses give ``verbs``, ``prompt`` and, if needed, enter and resume."""

    id: ClassVar[str] = ""
    phase: ClassVar[str] = ""
    """Id of the phase in the outline that this step belongs to; empty: that of the step below."""
    title: ClassVar[str] = ""
    secret: ClassVar[bool] = False
    """What is decided stays unknown to the other side, which must not look on either."""
    private: ClassVar[bool] = False
    """The other side must not look on, since the screen shows what it may not see; what comes of it is seen by both."""
    verbs: ClassVar[tuple[Verb, ...]] = ()

    @abstractmethod
    def prompt(self, c: Context[S]) -> Prompt:
        """What is asked of whom. ``c`` is not changed."""

    def acts(self, c: Context[S]) -> str:
        """The side that decides in this step, by default that with which it was called; empty: whoever did before.

        It holds from the beginning of the step on, and again when a step that this one has called is done.
        """
        return str(c.frame.vars.get("side", ""))

    def enter(self, c: Context[S]) -> None:
        """The step was pushed."""

    def resume(self, c: Context[S], ended: str) -> None:
        """The step that this one had called, named ``ended``, is done."""

    @property
    def covered(self) -> bool:
        """Whether the other side must not look on while this is decided."""
        return self.secret or self.private

    def legal(self, c: Context[S], subject: str | None = None) -> Iterator[Action]:
        """Every action allowed now, or those about one subject; not sorted, no repeats promised."""
        for verb in self.verbs:
            yield from answers(c, verb, subject)

    def about(self, c: Context[S], subject: str) -> list[Action]:
        """The same about one subject, all at once."""
        found: list[Action] = []
        for verb in self.verbs:
            found += answers(c, verb, subject)
        return found

    def subjects(self, c: Context[S]) -> list[str]:
        """Units and hexes that something may be decided about: a cheap superset, sorted."""
        known = dict.fromkeys([verb.subjects for verb in self.verbs if verb.subjects])  # several verbs share one
        return sorted(set[str]().union(*[subjects(c) for subjects in known]))

    def plain(self, c: Context[S]) -> Iterator[Action]:
        """Legal actions of the verbs that need no subject."""
        for verb in self.verbs:
            if verb.subjects is None:
                for words in verb.options(c, None):
                    if verb.check(c, *words) is None:
                        yield Action(verb.name, words)

    def has_plain(self, c: Context[S]) -> bool:
        """Whether there is one; the last verbs are asked first, since what ends a step is nearly always allowed."""
        return any(
            verb.check(c, *words) is None
            for verb in reversed(self.verbs)
            if verb.subjects is None
            for words in verb.options(c, None)
        )

    def verb(self, name: str) -> Verb | None:
        """The verb with this name, if the step knows it; that which changes an option is known to all."""
        return next((v for v in self.verbs if v.name == name), OPTION if name == OPTION.name else None)

    def check(self, c: Context[S], action: Action) -> Refusal | None:
        """Why the action is not allowed, or ``None``. Raises ``BadInput`` for words that mean nothing."""
        verb = self.verb(action.verb)
        if verb is None:
            known = ", ".join(v.name for v in self.verbs)
            return Refusal(self.prompt(c).rule, f"'{action.verb}' is not what is asked now; you can: {known}.")
        least, most = _words_of(verb.check)
        if not least <= len(action.args) <= most:
            raise BadInput(f"'{action}' has too many or too few words; {verb.name}: {verb.help}")
        return verb.check(c, *action.args)

    def apply(self, c: Context[S], action: Action) -> None:
        """Carry out a checked action."""
        verb = self.verb(action.verb)
        assert verb is not None
        verb.apply(c, *action.args)


@cache
def _words_of(check: Check) -> tuple[float, float]:
    """How many words a check takes after the context, at least and at most."""
    taken = [p for p in signature(check).parameters.values() if p.kind is not p.KEYWORD_ONLY][1:]
    single = [p for p in taken if p.kind is not p.VAR_POSITIONAL]
    return sum(p.default is p.empty for p in single), len(single) if single == taken else inf


def no_words(c: Any, subject: str | None) -> Iterable[tuple[str, ...]]:
    """Options of a verb that stands alone."""
    return [()]


def always(c: Any) -> None:
    """Check of a verb that is always allowed."""
    return None


OPTION = Verb(WORD, no_words, option_check, option_apply, "option NAME VALUE: changed while playing", "")
"""Understood by every step, and in no list of answers: it is no decision of the game."""


@dataclass
class Registry(Generic[S]):
    """The steps of a game by id."""

    steps: dict[str, Step[S]] = field(default_factory=dict)

    def add(self, *kinds: type[Step[S]]) -> None:
        """Register step classes. Raises ``ValueError`` for an id used twice."""
        for kind in kinds:
            if kind.id in self.steps:
                raise ValueError(f"two steps are called '{kind.id}'")
            self.steps[kind.id] = kind()
