"""The counters: one column a printed value, indexed by unit number."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.components.wording import is_several

Face = tuple[int, int, int]
"""Attack, defence and movement of a unit that has lost a number of steps."""
CALLED_OUT = -1
"""Arrival of a unit that has no turn of its own: a rule lets the player call it out."""


NOTHING: Mapping[str, Value] = {}


class UnitClass(NamedTuple):
    """What all counters of one kind share: words, the signs they are drawn with, how they move."""

    kind: str
    mech: bool
    hq: bool
    glyph: str
    ascii: str
    rule: str
    further: Mapping[str, Value] = NOTHING
    """Values of further columns that all its counters have unless they say otherwise."""


SIZES = ("army", "corps", "division", "brigade", "regiment", "battalion", "company")
Value = int | bool | str
KINDS = ("number", "flag", "word")
"""What the values of a further column may be."""


class Column(NamedTuple):
    """A value printed on counters beyond those that all games have: stacking points, support, a colour, morale ..."""

    id: str
    title: str
    rule: str
    kind: str
    """One of ``KINDS``."""
    default: Value
    least: int = 0
    most: int = 99
    words: tuple[str, ...] = ()
    """What a word may be."""
    by_face: bool = False
    """Whether it may change with the steps lost."""

    def read(self, value: Any) -> Value:
        """The value if it can stand in this column. Raises ``BadInput``."""
        if type(value) is bool and self.kind == "flag":
            return value
        if type(value) is int and self.kind == "number" and self.least <= value <= self.most:
            return value
        if type(value) is str and self.kind == "word" and value in self.words:
            return value
        raise BadInput(f"{value!r} is not {self.wants}")

    def parse(self, text: str) -> Value:
        """The value written as a word, as in a face: ``4``, ``yes``, ``orange``. Raises ``BadInput``."""
        if self.kind == "flag":
            return self.read({"yes": True, "no": False}.get(text, text))
        return self.read(int(text) if self.kind == "number" and text.isdecimal() and text.isascii() else text)

    @property
    def wants(self) -> str:
        """What its values are, in words."""
        if self.kind == "number":
            return f"a number from {self.least} to {self.most}"
        return "yes or no" if self.kind == "flag" else f"one of: {', '.join(self.words)}"


def two_faces(values: Mapping[str, Any]) -> tuple[Face, ...]:
    """The faces of a counter whose back, if it has one, keeps the movement of the front."""
    front = (values["attack"], values["defense"], values["move"])
    return (front, (values["attack2"], values["defense2"], values["move"]))[: 1 if values["steps"] == 1 else 2]


@lru_cache(maxsize=8)
def _backs(*further: str) -> frozenset[str]:
    """What values of the back are called where a row gives them by themselves."""
    return frozenset(f"{name}2" for name in further)


@dataclass
class Roster:
    """All counters of a game, in the order of the data files. Values are as printed; columns run in parallel."""

    ids: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    side: list[str] = field(default_factory=list)
    nationality: list[str] = field(default_factory=list)
    sheet: list[str] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    attack: list[int] = field(default_factory=list)
    defense: list[int] = field(default_factory=list)
    move: list[int] = field(default_factory=list)
    attack2: list[int] = field(default_factory=list)
    defense2: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    """Strength steps when whole, as many as the unit has faces."""
    formation: list[str] = field(default_factory=list)
    """Id of the formation; its last part is what the counter's set-up code names."""
    mech: list[bool] = field(default_factory=list)
    hq: list[bool] = field(default_factory=list)
    note: list[str] = field(default_factory=list)
    size: list[str] = field(default_factory=list)
    """One of ``SIZES``; empty where the game's rules make nothing of it."""
    arrival: list[int] = field(default_factory=list)
    """Game turn of entry, 0 = there from the start or dealt by the scenario, ``CALLED_OUT`` = by a rule."""
    faces: list[tuple[Face, ...]] = field(default_factory=list)
    """Values by steps lost: the whole unit first, the last step last."""
    classes: dict[str, UnitClass] = field(default_factory=dict)
    further: dict[str, Column] = field(default_factory=dict)
    """The columns that only this game has, by id."""
    printed: dict[str, list[tuple[Value, ...]]] = field(default_factory=dict)
    """Per further column and unit its values by steps lost: one, or as many as the unit has faces."""
    formation_titles: dict[str, str] = field(default_factory=dict)
    provenance: str = "reconstructed"
    source: str = ""
    by_id: dict[str, Unit] = field(default_factory=dict)
    _told: dict[tuple[Unit, int], dict[str, Value]] = field(default_factory=dict, repr=False, compare=False)
    """What ``further_of`` has found."""
    _usual: dict[str, dict[str, tuple[Value, ...]]] = field(default_factory=dict, repr=False, compare=False)
    """Per kind of unit and further column the value of all that say nothing of it."""
    prepared: dict[tuple[Unit, int, str], dict[str, Any]] = field(default_factory=dict, repr=False, compare=False)
    """What views have made ready of counters, to be copied; let go of when counters are taken out."""

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def _columns(self) -> list[str]:
        return [f.name for f in fields(self) if isinstance(getattr(self, f.name), list)]

    @property
    def one_steppers(self) -> bool:
        """Whether every counter has one strength step: then nothing is told of steps."""
        return max(self.steps, default=0) == 1

    def add(self, **values: Any) -> Unit:
        """Add a counter given by one value for each column. Raises ``ValueError`` for an id that is taken.

        ``size``, ``arrival`` and ``faces`` may be left out: the faces then follow from the front and the back. So may
        further columns, of which the kind or the column then says the value; each is one value or one for each face.
        """
        values = {"size": "", "arrival": 0, **values}
        # From a record the faces come as lists.
        values["faces"] = tuple(map(tuple, values["faces"])) if "faces" in values else two_faces(values)
        further = {}
        for name, column in self.further.items():
            if name not in values:
                continue
            value = values[name]
            each = value if type(value) in (list, tuple) else (value,)
            if len(each) not in (1, len(values["faces"])):
                raise ValueError(f"counter '{values['ids']}' has {len(each)} values of '{name}'")
            further[name] = tuple([column.read(one) for one in each])
        if values["ids"] in self.by_id:
            raise ValueError(f"counter '{values['ids']}' is there twice")
        self.put([(values, further)])
        return len(self) - 1

    def put(self, counters: Sequence[tuple[Mapping[str, Any], Mapping[str, tuple[Value, ...]]]]) -> None:
        """The same of counters whose values were read: of each one for each column, and what is said of further ones.

        Their ids are new. A column is written at once.
        """
        self.by_id.update((values["ids"], unit) for unit, (values, _) in enumerate(counters, len(self)))
        held = vars(self)
        for column in self._columns:
            held[column] += [values[column] for values, _ in counters]
        each = [{**self._of_kind(values["kind"]), **further} for values, further in counters]
        for column in self.further:
            self.printed[column] += [values[column] for values in each]

    def _of_kind(self, kind: str) -> dict[str, tuple[Value, ...]]:
        """What counters of a kind have in further columns of which they say nothing."""
        found = self._usual.get(kind)
        if found is None or len(found) != len(self.further):
            found = {name: (column.read(self.usual(kind, column)),) for name, column in self.further.items()}
            self._usual[kind] = found
            for name in found:
                self.printed.setdefault(name, [])
        return found

    def usual(self, kind: str, column: Column) -> Value:
        """The value of a further column for counters of a kind that do not give it themselves."""
        found = self.classes.get(kind)
        return found.further.get(column.id, column.default) if found else column.default

    def given(self, values: Mapping[str, Any], faces: int) -> dict[str, tuple[Value, ...]]:
        """What a row, or a counter given by hand, says of further columns: a value for each of its faces.

        ``support`` is the value of the front and, where there is no ``support2``, of all other faces; ``""`` says
        nothing. Raises ``BadInput`` naming the column.
        """
        found: dict[str, tuple[Value, ...]] = {}
        backs = not _backs(*self.further).isdisjoint(values)
        for name in self.further if backs else [name for name in values if name in self.further]:
            column = self.further[name]
            front, back = values.get(name, ""), values.get(f"{name}2", "") if backs else ""
            if back != "" and (front == "" or not column.by_face):
                raise BadInput(f"'{name}2' is given, and '{name}' has no value for it to differ from")
            if front == "":
                continue
            try:
                first = column.read(front)
                later = first if back == "" else column.read(back)
                found[name] = (first, *[later] * (faces - 1))
            except BadInput as error:
                raise BadInput(f"'{name}': {error}") from None
        return found

    def value(self, name: str, unit: Unit, lost: int = 0) -> Value:
        """The value of a further column after a number of steps lost. Raises ``KeyError`` for a column that is none."""
        values = self.printed[name][unit]
        return values[0] if lost <= 0 else values[min(lost, len(values) - 1)]

    def number(self, name: str, unit: Unit, lost: int = 0) -> int:
        """The same of a column of numbers or flags, as a number to reckon with."""
        return int(self.value(name, unit, lost))

    def further_of(self, unit: Unit, lost: int = 0) -> dict[str, Value]:
        """All further values of a unit after a number of steps lost, which nobody changes."""
        found = self._told.get((unit, lost))
        if found is None:
            found = self._told[unit, lost] = {name: self.value(name, unit, lost) for name in self.further}
        return found

    def copied(self) -> Roster:
        """A roster of its own with the same counters; what never changes, such as kinds and faces, is shared."""
        new = copy.copy(self)
        for f in fields(self):
            value = getattr(self, f.name)
            if isinstance(value, list):
                setattr(new, f.name, value.copy())
        new.printed = {name: values.copy() for name, values in self.printed.items()}
        new.by_id, new._told, new.prepared = self.by_id.copy(), {}, {}
        return new

    def cut(self, units: int) -> None:
        """Keep the first so many counters."""
        for column in (*(getattr(self, name) for name in self._columns), *self.printed.values()):
            del column[units:]
        self._told.clear()
        self.prepared.clear()
        self.by_id = {name: u for name, u in self.by_id.items() if u < units}

    def find(self, text: str) -> Unit:
        """The counter with this id. Raises ``BadInput``, naming near ones."""
        found = self.by_id.get(text)
        if found is None:
            found = self.by_id.get(text.strip().lower())
        if found is None:
            near = [i for i in self.ids if text.lower() in i][:3]
            hint = f"; is it {', '.join(near)}?" if near else ""
            raise BadInput(f"there is no unit '{text}'{hint}")
        return found

    def agree(self, u: Unit, one: str, many: str) -> str:
        """The full name with the verb that agrees with it: one counter may stand for several regiments."""
        return f"{self.name[u]} {many if is_several(self.name[u]) else one}"

    def names(self, units: Iterable[Unit]) -> str:
        """Short names joined for a sentence."""
        return ", ".join(self.short[u] for u in units)
