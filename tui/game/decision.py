"""What can be decided now, sorted for a person: things on the map, things in a list, and words for both."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.wording import plural
from engine.play.action import Action, Refusal
from engine.play.asked import Named, Task
from engine.play.match import Match
from engine.play.step import Verb, outlook
from engine.play.view import View
from tui.game.names import brief, name_of

FEW = 16
"""A decision with no more answers than this, none of them a hex to go to, is asked as a list."""


class Choice(NamedTuple):
    """One line of a list of answers: an action, or a subject that needs a hex on the map next."""

    text: str
    action: Action | None
    subject: str | None = None
    rule: str = ""
    note: str = ""
    unit: str = ""
    """Values and steps of the unit that it is about; of a bare word, what it does."""
    hexes: tuple[Choice, ...] = ()
    """Lines that it opens, one for each hex."""


class Decision:
    """The decision that waits in a match, as long as its ``rev`` stays."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rev = match.rev
        self.data = match.data
        self.prompt = match.prompt
        self.verbs: tuple[Verb, ...] = match.verbs
        self.order = {v.name: i for i, v in enumerate(self.verbs)}

    # ------------------------------------------------------------------ words to places
    def place(self, word: str) -> Hex | None:
        """Hex of a unit or of a label; ``None`` for anything off the map."""
        unit = self.data.roster.by_id.get(word)
        if unit is not None:
            h = self.match.state.hex_of[unit]
            return h if h >= 0 else None
        return self.data.board.index.get(word.upper())

    def target(self, action: Action) -> Hex | None:
        """Hex that an action points to: its last hex, else where another unit it names stands, else its subject."""
        board, roster = self.data.board, self.data.roster
        for word in reversed(action.args):
            if word not in roster.by_id and (h := board.index.get(word.upper())) is not None:
                return h
        for word in reversed(action.args[1:]):
            if word in roster.by_id and (h := self.place(word)) is not None:
                return h
        return self.place(action.args[0]) if action.args else None

    # ------------------------------------------------------------------ what the game tells of it
    @cached_property
    def _view(self) -> View:
        """What the side that decides knows: nothing else may be told of a unit."""
        return self.match.view(self.match.side)

    @cached_property
    def tasks(self) -> list[Task]:
        """What is left in this step, as far as the game lists it."""
        return [] if self.match.over else self.match.view(self.match.side).tasks()

    @cached_property
    def named(self) -> dict[str, Named]:
        """Things that are neither unit nor hex, such as chits, by their word."""
        return {} if self.match.over else {n.id: n for n in self.match.view(self.match.side).named() if n.id}

    def points_to(self, word: str) -> Hex | None:
        """Hex to look at for a word: where it stands, or what a chit would activate."""
        place = self.place(word)
        thing = self.named.get(word) if place is None else None
        return thing.hex if thing is not None and thing.hex >= 0 else place

    # ------------------------------------------------------------------ what is legal
    @cached_property
    def plain(self) -> list[Action]:
        """Legal actions without a subject, in the order of the step's verbs."""
        return self.sorted(self.match.legal.plain())

    @cached_property
    def closing(self) -> list[Action]:
        """Those of them that may end what is going on: none that goes back to something or has a price."""
        other = {v.name for v in self.verbs if v.role == "back" or v.grave}
        return [a for a in self.plain if a.verb not in other]

    @cached_property
    def subjects(self) -> list[str]:
        """Subjects that something may be decided about, those on the map from west to east."""
        grid = self.data.board.grid

        def key(s: str) -> tuple[int, int, str]:
            h = self.place(s)
            return (0, 0, s) if h is None else (1 + grid.column(h), grid.row(h), s)

        return sorted(self.match.legal.subjects(), key=key)

    def of(self, subject: str) -> list[Action]:
        """Legal actions about a subject, in the order of the step's verbs; none for what the step is not about."""
        return self.sorted(self.match.legal.of(subject)) if subject in self._about_what else []

    @cached_property
    def _about_what(self) -> frozenset[str]:
        return frozenset(self.match.legal.subjects())

    def sorted(self, actions: Iterable[Action]) -> list[Action]:
        """Actions in the order of the step's verbs."""
        return sorted(actions, key=lambda a: (self.order.get(a.verb, 99), a))

    def elsewhere(self, subject: str) -> list[Action]:
        """Actions of a subject that no hex stands for: of a unit off the map, those that lead to no hex either."""
        return [a for a in self.of(subject) if self.target(a) is None]

    def targets(self, subject: str) -> dict[Hex, list[Action]]:
        """Hexes that a subject can act on, each with its actions; actions without a hex stand where it stands."""
        found: dict[Hex, list[Action]] = {}
        for action in self.of(subject):
            h = self.target(action)
            if h is not None:
                found.setdefault(h, []).append(action)
        return found

    def here(self, h: Hex) -> list[str]:
        """Subjects at a hex that really have a legal action, the units before the hex itself."""
        label, units = self.data.board.labels[h], self.data.roster.by_id
        known = [s for s in self.subjects if self.place(s) == h or s == label]
        return [s for s in sorted(known, key=lambda s: s not in units) if self.of(s)]

    @cached_property
    def open_hexes(self) -> dict[Hex, list[Action]]:
        """Hexes that answer the question while nothing is in hand: hexes to choose from, where the units stand that
        are to be chosen, and where a few units could go. None while units move or attack one after the other.
        """
        on_map = [s for s in self.subjects if self.place(s) is not None]
        units = [s for s in on_map if s in self.data.roster.by_id]
        first = next((s for s in units if self.of(s)), None)
        stand = first is not None and not self._points(first)
        if not stand and (self.tasks or len(units) > FEW):
            units = []
        found: dict[Hex, list[Action]] = {}
        for subject in self.match.legal.of_each([s for s in on_map if s not in self.data.roster.by_id]) + units:
            for h, actions in self.targets(subject).items():
                found.setdefault(h, []).extend(actions)
        return found

    # ------------------------------------------------------------------ as a list
    @cached_property
    def choices(self) -> list[Choice]:
        """Every answer as a line: plain ones, subjects off the map, and what is done to a unit where it stands."""
        plain = [self._line(a) for a in self.plain]
        # With many waiting off the map, where each could go is found when it is chosen, not for the list.
        crowd = self.crowd
        found = [self._waiting(s) for s in crowd]
        # Who is taken in hand on the map, alone or with others, is no line.
        chosen_there = self._together and self._on_map_together
        for subject in self.subjects:
            skipped = subject in crowd or (chosen_there and self._stands(subject))
            found += [] if skipped else self._about(subject)
        # What Enter answers comes first; where the game names nothing, what ends the step must not be the first line.
        # Nor must what settles all of a crowd at once be what is left on top when letters narrow the list.
        default = self.prompt.default
        default = default if not crowd or (default and default.args) else None
        return sorted(plain + found, key=lambda c: c.action != default) if default else found + plain

    @cached_property
    def waiting(self) -> dict[str, tuple[int, int, int]]:
        """Units that wait off the map with a key that sorts them: by the first verb for each, then by formations."""
        found: dict[str, tuple[int, int, int]] = {}
        for number, verb in enumerate(self.verbs):
            for s in verb.subjects(self.match.c) if verb.subjects is not None else ():
                if s not in found and (rank := self.rank(s)) is not None and self.place(s) is None:
                    found[s] = (number, *rank)
        return dict(sorted(found.items(), key=lambda item: item[1]))

    @cached_property
    def crowd(self) -> dict[str, tuple[int, int, int]]:
        """The same where they are many."""
        return self.waiting if len(self.waiting) > FEW else {}

    def after(self, subject: str) -> list[str]:
        """Units that wait off the map, those behind a unit first: the rest of its formation comes next."""
        keys, rank = self.waiting, self.rank(subject)
        return sorted(keys, key=lambda s: (rank is not None and keys[s][1:] < rank, keys[s]))

    def rank(self, subject: str) -> tuple[int, int] | None:
        """Where a unit comes in a list by formations; ``None`` for what is no unit."""
        roster = self.data.roster
        u = roster.by_id.get(subject)
        return None if u is None else (self._formations.index(roster.formation[u]), u)

    @cached_property
    def _formations(self) -> list[str]:
        return list(dict.fromkeys(self.data.roster.formation))

    def _waiting(self, subject: str) -> Choice:
        """A line for a unit off the map that has not been looked into: its values and its formation."""
        roster, u = self.data.roster, self.data.roster.by_id[subject]
        wide = max(len(self.name(s)) for s in self.crowd)
        formation = roster.formation_titles.get(roster.formation[u], roster.formation[u])
        note = f"{brief(self._view.values(u)):<6} {formation}"
        verb, first = self.verbs[self.crowd[subject][0]], next(iter(self.crowd.values()))[0]
        text = f"{self.name(subject):<{wide}}"
        return Choice(text if verb == self.verbs[first] else f"{verb.name} {text}", None, subject, verb.rule, note)

    def _about(self, subject: str) -> list[Choice]:
        place = self.place(subject)
        plain, hexes, verbs = [], set[Hex](), dict[str, None]()
        for action in self.of(subject):
            h = self.target(action)
            if h is None or h == place:
                plain.append(self._line(action))
            else:
                hexes.add(h)
                verbs[action.verb] = None
        if hexes:
            verb = self.of(subject)[0].verb
            unit = self.data.roster.by_id.get(subject, -1)
            values = f"{brief(self._view.values(unit))}  " if unit >= 0 else ""
            where = self._view.waiting(unit) if unit >= 0 and place is None else ""
            note = values + (where or (plural(len(hexes), "hex", "es")))
            if place is None and len(verbs) > 1:
                note = f"{values}or {'/'.join(v for v in verbs if v != verb)}"
            plain.append(Choice(f"{verb} {self.name(subject)} ...", None, subject, self.rule(verb), note))
        return plain

    def _line(self, action: Action) -> Choice:
        verb = self.verb(action.verb)
        unit = self.data.roster.by_id.get(action.args[0], -1) if action.args and not (verb and verb.apart) else -1
        # A bare word is told by the sentence of its verb: ``end  the rest are lost``.
        values = self.values(unit) if unit >= 0 else verb.help.partition(": ")[2] if verb and not action.args else ""
        values = outlook(self._view.c, action) or values or self.note(action)
        return Choice(self.words(action), action, None, verb.rule if verb else "", verb.help if verb else "", values)

    def note(self, action: Action) -> str:
        """What there is to say of the thing that an action names, such as a chit; else what it is likely to bring."""
        return next((self.named[w].note for w in action.args if w in self.named), "") or outlook(self._view.c, action)

    def values(self, u: Unit) -> str:
        """A unit's values and its steps: ``3-3-5 2/2``; the steps only where some counter of the game has several."""
        values = self._view.values(u)
        one = self.data.roster.one_steppers
        return values if one else f"{values} {self.match.state.steps_left[u]}/{self.data.roster.steps[u]}"

    @cached_property
    def listed(self) -> bool:
        """Whether this decision is best asked as a list: few answers, none of which is a hex to go to."""
        off_map = [] if self.match.over else [s for s in self.subjects if self.place(s) is None]
        if self.match.over or (len(self.subjects) > 4 * FEW and len(off_map) < len(self.subjects)):
            return False
        if self._together and any(
            a.verb in self._together for s in self.subjects if s not in off_map for a in self.of(s)
        ):
            return False
        if off_map and any(self.of(s) for s in off_map):
            return True
        if any(self._points(s) for s in self.subjects) or (self.only_plain and len(self.plain) == 1):
            return False
        return 0 < len(self.choices) <= FEW

    @cached_property
    def _together(self) -> frozenset[str]:
        """Verbs that make up a group on the map or hold units back: they have keys of their own."""
        return frozenset(v.name for v in self.verbs if v.role not in ("", "back"))

    def joins(self, action: Action) -> bool:
        """Whether an answer lets units take part in what is going on, and ends nothing."""
        return any(v.name == action.verb and v.role == "all" for v in self.verbs)

    def returns(self, action: Action | None) -> bool:
        """Whether an answer goes back to something that was passed by or takes out what was put in."""
        return action is not None and any(v.name == action.verb and v.role == "back" for v in self.verbs)

    def resolves(self, action: Action) -> bool:
        """Whether an answer rolls for the attack that is made up."""
        return any(v.name == action.verb and v.role == "resolve" for v in self.verbs)

    def _stands(self, subject: str) -> bool:
        """Whether a subject is a unit on the map."""
        return subject in self.data.roster.by_id and self.place(subject) is not None

    @property
    def _on_map_together(self) -> bool:
        """Whether somebody on the map can be taken into a group, or out of it."""
        return any(a.verb in self._together for s in self.subjects if self._stands(s) for a in self.of(s))

    @property
    def only_plain(self) -> bool:
        """Whether the step is about units or hexes, but none of them can do anything any more."""
        about = any(v.subjects is not None for v in self.verbs)
        return about and bool(self.plain) and not any(self.of(s) for s in self.subjects)

    def _points(self, subject: str) -> bool:
        """Whether something is to be chosen on the map: another hex for a unit, or a hex itself."""
        place = self.place(subject)
        is_hex = subject not in self.data.roster.by_id
        return place is not None and any(is_hex or self.target(a) != place for a in self.of(subject))

    # ------------------------------------------------------------------ in words
    def verb(self, name: str) -> Verb | None:
        """The verb of this step with a name."""
        return next((v for v in self.verbs if v.name == name), None)

    def rule(self, verb: str) -> str:
        """Rule id of a verb, else of what is asked."""
        found = self.verb(verb)
        return found.rule if found else self.prompt.rule

    def name(self, word: str) -> str:
        """A word of an action as a person says it: a unit's short name, a hex with its place, a chit's title."""
        unit = self.data.roster.by_id.get(word)
        return name_of(self.data, word) if unit is None else self._view.short(unit)

    def words(self, action: Action, here: Hex | None = None) -> str:
        """An action as a person says it; the hex that a list is about is not named in each of its lines."""
        index = self.data.board.index
        told = [w for w in action.args if here is None or index.get(w.upper(), -1) != here]
        verb = self.verb(action.verb)
        if verb is not None and verb.apart:  # its words may be those of units, and mean something else
            return " ".join((action.verb, *(self.named[w].title if w in self.named else w for w in told)))
        return " ".join((action.verb, *(self.name(w) for w in told)))

    # ------------------------------------------------------------------ why not
    def why_not(self, subject: str, h: Hex | None) -> Refusal | None:
        """Why a subject cannot act on a hex (or at all): the answer of the verb that comes nearest."""
        board = self.data.board
        label = None if h is None else board.labels[h]
        place = self.place(subject)
        tries: list[tuple[str, ...]] = []
        if label is not None and h != place:
            tries = [(subject, label)]
        elif place is not None and subject in self.data.roster.by_id:
            near = next((n for n in board.grid.adjacent[place] if n in self.data.in_play), None)
            tries = [(subject,), *([(subject, board.labels[near])] if near is not None else [])]
        else:
            tries = [(subject,)]
        enemy = h is not None and any(self.data.roster.side[u] != self.match.side for u in self._view.stacks.get(h, ()))
        # Of an enemy hex one wants to know why it cannot be attacked, not why nobody walks into it; what costs
        # something for good is what one asks about last.
        for verb in sorted(self.verbs, key=lambda v: (not (enemy and v.battle), v.grave)):
            subjects = list(verb.subjects(self.match.c)) if verb.subjects is not None else []
            if verb.subjects is None or (subject not in subjects and not self._about_the_map(verb)):
                continue
            if verb.rare and not subjects:
                continue
            for words in tries:
                refusal = self._try(Action(verb.name, words))
                if refusal is not None:
                    return refusal
        return None

    def unlisted(self, subject: str, h: Hex) -> Action | None:
        """What is allowed of a subject at a hex though no list offers it, as lists leave out what makes no sense."""
        label = self.data.board.labels[h]
        for verb in self.verbs:
            action = Action(verb.name, (subject, label))
            if verb.subjects is not None and subject in verb.subjects(self.match.c):
                try:
                    if self.match.check(action) is None:
                        return action
                except BadInput:
                    continue
        return None

    def _about_the_map(self, verb: Verb) -> bool:
        """Whether a verb is about units or hexes, not about chits and the like, as far as it can be about anything."""
        if verb.apart:
            return False
        subjects = list(verb.subjects(self.match.c)) if verb.subjects is not None else []
        on_map = self.data.roster.by_id.keys() | self.data.board.index.keys()
        return not subjects or any(s in on_map or s.upper() in on_map for s in subjects)

    def why_no_way(self, subject: str) -> Refusal | None:
        """Why none of the things that this step is about can be done to a subject: the first refusal of them."""
        for verb in self.verbs:
            if verb.subjects is not None and subject in verb.subjects(self.match.c):
                for words in verb.options(self.match.c, subject):
                    if words[0] == subject and (refusal := self._try(Action(verb.name, words))) is not None:
                        return refusal
        return None

    def _try(self, action: Action) -> Refusal | None:
        try:
            return self.match.check(action)
        except BadInput:
            return None
