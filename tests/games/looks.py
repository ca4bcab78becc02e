"""What must hold in a game played at random, seen from several sides at once: one game is played for all of them."""

from __future__ import annotations

import json
import marshal
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from operator import lt
from typing import Any, NamedTuple

import pytest

from engine.components import dice
from engine.components.roster import Roster
from engine.play.action import Action
from engine.play.history import HistoryLine
from engine.play.legal import Legal
from engine.play.match import Match
from engine.play.state import PLAIN, State, copy_state
from engine.play.step import Step, Verb
from engine.play.view import View

OFTEN = 50
"""Actions from one costly look to the next in a small game; steps met for the 1st, 8th, 64th ... time have one too."""
FEW, SOME, MANY = 12, 8, 100
"""All that is legal is listed once in each step and where a few subjects have not many actions, else that of some."""
COMPARED = 300
"""Sights of secret choices that are compared in one game."""
CHOICES = 6
"""Secret choices of one kind and moment that are compared."""


def pace(match: Match) -> int:
    """How many times rarer the costly looks are taken in a large game: each takes longer, and there are more."""
    return 1 + len(match.data.in_play) // 500


class Look:
    """Something that must hold after every action of a game and at its end."""

    def __init__(self, match: Match) -> None:
        """Before the first action."""

    def at(self, match: Match, thorough: bool) -> None:
        """After an action; ``thorough`` at moments that are worth a costly look. Leaves the match as it is."""

    def end(self, match: Match) -> None:
        """After the last action."""


def looked_at(
    matches: Iterator[Match], looks: Sequence[type[Look]], *, often: int = OFTEN, every: int = 1, whole: bool = True
) -> None:
    """Take all looks at a game that is being played, after ``every`` so many actions and at thorough moments.

    What is told at the end of a game is asked of a ``whole`` one alone.
    """
    match = next(matches)
    taken, met = [look(match) for look in looks], Counter[str]()
    for n, match in enumerate(matches):
        count = 0
        for frame in match.state.stack[-1:]:
            met[frame.step] += 1
            count = met[frame.step]
        thorough = n % (often * pace(match)) == 0 or count in (1, 8, 64, 512)
        if thorough or n % every == 0:
            for look in taken:
                look.at(match, thorough)
    assert match.over or not whole
    for look in taken if whole else ():
        look.end(match)


