"""Finding texts by words: a small index that knows word stems, word beginnings and single typing errors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from math import log

_STOP_WORDS = """
a about an and any are as at be by can do does during each every for from get had happens has have how i if in into is
it its may me must my of on or please rule rules should that the their them then there they this to us we what when
where which who why will with you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
TITLE = 4.0
"""A word in the title counts as much as this many times the same word, once, in the text."""
PREFIX = 0.6
"""Share of the weight if the word asked for is only the beginning of a word of the text."""
TYPO = 0.4
"""Share of the weight if the word asked for is only similar to a word of the text."""

_WORD = re.compile(r"[a-z0-9½]+")
_ENDINGS = ("ments", "ment", "ings", "ing", "ied", "ies", "ed", "es", "s")


def stem(word: str) -> str:
    """The word without its commonest endings, the same for halve, halved and halving. Not always a real word."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeos":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return f"{word[:-1]}f" if word.endswith("v") else word  # halve and half


def words_of(text: str) -> list[str]:
    """The stems of a text in order, without stop words."""
    plain = text.lower().replace("'", "").replace("’", "")
    return [stem(word) for word in _WORD.findall(plain) if word not in STOP_WORDS]


class SearchIndex:
    """Texts of the form (title, text, factor): ``search`` ranks their numbers; the factor multiplies the score."""

    def __init__(self, texts: Iterable[tuple[str, str, float]]) -> None:
        self._weights: dict[str, dict[int, float]] = {}
        self._titles: list[frozenset[str]] = []
        self._factors: list[float] = []
        for number, (title, text, factor) in enumerate(texts):
            self._titles.append(frozenset(words_of(title)))
            self._factors.append(factor)
            self._add(number, words_of(title), words_of(text))
        self._vocabulary = sorted(self._weights)

    def _add(self, number: int, title: list[str], text: list[str]) -> None:
        """Weigh each word: repeated use counts less and less, and more in a short text than in a long one."""
        length = 0.5 + 0.5 * len(text) / 60
        counts = Counter(text)
        for word in {*title, *text}:
            often = counts[word]
            weight = often / (often + length) + (TITLE * 0.4 if word in title else 0.0)
            self._weights.setdefault(word, {})[number] = weight

    def search(self, query: str) -> list[int]:
        """Numbers of the texts that fit best, best first; texts that fit equally keep their order."""
        wanted = list(dict.fromkeys(words_of(query)))
        scores: Counter[int] = Counter()
        fitting: Counter[int] = Counter()
        for word in wanted:
            for number, weight in self._matches(word).items():
                scores[number] += weight  # type: ignore[assignment]
                fitting[number] += 1
        return sorted(scores, key=lambda number: (-self._rank(number, scores[number], fitting[number], wanted), number))

    def _rank(self, number: int, score: float, fitting: int, wanted: list[str]) -> float:
        """The score, less if words are missing, more if the title says it all and little else."""
        title = self._titles[number]
        whole = 1.0 + 0.5 * len(wanted) / len(title) if title.issuperset(wanted) else 1.0
        return score * (fitting / len(wanted)) * whole * self._factors[number]

    def _matches(self, word: str) -> dict[int, float]:
        """Text number to weight for one word asked for: as it is, else as a beginning, else mistyped."""
        best: dict[int, float] = {}
        self._take(best, word, 1.0)
        if len(word) >= 3:
            for longer in self._vocabulary:
                if longer != word and longer.startswith(word):
                    self._take(best, longer, PREFIX)
        if not best and len(word) >= 4:
            alike = [other for other in self._vocabulary if abs(len(other) - len(word)) <= 1]
            for other in get_close_matches(word, alike, n=2, cutoff=0.75):
                self._take(best, other, TYPO)
        return best

    def _take(self, best: dict[int, float], word: str, share: float) -> None:
        texts = self._weights.get(word, {})
        rarity = log(1 + len(self._titles) / (1 + len(texts)))
        for number, weight in texts.items():
            best[number] = max(best.get(number, 0.0), weight * rarity * share)
