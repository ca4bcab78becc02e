"""Finding texts by words: BM25 over title, terms and text, with phrases, like words, beginnings, typing errors.

How rare a word is, is judged within the book that is asked. A text whose title, or one of whose terms, says what is
asked and little else comes before one that has the same words here and there. What counts as a phrase or as alike is
data (``data/ui/search.toml``), the same for the rule books of all games.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import log
from typing import Any, NamedTuple

from engine.books.wording import Wording
from engine.components.pieces import Pieces, whole

K1, B = 2.2, 0.45
"""BM25: how soon repeated use of a word stops counting, and how much a long text is marked down."""
TITLE, TERMS = 6.0, 3.0
"""A word of the title, or of the further words of an entry, counts as much as so many in the text."""
PREFIX = 0.3
"""Share of the weight if the word asked for is only the beginning of a word of the text."""
ALIKE = 0.65
"""Share of the weight if a word that players use for the one asked for is in the text."""
MOST = 2
"""A word that stands in more than so many terms of an entry counts no further."""
ALL_OF_IT, SAYS_IT, TERM_SAYS_IT = 2.5, 0.9, 1.0
"""How much more a text counts whose title is the question, whose title, or one of whose terms, nearly is."""
LOOKED_AT = 80
"""So many of the best texts are looked at for that."""
MODAL = 0.3
"""Share of the weight of must, may and need not: nearly every text has one of them."""
TEXTS = 40
"""So many texts are one piece of the work of indexing."""

LAST = "\U0010ffff"
"""Sorted behind whatever a word goes on with."""
_BREAK = " | "
"""Between the title and the terms of a kept text: no word has this sign."""


class Text(NamedTuple):
    """What is indexed of one entry; ``factor`` multiplies its score."""

    title: str
    text: str
    terms: tuple[str, ...] = ()
    factor: float = 1.0


class SearchIndex:
    """``search`` gives the numbers of the texts that fit best, with their scores."""

    def __init__(self, texts: Iterable[Text], wording: Wording | None = None) -> None:
        self.wording = wording or Wording()
        self._weights: dict[str, dict[int, float]] = {}
        self._packed: dict[str, int] = {}
        """The rows of ``from_record`` that no question has needed yet."""
        self._rows: Sequence[str] = ()
        self._names: Sequence[str] = ()
        """Of each text the stems of its title and of each of its terms."""
        self._factors: list[float] = []
        whole(self.filling(texts))

    def filling(self, texts: Iterable[Text]) -> Pieces[None]:
        """Take texts into an empty index, a few at a time."""
        names: list[str] = []
        counted = []
        for text in texts:
            counted.append(self._count(text, names))
            if len(counted) % TEXTS == 0:
                yield
        mean = sum(length for _, length in counted) / max(1, len(counted))
        for number, (counts, length) in enumerate(counted):
            for word, often in counts.items():
                weight = often * (K1 + 1) / (often + K1 * (1 - B + B * length / mean))
                self._weights.setdefault(word, {})[number] = round(weight, 3)
            if number % TEXTS == 0:
                yield
        self._names = names

    def _count(self, text: Text, names: list[str]) -> tuple[dict[str, float], float]:
        title, body = self.wording.words(text.title), self.wording.words(text.text)
        terms = [self.wording.words(term) for term in text.terms]
        names.append(_BREAK.join(" ".join(words) for words in (title, *terms)))
        self._factors.append(text.factor)
        counts: dict[str, float] = dict(Counter(body))
        for word in dict.fromkeys(title):
            counts[word] = counts.get(word, 0.0) + TITLE
        for word, often in Counter(word for words in terms for word in words).items():
            counts[word] = counts.get(word, 0.0) + TERMS * min(often, MOST)
        return counts, len(body) + len(title) + 1.0

    # ------------------------------------------------------------------ keeping
    def record(self) -> dict[str, Any]:
        """The index as plain values by name, for a cache: each may be kept by itself, each list row by row."""
        words = self._vocabulary
        return {
            "index": {"words": " ".join(words), "factors": self._factors},
            "weights": [self._pack(word) for word in words],
            "names": list(self._names),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any], wording: Wording) -> SearchIndex:
        """Read back ``record``; what does not fit raises ``KeyError``, ``TypeError`` or ``ValueError``."""
        index = cls((), wording)
        # One long text is read in a third of the time of thousands of short ones.
        index._packed = {word: row for row, word in enumerate(record["index"]["words"].split(" "))}
        index._factors = list(record["index"]["factors"])
        index._rows, index._names = record["weights"], record["names"]
        return index

    def _pack(self, word: str) -> str:
        found = self._weights.get(word)
        if found is None:
            return self._rows[self._packed[word]]
        return " ".join(f"{number} {round(weight * 1000)}" for number, weight in found.items())

    def _postings(self, word: str) -> dict[int, float]:
        """Text number to weight of a word; empty for a word of no text."""
        if word in self._packed:
            numbers = [int(n) for n in self._rows[self._packed.pop(word)].split()]
            self._weights[word] = {n: w / 1000 for n, w in zip(numbers[::2], numbers[1::2], strict=True)}
        return self._weights.get(word, {})

    @cached_property
    def _vocabulary(self) -> list[str]:
        """All words of the texts, sorted."""
        return sorted((*self._packed, *self._weights))

    @cached_property
    def _of_length(self) -> dict[int, list[str]]:
        """The same by their length."""
        found: dict[int, list[str]] = {}
        for word in self._vocabulary:
            found.setdefault(len(word), []).append(word)
        return found

    def _beginning(self, word: str) -> list[str]:
        """The words that begin with a word, itself included."""
        known = self._vocabulary
        first = bisect_left(known, word)
        return known[first : bisect_left(known, word + LAST, first)]

    # ------------------------------------------------------------------ searching
    def search(self, query: str, among: range | None = None) -> list[tuple[int, float]]:
        """Numbers and scores of the texts that fit, best first; texts that fit equally keep their order.

        ``among`` limits the search to a run of numbers.
        """
        among = range(len(self._names)) if among is None else among
        wanted = [self._corrected(word, among) for word in self._wanted(query)]
        meant = [word for word in self.wording.meant(query) if word not in wanted]
        wanted, soft = [*wanted, *meant], {*meant, *self.wording.modal}
        others = self.wording.others(wanted)
        scores: dict[int, float] = {}
        fitting: dict[int, float] = {}
        for word in wanted:
            for number, (weight, share) in self._matches(word, others.get(word, ()), among).items():
                scores[number] = scores.get(number, 0.0) + weight
                fitting[number] = fitting.get(number, 0.0) + share * (word not in soft)
        whole = sum(word not in soft for word in wanted) or 1
        ranked = [(n, score * self._covers(fitting[n] / whole) * self._factors[n]) for n, score in scores.items()]
        ranked.sort(key=lambda hit: (-hit[1], hit[0]))
        asked = frozenset(wanted)
        twice = [word for word, often in Counter(self.wording.plain(query)).items() if often > 1]
        best = [(n, score * (1 + self._says(n, asked, twice))) for n, score in ranked[:LOOKED_AT]]
        return sorted(best, key=lambda hit: (-hit[1], hit[0])) + ranked[LOOKED_AT:]

    def _wanted(self, query: str) -> list[str]:
        """The words to look for; a letter counts only with a word that texts have it with (``type:a``)."""
        found: list[str] = []
        for word in self.wording.asked(query):
            if word.startswith(":"):
                found += [known for known in self._vocabulary if known.endswith(word)]
            elif ":" not in word or word[0].isdigit() or self._postings(word):
                found.append(word)
        return found

    def _corrected(self, word: str, among: range) -> str:
        """A word of the texts asked for the one that is none of them nor the beginning of one: a typing error."""
        if len(word) < 4 or word[0].isdigit() or word in self.wording.alike:
            return word
        begun = self._beginning(word)
        if any(self._stands_in(other, among) for other in begun):
            return word
        near = (self._of_length.get(len(word) + more, ()) for more in (-1, 0, 1))
        known = sorted({*begun, *chain.from_iterable(near)})
        from difflib import get_close_matches  # only typing errors need it

        like = [other for other in get_close_matches(word, known, n=5, cutoff=0.75) if self._stands_in(other, among)]
        return like[0] if like else word

    def _stands_in(self, word: str, among: range) -> bool:
        return any(number in among for number in self._postings(word))

    @staticmethod
    def _covers(share: float) -> float:
        """What is left of a score when only this share of the words asked for fits."""
        return 0.4 + 0.6 * share

    def _says(self, number: int, asked: frozenset[str], twice: list[str]) -> float:
        """What the title or a term adds that nearly has the words asked for and no others.

        A word asked ``twice``, as in ZOC to ZOC, is answered where a title or a term has it twice.
        """
        names = [name.split() for name in self._names[number].split(_BREAK)]
        title, *terms = (frozenset(name) for name in names)
        if any(name.count(word) > 1 for word in twice for name in names) or (title == asked and not twice):
            return ALL_OF_IT
        most = SAYS_IT * 2 * len(title & asked) / (len(title) + len(asked))
        for term in terms:
            own = len(term & asked) / max(1, len(term))
            whole = len((term | title) & asked) / len(asked)
            if own:
                most = max(most, TERM_SAYS_IT * 2 * own * whole / (own + whole))
        return most

    def _matches(self, word: str, alike: Iterable[str], among: range) -> dict[int, tuple[float, float]]:
        """Text number to weight and share for one word asked for: as it is, as a beginning, alike.

        A rare word lends half its weight to the common words that stand for it.
        """
        best: dict[int, tuple[float, float]] = {}
        rare = self._take(best, word, 1.0, among)
        if len(word) >= 3:
            for longer in self._beginning(word):
                if longer != word:
                    self._take(best, longer, PREFIX, among)
        for other in alike:
            self._take(best, other, ALIKE, among, rare / 2)
        if word in self.wording.modal:
            return {number: (weight * MODAL, share) for number, (weight, share) in best.items()}
        return best

    def _take(
        self, best: dict[int, tuple[float, float]], word: str, share: float, among: range, least: float = 0.0
    ) -> float:
        """Add what the texts with a word weigh; how rare the word is, ``least`` at least."""
        texts = {n: weight for n, weight in self._postings(word).items() if n in among}
        rarity = max(least, log(1 + (len(among) - len(texts) + 0.5) / (len(texts) + 0.5)))
        for number, weight in texts.items():
            value = weight * share * rarity
            if value > best.get(number, (0.0, 0.0))[0]:
                best[number] = value, share
        return rarity
