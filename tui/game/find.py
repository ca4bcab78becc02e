"""Finding units, places, rivers, hexes and chits by any part of a name, forgiving accents, case and a slip of a finger.

Everything is read from a view: what a player may not know is not there to be found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.components.board import Board
from engine.components.grid import Hex
from engine.play.view import View

SPECIAL = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "ё": "е", "’": "'", "ı": "i"})
"""Letters that do not come apart into a plain one and an accent."""
EXACT, START, INSIDE, SLIP = range(4)
"""How well a typed word fits, best first."""
MOST = 200
"""No more finds than this are listed."""


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """A text as it is compared: lower case, without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.lower().translate(SPECIAL))
    return "".join(c for c in parts if not unicodedata.combining(c))


class Finding(NamedTuple):
    """Something that can be found: its name, what it is, where it is in words, and its hex (-1 off the map)."""

    text: str
    note: str
    where: str
    hex: Hex
    order: int
    """Units on the map come before places, these before what is off the map, hexes last."""
    unit: str = ""
    """Id, for a unit."""


class Index:
    """Everything with a name in one view. Made when the search opens; a search is a few milliseconds."""

    def __init__(self, view: View, near: Hex = -1, able: Collection[str] = ()) -> None:
        self.view, self.near, self.able = view, near, able
        self.entries: list[Finding] = []
        self._by_word: dict[str, list[int]] = {}
        for entry, words in _entries(view):
            for word in dict.fromkeys(words):
                self._by_word.setdefault(word, []).append(len(self.entries))
            self.entries.append(entry)
        board = view.board
        self._labels = sorted((label, h) for h in view.data.in_play for label in (board.labels[h], *board.aliases(h)))

    def search(self, text: str) -> list[Finding]:
        """What fits all typed words, the best first; with a slip of the finger only where nothing fits as typed."""
        words = fold(text).split()
        if not words:
            return []
        found = self._fitting(words, slips=False)
        whole, parts = self._hexes(words[0]) if len(words) == 1 else ([], [])
        if not found and not whole and not parts:
            found = self._fitting(words, slips=True)
        entries = [self.entries[n] for n in sorted(found, key=lambda n: self._rank(n, found[n]))]
        # A whole label is what was meant; a part of one stands after everything that has a name.
        return [*whole, *entries, *parts][:MOST]

    def _rank(self, n: int, how: int) -> tuple[int, int, bool, int]:
        """Both sides may have a unit of one name: the one that can act now is meant."""
        entry = self.entries[n]
        return how, entry.order, entry.unit not in self.able, n

    def _fitting(self, words: list[str], slips: bool) -> dict[int, int]:
        """Entries that fit every word, each with the sum of how well."""
        found: dict[int, int] | None = None
        for word in words:
            fits: dict[int, int] = {}
            for known, numbers in self._by_word.items():
                how = _how(word, known, slips)
                if how is not None:
                    for n in numbers:
                        fits[n] = min(how, fits.get(n, SLIP))
            found = fits if found is None else {n: how + fits[n] for n, how in found.items() if n in fits}
        return found or {}

    def _hexes(self, word: str) -> tuple[list[Finding], list[Finding]]:
        """Hexes with this whole number, and those with it as a part; those that begin or end with it first.

        Sheets number their hexes alike: of two with the whole number, the one nearer to ``near`` is meant. A hex with
        a number on two sheets is found by both, by that of the other sheet last.
        """
        want, board = word.upper(), self.view.board
        if not any(c.isdigit() for c in want):
            return [], []
        fits = [(label, h) for label, h in self._labels if want in label]

        def order(fit: tuple[str, Hex]) -> tuple[bool, bool, int, str]:
            label, h = fit
            away = board.grid.distance(self.near, h) if self.near >= 0 and _whole(label, want) else 0
            return not (label.endswith(want) or label.startswith(want)), label != board.labels[h], away, label

        fits.sort(key=order)
        whole = {h: self._hex(h) for label, h in fits[:MOST] if _whole(label, want)}
        return [*whole.values()], [*{h: self._hex(h) for _, h in fits[:MOST] if h not in whole}.values()]

    def _hex(self, h: Hex) -> Finding:
        board = self.view.board
        return Finding(numbered(board, h), f"hex, {board.terrain_name(h)}", "", h, 9)


