"""The rules of a game to look up: texts by id, their neighbours, search, and the code that enforces them.

A rule id is ``game:section`` as printed, such as ``ava:10.6``; a clause adds its number, ``ava:10.6(3)``; rulings are
``ava:R1`` and charts have short names. Texts are the TOML files of ``data/<game>/rules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.books.references import Reference, candidates, clause_span, is_name, reference, references
from engine.books.rulesearch import SearchIndex, Text
from engine.books.shelf import RuleNotFound
from engine.books.wording import Wording
from engine.components.datafile import DataError, need, read_table
from engine.components.pieces import Pieces, whole
from engine.components.shipped import game_folder
from engine.play.citing import RULE_ID, SECTION

KINDS = ("code", "data", "note", "ruling")
"""Enforced by the program; a table or number in the data; a definition, heading or clause; ruling on unclear text."""

_CLAUSE = re.compile(r"\([0-9a-z]+\)$")
OVERVIEW = re.compile(r"ED[0-9]+")
"""Ids of pages that compare one edition with another."""
_CHAPTER_KEYS = {"chapter", "title", "rule"}
_RULE_KEYS = {"id", "title", "kind", "text", "see", "why", "question", "like", "phases", "terms", "print"}
_LISTS = ("like", "phases", "terms")


# ---------------------------------------------------------------------- the texts
class RuleEntry(NamedTuple):
    """One numbered rule, clause, chart or ruling in our own words; ``see`` are ids of the same game."""

    game: str
    id: str
    title: str
    text: str
    kind: str
    see: tuple[str, ...]
    chapter: str
    question: str = ""
    """For a ruling: what the printed text leaves open."""
    why: str = ""
    """For a note: why there is nothing to enforce."""
    like: tuple[str, ...] = ()
    """The rules of other games that answer the same question, with their game: ``pm:14.14``."""
    phases: tuple[str, ...] = ()
    """Where in the sequence of play it matters, in the words of that game."""
    terms: tuple[str, ...] = ()
    """Words that a player would type and that the text does not have."""
    printed: str = ""
    """What the print says where the text departs from it; key ``print`` of the file."""

    @property
    def full_id(self) -> str:
        """The id with its game, as events and refusals carry it."""
        return f"{self.game}:{self.id}"

    @property
    def parent(self) -> str | None:
        """The section that a clause belongs to, ``10.6`` for ``10.6(3)``; None for a section."""
        return _CLAUSE.sub("", self.id) if _CLAUSE.search(self.id) else None


class RulePlace(NamedTuple):
    """An entry and, where a reference names one that the text marks, the clause meant: ``("b", "2")``."""

    entry: RuleEntry
    clause: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id with the clause, such as ``12.53(g)``."""
        return self.entry.id + "".join(f"({part})" for part in self.clause)

    @property
    def span(self) -> tuple[int, int] | None:
        """Where the clause stands in the text; None for the whole of it."""
        return clause_span(self.entry.text, self.clause) if self.clause else None


