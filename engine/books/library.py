"""The rule books of all games together: one search, one numbering ``game:section``, the same rule across games.

Games that cannot be played yet have a book too. Reading every book takes a while, so what was read can be kept as plain
values (``record``) by whoever may write files, and read back as long as ``fingerprint`` is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from engine.books.references import is_name, reference
from engine.books.rules import RuleBook, RuleEntry, RulePlace, indexed, load_rules, reading_rules, wording
from engine.books.rulesearch import SearchIndex
from engine.books.shelf import RuleNotFound, book_ids, editions, fingerprint
from engine.books.wording import Wording
from engine.components.datafile import DataError
from engine.components.errors import BadInput
from engine.components.pieces import Pieces

SURE = 0.15
"""Of the score of the best hit, so much is needed to count as a hit at all."""


Naming = Mapping[str, Sequence[str]]


class Hit(NamedTuple):
    """A rule that fits a question, and how well: only comparable within one search."""

    entry: RuleEntry
    score: float


class Entries(Sequence[RuleEntry]):
    """The entries of a book, each made from its row when it is asked for: an answer needs few of them."""

    def __init__(self, rows: Sequence[list[Any]]) -> None:
        self._rows = rows
        self._made: dict[int, RuleEntry] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: Any) -> Any:
        """The entry of this number, or those of a slice."""
        if isinstance(number, slice):
            return tuple(self[n] for n in range(*number.indices(len(self))))
        if number not in self._made:
            self._made[number] = _entry(self._rows[number])
        return self._made[number]


class Library:
    """All rule books."""

    def __init__(
        self, books: Mapping[str, RuleBook], index: SearchIndex | None = None, naming: Naming | None = None
    ) -> None:
        """``index`` and ``naming``, rules to those of other games that name them as like, where they were kept."""
        self.books = dict(books)
        self._naming = naming
        self._index = index or SearchIndex((indexed(entry) for entry in self.entries), wording())
        self._runs: dict[str, range] = {}
        start = 0
        for game, book in self.books.items():
            self._runs[game] = range(start, start := start + len(book))

    @property
    def entries(self) -> tuple[RuleEntry, ...]:
        """Every entry of every book."""
        return tuple(entry for book in self.books.values() for entry in book.entries)

    def _numbered(self, number: int) -> RuleEntry:
        """The entry of a number that runs through all books."""
        game, run = next((game, run) for game, run in self._runs.items() if number in run)
        return self.books[game].entries[number - run.start]

    def _naming_of(self) -> Naming:
        if self._naming is None:
            found: dict[str, list[str]] = {}
            for entry in self.entries:
                for id in entry.like:
                    found.setdefault(id, []).append(entry.full_id)
            self._naming = found
        return self._naming

    # ------------------------------------------------------------------ asking
    def book(self, game: str) -> RuleBook:
        """The rules of one game. Raises ``RuleNotFound``."""
        try:
            return self.books[game.lower()]
        except KeyError:
            raise RuleNotFound(f"there are no rules of a game '{game}'; there is: {', '.join(self.books)}") from None

    def find(self, id: str, game: str = "") -> RuleEntry:
        """The rule ``pm:14.14``; of ``game`` where the id names none. Raises ``RuleNotFound``."""
        return self.place(id, game).entry

    def place(self, id: str, game: str = "") -> RulePlace:
        """The rule and clause that a reference means, in ``game`` where it names none. Raises ``RuleNotFound``."""
        ref = reference(id)
        named = ref.game if ref is not None else id.partition(":")[0].strip() if ":" in id else ""
        return self.book(named or game or next(iter(self.books))).place(id)

    def holders(self, section: str) -> list[RuleEntry]:
        """The rules with this very number or word, one of each game that has it."""
        return [place.entry for place in self.places(section)]

    def places(self, id: str, game: str = "") -> list[RulePlace]:
        """What a reference, or a word of a glossary, means: in one game where it or ``game`` names one, else in each.

        Nothing for other words, for unknown games and numbers.
        """
        found: list[RulePlace] = []
        if reference(id) is None and not is_name(id):
            return found
        for book in self.books.values():
            if game in ("", book.game):
                with suppress(RuleNotFound):
                    found += [place] if (place := book.known(id)) is not None else []
        return found

    def search(self, query: str, game: str = "", limit: int = 20) -> list[Hit]:
        """The rules that fit, best first; ids and their beginnings before words. Raises ``RuleNotFound`` for a game."""
        books = [self.book(game)] if game else list(self.books.values())
        by_id = [entry for book in books for entry in book.by_id(query)]
        named = [Hit(entry, round(1.0 / (1 + n), 4)) for n, entry in enumerate(by_id)]
        if reference(query) is not None:
            return named[: max(limit, 0)]
        found = self._index.search(query, self._runs[game.lower()] if game else None)
        if named and found:
            named = [Hit(hit.entry, round(found[0][1] + hit.score, 3)) for hit in named]
        least = found[0][1] * SURE if found else 0.0
        hits = (Hit(self._numbered(n), round(score, 3)) for n, score in found if score >= least)
        others = (hit for hit in hits if hit.entry not in by_id)
        return [*named, *islice(others, max(limit - len(named), 0))][: max(limit, 0)]

    def alike(self, entry: RuleEntry) -> list[RuleEntry]:
        """The same rule in the other games, another edition first: those it names, and those that name it."""
        named = [self._at(id) for id in entry.like if self._known(id)]
        naming = [self._at(id) for id in self._naming_of().get(entry.full_id, ())]
        found = {other.full_id: other for other in (*named, *naming) if other.game != entry.game}
        order = list(self.books)
        near = editions(entry.game)
        return sorted(found.values(), key=lambda other: (other.game not in near, order.index(other.game)))

    def _at(self, id: str) -> RuleEntry:
        """The entry of a full id that there is."""
        game, _, section = id.partition(":")
        return self.books[game].find(section)

    def _known(self, id: str) -> bool:
        game, _, section = id.partition(":")
        return game in self.books and section in self.books[game]

    def loose_ends(self) -> list[str]:
        """Sentences about ``like`` references that lead nowhere."""
        return [
            f"{entry.full_id}: like {id} does not exist"
            for entry in self.entries
            for id in entry.like
            if not self._known(id)
        ]

    # ------------------------------------------------------------------ keeping
    def record(self) -> dict[str, Any]:
        """Everything as plain values by name, for a cache: each may be kept by itself, each list row by row."""
        books = [{"game": g, "chapters": b.chapters, "ids": " ".join(b.ids())} for g, b in self.books.items()]
        return {
            "books": {"fingerprint": fingerprint(), "books": books, "naming": dict(self._naming_of())},
            "wording": self._index.wording.record(),
            **self._index.record(),
            **{f"entries.{game}": [list(entry) for entry in book.entries] for game, book in self.books.items()},
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Library:
        """Read back ``record``. Raises ``ValueError`` if the books are others by now or the record is damaged."""
        try:
            kept = record["books"]
            if kept["fingerprint"] != fingerprint():
                raise ValueError("the rule books have changed")
            index = SearchIndex.from_record(record, Wording.from_record(record["wording"]))
            return cls({book.game: book for book in _books(kept["books"], record)}, index, kept["naming"])
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise ValueError(f"damaged: {error}") from None


def _books(books: list[dict[str, Any]], record: Mapping[str, Any]) -> Iterator[RuleBook]:
    for book in books:
        yield RuleBook(
            book["game"], Entries(record[f"entries.{book['game']}"]), book["chapters"], book["ids"].split(" ")
        )


LISTS = [RuleEntry._fields.index(name) for name in ("see", "like", "phases", "terms")]


def _entry(row: list[Any]) -> RuleEntry:
    values = list(row)
    for number in LISTS:
        values[number] = tuple(values[number])
    return RuleEntry._make(values)


def reading_library() -> Pieces[Library]:
    """All books, a piece at a time. Raises ``DataError``."""
    books: dict[str, RuleBook] = {}
    for game in book_ids():
        books[game] = yield from reading_rules(game)
    index = SearchIndex((), wording())
    yield from index.filling(indexed(entry) for book in books.values() for entry in book.entries)
    return Library(books, index)


@lru_cache(maxsize=1)
def load_library() -> Library:
    """All books, read from the data files. Raises ``DataError``."""
    return Library({game: load_rules(game) for game in book_ids()})


def check_library() -> list[str]:
    """What is wrong with the books together, as sentences."""
    try:
        return load_library().loose_ends()
    except (DataError, BadInput) as error:
        return [str(error)]
