"""Finding texts by words: BM25 over title, terms and text, with phrases, like words, beginnings, typing errors.

What counts as a phrase or as alike is data (``data/ui/search.toml``), the same for the rule books of all games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import log
from typing import Any

K1, B = 1.2, 0.55
"""BM25: how soon repeated use of a word stops counting, and how much a long text is marked down."""
TITLE, TERMS = 3.0, 2.0
"""A word of the title, or of the further words of an entry, counts as much as so many in the text."""
PREFIX = 0.6
"""Share of the weight if the word asked for is only the beginning of a word of the text."""
ALIKE = 0.45
"""Share of the weight if a word that players use for the one asked for is in the text."""
TYPO = 0.5
"""Share of the weight if the word asked for is only similar to a word of the text."""

_WORD = re.compile(r"[a-z0-9½¼]+(?:[-/:.][0-9]+)*")
_ENDINGS = ("ments", "ment", "ings", "ing", "ied", "ies", "ed", "es", "s")
_stems: dict[str, str] = {}
"""Words seen to their stems: the same few thousand come again and again."""


def stem(word: str) -> str:
    """The word without its commonest endings, the same for halve, halved and halving. Not always a real word."""
    found = _stems.get(word)
    if found is None:
        found = _stems[word] = _cut(word)
    return found


def _cut(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeos":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return f"{word[:-1]}f" if word.endswith("v") else word  # halve and half


def lowered(text: str) -> str:
    """A text as words are found in it."""
    return text.lower().replace("'", "").replace("’", "").replace("-", " ")


def stems(text: str) -> list[str]:
    """The stems of all words of a text in order."""
    return [stem(word) for word in _WORD.findall(lowered(text))]


@dataclass(frozen=True)
class Wording:
    """Stop words, phrases and like words, by stems."""

    stop: frozenset[str] = frozenset()
    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A short form to the stems of each phrase for it, stop words included, joined by blanks."""
    alike: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A stem to the stems that players use for it."""

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Wording:
        """From the tables of ``search.toml``."""
        stop = frozenset(str(table.get("stop", "")).split())
        bare = cls(stop)
        phrases = {short: tuple(" ".join(stems(text)) for text in texts) for short, texts in table["phrases"].items()}
        groups = [[" ".join(bare.plain(word)) for word in words] for words in table["alike"].values()]
        alike: dict[str, tuple[str, ...]] = {}
        for group in groups:
            single = [word for word in dict.fromkeys(group) if " " not in word]
            for word in dict.fromkeys(group):
                alike[word] = (*alike.get(word, ()), *(other for other in single if other != word))
        return cls(stop, phrases, alike)

    def plain(self, text: str) -> list[str]:
        """The stems of a text in order, without stop words."""
        return [stem(word) for word in _WORD.findall(lowered(text)) if word not in self.stop]

    def words(self, text: str) -> list[str]:
        """The stems of a text, and after them the short forms of the phrases in it."""
        found, joined = self.plain(text), f" {' '.join(stems(text))} "
        short = [
            name for name, texts in self.phrases.items() for t in texts if f" {t} " in joined and name not in found
        ]
        return [*found, *dict.fromkeys(short)]

    def others(self, words: list[str]) -> dict[str, tuple[str, ...]]:
        """For each word of a question, and each of its phrases, what players also call it."""
        joined = f" {' '.join(words)} "
        return {key: others for key, others in self.alike.items() if f" {key} " in joined}


@dataclass(frozen=True, slots=True)
class Text:
    """What is indexed of one entry; ``factor`` multiplies its score."""

    title: str
    text: str
    terms: str = ""
    factor: float = 1.0


class SearchIndex:
    """``search`` gives the numbers of the texts that fit best, with their scores."""

    def __init__(self, texts: Iterable[Text], wording: Wording | None = None) -> None:
        self.wording = wording or Wording()
        self._weights: dict[str, dict[int, float]] = {}
        self._packed: dict[str, str] = {}
        """What ``from_record`` brought and no question has needed yet."""
        self._titles: list[list[str]] = []
        self._factors: list[float] = []
        counted = [self._count(text) for text in texts]
        mean = sum(length for _, length in counted) / max(1, len(counted))
        for number, (counts, length) in enumerate(counted):
            for word, often in counts.items():
                weight = often * (K1 + 1) / (often + K1 * (1 - B + B * length / mean))
                self._weights.setdefault(word, {})[number] = round(weight, 3)

    def _count(self, text: Text) -> tuple[dict[str, float], float]:
        title, body, terms = (self.wording.words(part) for part in (text.title, text.text, text.terms))
        self._titles.append(list(dict.fromkeys(title)))
        self._factors.append(text.factor)
        counts: dict[str, float] = dict(Counter(body))
        for words, weight in ((title, TITLE), (terms, TERMS)):
            for word in words:
                counts[word] = counts.get(word, 0.0) + weight
        return counts, len(body) + len(title) + 1.0

    # ------------------------------------------------------------------ keeping
    def record(self) -> dict[str, Any]:
        """The index as plain values, for a cache."""
        return {
            "weights": {word: self._pack(word) for word in (*self._packed, *self._weights)},
            "titles": [" ".join(words) for words in self._titles],
            "factors": self._factors,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any], wording: Wording) -> SearchIndex:
        """Read back ``record``; what does not fit raises ``KeyError``, ``TypeError`` or ``ValueError``."""
        index = cls((), wording)
        index._packed = dict(record["weights"])
        index._titles = [words.split() for words in record["titles"]]
        index._factors = list(record["factors"])
        if not all(isinstance(value, str) for value in index._packed.values()):
            raise ValueError("weights are texts")
        return index

    def _pack(self, word: str) -> str:
        found = self._weights.get(word)
        if found is None:
            return self._packed[word]
        return " ".join(f"{number} {round(weight * 1000)}" for number, weight in found.items())

    def _postings(self, word: str) -> dict[int, float]:
        """Text number to weight of a word; empty for a word of no text."""
        if word in self._packed:
            numbers = [int(n) for n in self._packed.pop(word).split()]
            self._weights[word] = {n: w / 1000 for n, w in zip(numbers[::2], numbers[1::2], strict=True)}
        return self._weights.get(word, {})

    def _vocabulary(self) -> Iterable[str]:
        return (*self._packed, *self._weights)

    # ------------------------------------------------------------------ searching
    def search(self, query: str, among: range | None = None) -> list[tuple[int, float]]:
        """Numbers and scores of the texts that fit, best first; texts that fit equally keep their order.

        ``among`` limits the search to a run of numbers.
        """
        wanted = list(dict.fromkeys(self.wording.words(query)))
        others = self.wording.others(wanted)
        scores: dict[int, float] = {}
        fitting: dict[int, float] = {}
        for word in wanted:
            alike = others.get(word, ())
            for number, (weight, share) in self._matches(word, alike).items():
                if among is None or number in among:
                    scores[number] = scores.get(number, 0.0) + weight
                    fitting[number] = fitting.get(number, 0.0) + share
        ranked = [(n, self._rank(n, score, fitting[n], wanted)) for n, score in scores.items()]
        return sorted(ranked, key=lambda hit: (-hit[1], hit[0]))

    def _rank(self, number: int, score: float, fitting: float, wanted: list[str]) -> float:
        """The score, less if words are missing, more if the title says it all and little else."""
        title = self._titles[number]
        whole = 1.0 + 0.4 * len(wanted) / len(title) if title and not set(wanted) - set(title) else 1.0
        return score * (0.25 + 0.75 * fitting / len(wanted)) * whole * self._factors[number]

    def _matches(self, word: str, alike: Iterable[str]) -> dict[int, tuple[float, float]]:
        """Text number to weight and share for one word asked for: as it is, alike, as a beginning, else mistyped."""
        best: dict[int, tuple[float, float]] = {}
        self._take(best, word, 1.0)
        if len(word) >= 3:
            for longer in self._vocabulary():
                if longer != word and longer.startswith(word):
                    self._take(best, longer, PREFIX)
        if not best and len(word) >= 4 and not word[0].isdigit():
            near = [other for other in self._vocabulary() if abs(len(other) - len(word)) <= 1]
            for other in get_close_matches(word, near, n=2, cutoff=0.75):
                self._take(best, other, TYPO)
                alike = (*alike, *self.wording.alike.get(other, ()))
        for other in alike:
            self._take(best, other, ALIKE)
        return best

    def _take(self, best: dict[int, tuple[float, float]], word: str, share: float) -> None:
        texts = self._postings(word)
        if not texts:
            return
        rarity = share * log(1 + (len(self._titles) - len(texts) + 0.5) / (len(texts) + 0.5))
        for number, weight in texts.items():
            value = weight * rarity
            if value > best.get(number, (0.0, 0.0))[0]:
                best[number] = value, share