class RuleBook:
    """All rules texts of one game, in printed order, the rulings last."""

    def __init__(
        self, game: str, entries: Sequence[RuleEntry], chapters: Mapping[str, str], ids: Iterable[str] = ()
    ) -> None:
        """``ids`` of all entries, where they are known without looking at each."""
        self.game = game
        self.entries = entries
        self.chapters = dict(chapters)
        """Chapter number to chapter title, in order."""
        self._number = {id: number for number, id in enumerate(ids or (entry.id for entry in entries))}

    def ids(self) -> tuple[str, ...]:
        """Every id, without the game, in book order."""
        return tuple(self._number)

    def __len__(self) -> int:
        return len(self._number)

    def __contains__(self, id: object) -> bool:
        return id in self._number

    def find(self, id: str) -> RuleEntry:
        """The entry of ``10.6``, ``ava:10.6``, ``§10.6`` or ``10.6(3)``; an unlisted clause gives its section.

        A chapter number alone, ``10``, gives the chapter's heading. Raises ``RuleNotFound``.
        """
        return self.place(id).entry

    def place(self, id: str) -> RulePlace:
        """The entry and clause of a reference as printed or written, or of a word of the glossary.

        Raises ``RuleNotFound``.
        """
        found = self.known(id)
        if found is None:
            raise RuleNotFound(f"there is no rule {id.strip()!r} in {self.game}{self._nearest(id)}")
        return found

    def known(self, id: str) -> RulePlace | None:
        """The same, None where there is none. Raises ``RuleNotFound`` if the reference names another game."""
        if id in self._number:
            return RulePlace(self.entries[self._number[id]])
        ref = reference(id)
        if ref is None:
            return self._word(id)
        if ref.game and ref.game != self.game:
            raise RuleNotFound(f"{id.strip()!r} is a rule of {ref.game!r}, not of {self.game!r}")
        return self.at(ref)

    def at(self, ref: Reference) -> RulePlace | None:
        """The entry and clause of a reference without regard to its game."""
        for section, clause in candidates(ref):
            if section in self._number:
                entry = self.entries[self._number[section]]
                return RulePlace(entry, clause if clause_span(entry.text, clause) else ())
        return None

    def _word(self, id: str) -> RulePlace | None:
        """An id that is a word, such as ``TEC`` or ``ava:ZOC``."""
        game, colon, word = id.strip().strip("[]§ ").rstrip(".,;:").rpartition(":")
        if colon and game.lower() != self.game:
            raise RuleNotFound(f"{id.strip()!r} is a rule of {game!r}, not of {self.game!r}")
        number = self._number.get(word.strip().upper()) if word[:1].isalpha() else None
        return None if number is None else RulePlace(self.entries[number])

    def _nearest(self, id: str) -> str:
        """Where there is a section that a wrong number would be a part of, a word on it."""
        ref = reference(id)
        while ref is not None and "." in ref.section:
            ref = Reference(ref.section.rpartition(".")[0])
            if near := self.at(ref):
                return f"; the nearest is {near.entry.id} {near.entry.title}"
        return ""

    def overviews(self, entry: RuleEntry) -> list[RuleEntry]:
        """The pages that compare editions and name this rule, or the section it is a part of."""
        found = [self.entries[n] for id, n in self._number.items() if OVERVIEW.fullmatch(id) and id != entry.id]
        exact = [page for page in found if entry.id in page.see]
        parts = (f"{entry.id}.", f"{entry.id}(")
        above = [page for page in found if any(entry.id.startswith((f"{id}.", f"{id}(")) for id in page.see)]
        return exact or above or [page for page in found if any(id.startswith(parts) for id in page.see)]

    def mentioned(self, entry: RuleEntry) -> list[RulePlace]:
        """The rules of this book that an entry refers to: those of ``see`` with the clause its text names, then others.

        Each once, with the first clause named.
        """
        named: dict[str, RulePlace] = {}
        for ref in references(f"{entry.text}\n{entry.question}\n{entry.why}"):
            place = self.at(ref) if ref.game in ("", self.game) else None
            if place is not None and place.entry != entry:
                before = named.get(place.entry.id)
                named[place.entry.id] = before if before is not None and before.clause else place
        seen = {id: named.pop(id, RulePlace(self.find(id))) for id in entry.see if id in self}
        return [*seen.values(), *named.values()]

    def previous(self, id: str) -> RuleEntry | None:
        """The entry before this one, None at the start. Raises ``RuleNotFound``."""
        number = self._number[self.find(id).id]
        return self.entries[number - 1] if number else None

    def next(self, id: str) -> RuleEntry | None:
        """The entry after this one, None at the end. Raises ``RuleNotFound``."""
        number = self._number[self.find(id).id] + 1
        return self.entries[number] if number < len(self.entries) else None

    def chapter(self, chapter: str) -> tuple[RuleEntry, ...]:
        """The entries of a chapter, in order; empty if there is no such chapter."""
        return tuple(entry for entry in self.entries if entry.chapter == chapter)

    def search(self, query: str, limit: int = 20) -> list[RuleEntry]:
        """The entries that fit the words, or whose id starts like the query, best first."""
        found = self.by_id(query)
        if reference(query) is None:
            fitting = (self.entries[number] for number, _ in self._index.search(query))
            found += [entry for entry in fitting if entry not in found]
        return found[: max(limit, 0)]

    def by_id(self, query: str) -> list[RuleEntry]:
        """The entries whose id is the query or begins like it, the very id first; of words only that of the glossary.

        ``8.2ff`` stands for what follows it in the chapter.
        """
        try:
            place = self.known(query)
        except RuleNotFound:
            return []
        ref = reference(query)
        if ref is None:
            return [place.entry] if place is not None and is_name(query) else []
        if place is not None and ref.clause:
            return [place.entry]
        if place is not None and ref.following:
            chapter = self.chapter(place.entry.chapter)
            return list(chapter[chapter.index(place.entry) :])
        start = ref.section.lower()
        found = [self.entries[number] for id, number in self._number.items() if id.lower().startswith(start)]
        return sorted(found, key=lambda entry: self._distance(entry, start)) or (
            [place.entry] if place is not None else []
        )

    @staticmethod
    def _distance(entry: RuleEntry, start: str) -> int:
        """0 for the very id, 1 if a further number follows (10.6(1), 10.0), 2 if the number itself goes on (R10)."""
        rest = entry.id.lower()[len(start) :]
        return 0 if not rest else 1 if not rest[0].isdigit() else 2

    @cached_property
    def _index(self) -> SearchIndex:
        """Built at the first search: a look-up by id needs none."""
        return SearchIndex((indexed(entry) for entry in self.entries), wording())


def indexed(entry: RuleEntry) -> Text:
    """What a search looks at in an entry."""
    return Text(entry.title, f"{entry.text} {entry.question}", entry.terms, _standing(entry))