# ---------------------------------------------------------------------- what always holds
class Sound(Look):
    """No invariant is broken, there is something to decide, and what is legal and recorded fits the match."""

    def __init__(self, match: Match) -> None:
        self.met = Counter[str]()

    def at(self, match: Match, thorough: bool) -> None:
        assert match.rules.invariants(match.c) == [], match.history[-1:]
        assert match.over or match.side == match.prompt.side
        if thorough:
            assert match.over or match.legal.any()
            step = "" if match.over else match.c.step.id
            subjects = match.legal.subjects()
            if not self.met[step] or few(match, subjects):
                legal_is_sound(match)
            else:
                shift = self.met[step] % -(-len(subjects) // SOME)
                legal_is_sound_for(match, subjects[shift :: -(-len(subjects) // SOME)])
            self.met[step] += 1
            record_is_faithful(match)

    def end(self, match: Match) -> None:
        assert match.side == "" and list(match.legal) == []
        assert match.check("anything") is not None
        assert sum(len(e.rolls) for e in match.log) == match.state.draws, "an event is missing a roll"


def few(match: Match, subjects: Sequence[str]) -> bool:
    """Whether there are not many actions about a few subjects; no more are counted than tell it."""
    total = 0
    for subject in subjects[:FEW]:
        total += len(match.legal.of(subject))
        if total >= MANY:
            return False
    return True


def in_order(actions: list[Action]) -> bool:
    """Sorted and without repeats: each before the next."""
    return all(map(lt, actions, actions[1:]))


def legal_is_sound_for(match: Match, subjects: Sequence[str]) -> None:
    """What is legal about some subjects: sorted, without repeats, about them, each allowed."""
    for subject in subjects:
        found = match.legal.of(subject)
        assert in_order(found)
        assert all(action.args[0] == subject for action in found)
        for action in found[:: max(1, len(found) // 10)]:
            assert match.check(action) is None and action in match.legal and str(action) in match.legal


def legal_is_sound(match: Match) -> None:
    """Sorted, without repeats, each allowed, and the same however it is asked for."""
    found = list(match.legal)
    assert in_order(found)
    for action in found[:: max(1, len(found) // 40)]:
        assert match.check(action) is None and action in match.legal and str(action) in match.legal
    # A verb that offers no subjects, as taking up again in a set-up, is found by who names one.
    verbs = () if match.over else match.c.step.verbs
    aside = {verb.name for verb in verbs if verb.subjects is not None and not [*verb.subjects(match.c)]}
    about, plain = defaultdict[str, list[Action]](list), match.legal.plain()
    for action in found:
        about[action.args[0] if action.args else ""].append(action)
    assert set(plain) <= set(found) and match.legal.any_plain() == bool(plain)
    subjects = match.legal.subjects()
    untold = {a for s in about.keys() - set(subjects) for a in about[s]} - set(plain)
    assert {action.verb for action in untold} <= aside, match.prompt
    assert all(action in match.legal.of(action.args[0]) for action in untold)
    at_once = Legal(match.c)
    at_once.of_each(subjects)
    for subject in subjects[:: max(1, len(subjects) // SOME)]:
        assert set(about[subject]) - set(plain) == set(match.legal.of(subject)) - set(plain), (match.prompt, subject)
        assert at_once.of(subject) == match.legal.of(subject), (match.prompt, subject)


def record_is_faithful(match: Match) -> None:
    """A record through JSON gives the same game, with the same things to decide."""
    again = Match.from_record(json.loads(json.dumps(match.record())))
    assert again.digest() == match.digest()
    assert again.history == match.history
    if not match.over:
        assert again.legal.plain() == match.legal.plain() and again.legal.subjects() == match.legal.subjects()
        assert again.prompt == match.prompt


def alike(one: State, other: State) -> bool:
    """Whether two states hold the same, their tables in one order."""
    return one == other and all(
        list(table) == list(getattr(other, name)) for name, table in vars(one).items() if isinstance(table, dict)
    )


# ---------------------------------------------------------------------- taking back
class TakenBack(Look):
    """What can be taken back is as if never done, and is played again; dice and the other side's turn bar the way."""

    def __init__(self, match: Match) -> None:
        self.before, self.digest, self.side, self.undone = copy_state(match.state), match.digest(), match.side, 0

    def at(self, match: Match, thorough: bool) -> None:
        line, after = match.history[-1], copy_state(match.state)
        if line.rolls or match.side != self.side:
            assert not match.can_undo, f"{line} can be taken back"
        digest = match.digest() if thorough else ""
        if match.can_undo:
            assert match.undo() == line and alike(match.state, self.before) and match.side == self.side
            assert not (thorough and self.digest) or match.digest() == self.digest
            match.redo()
            assert alike(match.state, after) and match.history[-1] == line and not match.can_redo
            assert not thorough or match.digest() == digest
            self.undone += 1
        self.before, self.digest, self.side = after, digest, match.side

    def end(self, match: Match) -> None:
        assert self.undone > 5


# ---------------------------------------------------------------------- the same game again
def no_draw(seed: int, number: int, sides: int) -> int:
    """In place of the numbered draws."""
    raise AssertionError("a die was thrown that the history does not tell")


class Again(Look):
    """Beside the game goes another, from the same start, that knows its history alone: each line, and no other dice."""

    def __init__(self, match: Match) -> None:
        *_, start = match.replayed(0)
        self.other = Match.from_record(start.record())
        assert self.other.digest() == match.digest()

    def at(self, match: Match, thorough: bool) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(dice, "draw", no_draw)
            self.other.replay_line(HistoryLine.parse(str(match.history[-1])))
        assert not self.other.dice.queued and alike(self.other.state, match.state), match.history[-1:]
        assert not thorough or self.other.digest() == match.digest()

    def end(self, match: Match) -> None:
        assert self.other.digest() == match.digest()
        assert [str(line) for line in self.other.history] == [str(line) for line in match.history]


# ---------------------------------------------------------------------- secrets
class Views(Look):
    """Views keep the dice and the other side's words, and whatever is asked of them changes nothing."""

    def at(self, match: Match, thorough: bool) -> None:
        if not thorough:
            return
        truth = match.digest()
        for side in (*match.data.meta["sides"], ""):
            view = match.view(side)
            assert view.c.dice is not match.c.dice and view.c.dice.seed != match.seed
            assert view.c.state is not match.state and view.c.dice.queued is not match.dice.queued
            assert match.over or all(e.seen_by in (None, side) for e in view.log())
            view.units(), view.tracks(), view.score(), view.outline(), view.tasks()
            for name, _ in view.overlays():
                assert view.overlay(name, side).id == name
        assert match.digest() == truth, "asking a view has changed the game"


RARE = ("watch",)
"""Secret steps that come at most once a game, and late."""
TOLD = {"order": 1}
"""How many words after a verb the other side learns, such as the hex that an Order lies in, of a choice else secret."""
CORNERS = {name: f"tests.games.{name}.corners" for name in ("ava", "pm", "bd")} | {
    "efs2": "tests.games.efs.corners",
    "efs1": "tests.games.efs.first_corners",
}
"""Modules with positions from which random play comes to steps that it hardly ever meets from the start.

``SECRET`` of such a module names steps with secrets that these positions lead to, where they are looked at apart.
"""


def secret_corners(game: str) -> tuple[str, ...]:
    """Secret steps of a game that are looked at from positions of their own."""
    names: tuple[str, ...] = getattr(import_module(CORNERS[game]), "SECRET", ()) if game in CORNERS else ()
    return names


class Secrets(Look):
    """All secret choices of one kind leave the same sight to everybody but the side that makes them."""

    def __init__(self, match: Match) -> None:
        self.compared = 0
        self.at(match, True)

    def at(self, match: Match, thorough: bool) -> None:
        if self.compared > COMPARED // pace(match):
            return
        seen: dict[tuple[str, ...], set[str]] = {}
        for action, other, sight in sights([] if match.over else secret_choices(match), match, anew=thorough):
            told = action.args[: TOLD.get(action.verb, 0)]
            seen.setdefault((action.verb, *told, other), set()).add(sight)
            self.compared += 1
        assert all(len(found) == 1 for found in seen.values()), (match.prompt, seen)

    def end(self, match: Match) -> None:
        rare = (*RARE, *secret_corners(match.rules.id))
        often = (step for name, step in match.rules.steps.items() if name not in rare)
        assert self.compared > 10 or not any(map(secret_verbs, often))


def secret_verbs(step: Step[Any]) -> list[Verb]:
    """Verbs of a step whose choices the other side does not learn."""
    return [verb for verb in step.verbs if step.secret or verb.secret]


def secret_choices(match: Match) -> list[Action]:
    """Legal actions that the other side does not learn, of each kind some evenly spread."""
    c, found = match.c, []
    for verb in secret_verbs(c.step):
        of_kind = sorted({Action(verb.name, words) for words in verb.options(c, None)})
        allowed = [action for action in of_kind if match.check(action) is None]
        found += allowed[:: -(-len(allowed) // CHOICES) or 1]
    return found


class Sight(NamedTuple):
    """What a side has seen: the state with its secrets blanked, the counters, and what is told of it all."""

    state: State
    roster: Roster
    told: str
    """A hash of the last: texts of a megabyte would be put together and compared for every choice."""


def _told(v: View) -> str:
    """A hash of all that a view tells of a state. Tables of plain values are marshalled in a fraction of ``repr``."""
    rest = repr((v.tracks(), v.markers, v.outline()))
    return sha256(marshal.dumps(v.units(), PLAIN) + rest.encode()).hexdigest()


def sights(choices: Sequence[Action], match: Match, *, anew: bool = True) -> Iterator[tuple[Action, str, str]]:
    """What each other side sees after each of some choices that reveal nothing; the match is left as it was.

    What is told of a state is asked once for all choices that leave the same one, and ``anew`` after the last of them:
    nothing of the truth that a view keeps what it has found with shows through it.
    """
    known: dict[str, Sight] = {}
    for n, action in enumerate(choices, 1):
        if anew and n == len(choices):
            known.clear()
        for other, sight in _after(match, action, known).items():
            yield action, other, sight


class PutBack(Exception):
    """Leaves ``all_or_none`` so that the match is as it was."""


def _after(match: Match, action: Action, known: dict[str, Sight]) -> dict[str, str]:
    """What each other side sees after an action; of a state that is in ``known`` what was told of it then."""
    found = {}
    others = {*match.data.meta["sides"], ""} - {match.side}
    with suppress(PutBack), match.all_or_none():
        match.play(action)
        for other in () if match.c.barrier else others:
            v, kept = match.view(other), known.get(other)
            if kept is None or kept.roster is not v.roster or not alike(kept.state, v.state):
                kept = known[other] = Sight(v.state, v.roster, _told(v))
            told = [e.text for e in v.log(20)]
            found[other] = f"{(v.prompt.text, told, v.turn_name)!r} {kept.told}"
        raise PutBack
    return found
