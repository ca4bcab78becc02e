"""Typed actions in the words that are on the screen: short names, towns, numbers of hexes, titles of chits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.view import View
from tui.game.decision import Decision
from tui.game.find import fold, slip
from tui.game.names import titles

LONGEST = 6
"""So many typed words may be one name."""


def squeezed(text: str) -> str:
    """A name as it is compared: letters and digits alone, in lower case."""
    return "".join(c for c in fold(text) if c.isalnum())


class Spoken:
    """The names of one decision as its side may know them, each with the words of actions that it may stand for."""

    def __init__(self, decision: Decision, view: View) -> None:
        self.decision = decision
        self.view = view
        self.words: dict[str, list[str]] = {}
        for name, word in self._names():
            known = self.words.setdefault(squeezed(name), [])
            if word not in known:
                known.append(word)

    def _names(self) -> Iterator[tuple[str, str]]:
        """Ids and labels as they are first: what is typed exactly means what it always did."""
        view, board = self.view, self.view.board
        for word, h in board.index.items():
            yield word, board.labels[h]
        for u in range(len(view.roster)):
            if not view.hidden(u):
                yield from ((name, view.roster.ids[u]) for name in (view.roster.ids[u], view.short(u), view.name(u)))
        for h, place in board.place_at.items():
            yield board.describe(h), board.labels[h]
            yield place.name, board.labels[place.hexes[0]]
        for word, title in titles(self.decision.data).items():
            yield word, word
            yield title, word
        for action in self.decision.plain:
            yield from ((word, word) for word in action.args)
        for thing in view.named():
            if thing.id:
                yield thing.title, thing.id

    def action(self, text: str) -> Action:
        """The action that was typed. Raises ``BadInput`` for a name that means nothing here, or several things."""
        verb, *typed = text.split()
        name = next((v.name for v in self.decision.verbs if v.name == verb.lower()), verb.lower())
        told: list[str] = []
        while typed:
            word, used = self._next(name, told, typed)
            told.append(word)
            typed = typed[used:]
        return Action(name, tuple(told))

    def _next(self, verb: str, told: list[str], typed: list[str]) -> tuple[str, int]:
        """The word of an action that stands first among typed words, and how many of them it takes."""
        for used in range(min(LONGEST, len(typed)), 0, -1):
            meant = self.words.get(squeezed(" ".join(typed[:used])), [])
            if meant:
                return self._one(verb, told, meant, " ".join(typed[:used])), used
        hint = "" if self._number(typed[0]) else self._hint(typed[0])
        if hint:
            raise BadInput(f"there is nothing called '{typed[0]}' here; is it {hint}?")
        return typed[0], 1

    def _one(self, verb: str, told: list[str], meant: list[str], typed: str) -> str:
        """Of several things with one name the one that can be meant now."""
        if len(meant) == 1:
            return meant[0]
        legal = [a.args for a in (self.decision.of(told[0]) if told else ()) if a.verb == verb]
        legal = legal or [(s,) for s in self.decision.subjects if not told]
        place = len(told)
        able = [w for w in meant if any(args[place : place + 1] == (w,) for args in legal)]
        able = able or (self._own(meant) if not told else []) or meant
        if len(able) > 1 and typed.lower() in able:
            return typed.lower()
        printed = [w for w in able if self._printed(w) == typed.lower()]
        if len(printed) == 1:
            return printed[0]
        if len(able) > 1:
            names = " or ".join(self._whole(word) for word in able[:3])
            raise BadInput(f"'{typed}' may be {names}: type the whole name")
        return able[0]

    def _own(self, words: list[str]) -> list[str]:
        """The units among some words that are of the side to act."""
        r, side = self.view.roster, self.decision.prompt.side
        return [w for w in words if w in r.by_id and r.side[r.by_id[w]] == side]

    def _whole(self, word: str) -> str:
        unit = self.view.roster.by_id.get(word)
        return self.decision.name(word) if unit is None else self.view.name(unit)

    def _printed(self, word: str) -> str:
        """What stands on the counter of a unit, signs such as + and all; empty for anything else."""
        unit = self.view.roster.by_id.get(word)
        return "" if unit is None else self.view.short(unit).lower()

    def _number(self, word: str) -> bool:
        """Whether a word is a bare number of a hex on one of the sheets."""
        try:
            self.view.board.find_in(word, self.decision.data.in_play, str(self.decision.data.scenario.get("sheet", "")))
        except BadInput:
            return False
        return True

    def _hint(self, typed: str) -> str:
        """Names that differ from what was typed by a slip of the finger, or begin with it; of units, those in play."""
        want = squeezed(typed)
        near = [words for name, words in self.words.items() if name.startswith(want) or slip(want, name)]
        names = dict.fromkeys(self.decision.name(word) for words in near for word in words)
        return ", ".join([*names][:3])

    # ------------------------------------------------------------------ going on with what is typed
    def about(self, verb: str, typed: Iterable[str]) -> list[str]:
        """Subjects of a verb whose name or id begins with some typed words."""
        start = squeezed(" ".join(typed))
        found = [v for v in self.decision.verbs if v.name == verb and v.subjects is not None]
        known = {s for v in found if v.subjects is not None for s in v.subjects(self.decision.match.c)}
        subjects = [s for s in self.decision.subjects if s in known]
        names = {s: (squeezed(self.decision.name(s)), squeezed(s)) for s in subjects}
        return [s for s in subjects if any(name.startswith(start) for name in names[s])]

    def begun(self, verb: str, typed: list[str]) -> tuple[str, str]:
        """The subject that some typed words begin with, and what follows it, squeezed; empty where there is none."""
        for used in range(min(LONGEST, len(typed)), 0, -1):
            want = squeezed(" ".join(typed[:used]))
            for subject in self.about(verb, typed[:used]):
                if want in (squeezed(self.decision.name(subject)), squeezed(subject)):
                    return subject, squeezed(" ".join(typed[used:]))
        return "", ""