@lru_cache(maxsize=1)
def wording() -> Wording:
    """Phrases and like words of the search. Raises ``DataError``."""
    return Wording.read(read_table("ui", "search.toml")[0])


def _standing(entry: RuleEntry) -> float:
    """How much an entry counts beside equally fitting ones: a section before clauses, headings and rulings."""
    if entry.kind in ("code", "data"):
        return 1.25
    if entry.id.endswith(".0") or entry.kind == "ruling":
        return 0.8
    return 1.0 if entry.parent is None else 0.85


# ---------------------------------------------------------------------- reading
@lru_cache(maxsize=8)
def load_rules(game: str) -> RuleBook:
    """The rule book of a game, read once. Raises ``RuleNotFound`` for an unknown game, ``DataError`` for a bad file."""
    return whole(reading_rules(game))


def reading_rules(game: str) -> Pieces[RuleBook]:
    """The rule book of a game, file by file. Raises what ``load_rules`` does."""
    entries: list[RuleEntry] = []
    chapters: dict[str, str] = {}
    for name in _rule_files(game):
        table = read_table(game, name)[0]
        chapter, rules = read_chapter(game, table, f"data/{game}/{name}")
        if chapter in chapters:
            raise DataError(f"data/{game}/{name}", "chapter", f"{chapter!r} is already taken by another file")
        chapters[chapter] = table["title"]
        entries += rules
        yield
    _check_links(game, entries)
    return RuleBook(game, tuple(entries), chapters)


def _rule_files(game: str) -> list[str]:
    """The files of ``data/<game>/rules`` in reading order: the names are numbered by chapter."""
    folder = game_folder(game)
    if folder is None or not folder.joinpath("rules").is_dir():
        raise RuleNotFound(f"there are no rules of a game {game!r}")
    return sorted(f"rules/{file.name}" for file in folder.joinpath("rules").iterdir() if file.name.endswith(".toml"))


def read_chapter(game: str, table: Mapping[str, Any], file: str) -> tuple[str, list[RuleEntry]]:
    """Chapter number and entries of one parsed file. Raises ``DataError`` with file, key and what is wrong."""
    _no_other_keys(table, _CHAPTER_KEYS, file)
    chapter = str(need(table, "chapter", str, file))
    need(table, "title", str, file)
    entries = []
    for number, row in enumerate(need(table, "rule", list, file), 1):
        if not isinstance(row, dict):
            raise DataError(file, f"rule {number}", "is not a [[rule]] table")
        entries.append(_entry(game, chapter, row, f"{file}: rule {row.get('id', number)}"))
    return chapter, entries


def _entry(game: str, chapter: str, row: dict[str, Any], where: str) -> RuleEntry:
    _no_other_keys(row, _RULE_KEYS, where)
    words = {key: str(need(row, key, str, where)).strip() for key in ("id", "title", "kind", "text")}
    extra = {key: str(need({key: "", **row}, key, str, where)).strip() for key in ("why", "question", "print")}
    see = need(row, "see", list, where)
    for key, value in words.items():
        if not value:
            raise DataError(where, key, "is empty")
    if not re.fullmatch(SECTION, words["id"]):
        raise DataError(where, "id", f"{words['id']!r} is not written like 10.6, 10.6(3) or R1")
    if words["kind"] not in KINDS:
        raise DataError(where, "kind", f"{words['kind']!r} is none of {', '.join(KINDS)}")
    for key, kind in (("why", "note"), ("question", "ruling")):
        if bool(extra[key]) != (words["kind"] == kind):
            raise DataError(where, key, f"belongs to kind {kind!r} and only there")
    if not all(isinstance(id, str) for id in see):
        raise DataError(where, "see", "is not a list of ids")
    lists = {key: _texts(row, key, where) for key in _LISTS}
    return RuleEntry(
        game, see=tuple(see), chapter=chapter, like=lists["like"], phases=lists["phases"], terms=lists["terms"],
        **words, why=extra["why"], question=extra["question"], printed=extra["print"],
    )  # fmt: skip


def _texts(row: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    values = need({key: [], **row}, key, list, where)
    if not all(isinstance(value, str) and value.strip() for value in values):
        raise DataError(where, key, "is not a list of texts")
    if key == "like" and (odd := [v for v in values if not RULE_ID.fullmatch(v)]):
        raise DataError(where, key, f"{odd[0]!r} is not written like pm:14.14")
    return tuple(values)


def _no_other_keys(table: Mapping[str, Any], allowed: set[str], file: str) -> None:
    for other in sorted(set(table) - allowed):
        raise DataError(file, other, "is not a key of a rules file")


def _check_links(game: str, entries: list[RuleEntry]) -> None:
    known: set[str] = set()
    for entry in entries:
        if entry.id in known:
            raise DataError(f"data/{game}/rules", entry.id, "is there twice")
        known.add(entry.id)
    for entry in entries:
        for id in (*entry.see, *([entry.parent] if entry.parent else [])):
            if id not in known:
                raise DataError(f"data/{game}/rules", entry.id, f"names {id!r}, which does not exist")