def numbered(board: Board, h: Hex) -> str:
    """A hex with all its numbers and its place: ``S1502 = L1522 Kaunas``."""
    place = board.place_at.get(h)
    return " ".join((" = ".join((board.labels[h], *board.aliases(h))), *([place.name] if place else [])))


def other_numbers(board: Board, text: str) -> str:
    """The numbers that other sheets print in the hexes which a text names, as words that a search finds."""
    named = (board.index.get(word.upper(), -1) for word in re.findall(r"\w*\d\w*", text))
    return " ".join(alias for h in named for alias in board.aliases(h))


def _whole(label: str, want: str) -> bool:
    return want == label or (len(want) > 2 and want == label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _how(word: str, known: str, slips: bool) -> int | None:
    if word == known:
        return EXACT
    if known.startswith(word):
        return START
    if word in known:
        return INSIDE
    return SLIP if slips and slip(word, known) else None


def slip(typed: str, known: str) -> bool:
    """Whether two words differ by a slip: a letter wrong, missing, too many or swapped with the next.

    Long words may hold two slips. What is typed may be the beginning of the known word.
    """
    most = 0 if len(typed) < 4 or typed.isdigit() else 1 if len(typed) < 8 else 2
    # Most words fall out before any distance is counted: too short, or without enough of the typed letters.
    if not most or len(known) < len(typed) - most or sum(c in known for c in typed) < len(typed) - most:
        return False
    ends = {len(known), *range(len(typed) - most, len(typed) + most + 1)}
    return any(0 < end <= len(known) and _distance(typed, known[:end], most) <= most for end in ends)


def _distance(a: str, b: str, most: int) -> int:
    """Letters wrong, missing, too many or swapped between two words, as far as there are no more than ``most``."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before, row = [0] * (len(b) + 1), list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i] + [0] * len(b)
        for j, y in enumerate(b, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], older[j - 2] + 1)
        if min(row) > most:
            return most + 1
    return row[-1]


# ---------------------------------------------------------------------- what there is
def _entries(view: View) -> Iterable[tuple[Finding, list[str]]]:
    yield from _units(view)
    yield from _places(view.board, view.data.in_play)
    for thing in view.named():
        where = ", ".join(p for p in (thing.where, thing.note) if p)
        yield Finding(thing.title, "", where, thing.hex, 3), _words(thing.title, thing.id)


def _units(view: View) -> Iterable[tuple[Finding, list[str]]]:
    r, s = view.roster, view.state
    for u in range(len(r)):
        if view.hidden(u):
            continue
        h = s.hex_of[u]
        where = view.board.describe(h) if h >= 0 else view.whereabouts(u)
        order = 0 if h >= 0 else 4 if where else 8
        short, name = view.short(u), view.name(u)
        yield (
            Finding(short, name, where or "takes no part in this game", h, order, r.ids[u]),
            _words(short, name, r.ids[u]),
        )


def _places(board: Board, in_play: frozenset[Hex]) -> Iterable[tuple[Finding, list[str]]]:
    for place in board.places:
        hexes = [h for h in place.hexes if h in in_play]
        if hexes:
            yield Finding(place.name, place.size, board.labels[hexes[0]], hexes[0], 1), _words(place.name)
    rivers: dict[str, list[Hex]] = {}
    for side, name in sorted(board.river_names.items()):
        if side // 6 in in_play:
            rivers.setdefault(name, []).append(side // 6)
    for name, hexes in sorted(rivers.items()):
        h = hexes[len(hexes) // 2]
        yield Finding(name, "river", board.labels[h], h, 2), _words(name)


def _words(*texts: str) -> list[str]:
    """The words of some names, and those that are joined by hyphens also one by one."""
    whole = [word.strip("().,") for text in texts for word in fold(text).split()]
    return [w for word in whole for w in (word, *(word.split("-") if "-" in word else ())) if w]
