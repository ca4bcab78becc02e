"""Words as a search sees them: stems, phrases and their short forms, like words, abbreviations, must and may.

What counts as what is data (``data/ui/search.toml``), the same for the rule books of all games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

_WORD = re.compile(r"[a-z0-9½¼]+(?:[-/:.][0-9]+)*")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z/&-]*(?<![-/])/?")
"""What may be an abbreviation: ``arty``, ``w/o``, ``s-h``."""
_RATIO = re.compile(r"\b([0-9]+) ?(?:-|:|to|against|versus|vs\.?) ?([0-9]+)\b")
"""Odds however they are written, 5-1, 5:1, 5 to 1: found as 5:1, and by their numbers."""
_LETTER = re.compile(r"\b([A-Za-z]+)s? [\"'(]?([A-Z])\b")
_SMALL = re.compile(r"\b([A-Za-z]+)s? [\"'(]?([A-Za-z])\b")
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
    return "half" if word == "halv" else word


def lowered(text: str) -> str:
    """A text as words are found in it."""
    plain = text.lower().replace("'", "").replace("’", "")
    return _RATIO.sub(r"\1:\2 \1 \2", plain).replace("-", " ")


def stems(text: str) -> list[str]:
    """The stems of all words of a text in order."""
    return [stem(word) for word in _WORD.findall(lowered(text))]


def spans_of(text: str, asked: frozenset[str]) -> list[tuple[int, int]]:
    """Where words of these stems, or words that begin with one, stand in a text."""
    return [
        found.span()
        for found in re.finditer(r"[A-Za-z0-9½¼]+", text)
        if (word := stem(found[0].lower())) in asked or any(len(s) >= 3 and word.startswith(s) for s in asked)
    ]


Texts = Mapping[str, Sequence[str]]
NONE: Mapping[str, Any] = MappingProxyType({})
_TEXTS = ("phrases", "alike", "modal", "sought")


def _by_first(phrases: Texts) -> list[tuple[str, str, str]]:
    """The first word, the name and the text between blanks of each phrase: few texts have the first word of one."""
    return [(text.split(" ")[0], name, f" {text} ") for name, texts in phrases.items() for text in texts]


class Wording:
    """Stop words, phrases and like words, by stems. Never changed once it is made."""

    def __init__(
        self, stop: frozenset[str] = frozenset(), phrases: Texts = NONE, alike: Texts = NONE,
        lettered: frozenset[str] = frozenset(), short: Mapping[str, str] = NONE, modal: Texts = NONE,
        sought: Texts = NONE,
    ) -> None:  # fmt: skip
        self.stop = stop
        self.phrases = phrases
        """A short form to the stems of each phrase for it, stop words included, joined by blanks."""
        self.alike = alike
        """A stem to the stems that players use for it."""
        self.lettered = lettered
        """Words that a single letter may follow and belong to, such as type or marker: ``type a``."""
        self.short = short
        """An abbreviation of the hobby to what it stands for: ``arty`` artillery."""
        self.modal = modal
        """``must``, ``may``, ``free`` and ``not`` to the phrases for them, as stems joined by blanks."""
        self.sought = sought
        """Words asked for as well where a question has one of these phrases: ``effect`` in "what does ... do"."""

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Wording:
        """From the tables of ``search.toml``."""
        stop = frozenset(str(table.get("stop", "")).split())
        lettered = frozenset(str(table.get("lettered", "")).split())
        bare = cls(stop)
        phrases = {short: tuple(" ".join(stems(text)) for text in texts) for short, texts in table["phrases"].items()}
        groups = [[" ".join(bare.plain(word)) for word in words] for words in table["alike"].values()]
        alike: dict[str, tuple[str, ...]] = {}
        for group in groups:
            single = [word for word in dict.fromkeys(group) if " " not in word]
            for word in dict.fromkeys(group):
                alike[word] = (*alike.get(word, ()), *(other for other in single if other != word))
        short = {str(word).lower(): str(words) for word, words in table.get("short", {}).items()}
        modal = {f"q{name}": tuple(" ".join(stems(t)) for t in texts) for name, texts in table.get("modal", {}).items()}
        sought = {
            stem(word): tuple(" ".join(stems(t)) for t in texts) for word, texts in table.get("sought", {}).items()
        }
        for name, others in table.get("answered_by", {}).items():
            alike[f"q{name}"] = tuple(f"q{other}" for other in others)
        return cls(stop, phrases, alike, lettered, short, modal, sought)

    # ------------------------------------------------------------------ keeping
    def record(self) -> dict[str, Any]:
        """Everything as plain values, for a cache: to make it anew takes longer than most answers."""
        return {
            **{name: {key: list(texts) for key, texts in getattr(self, name).items()} for name in _TEXTS},
            "stop": sorted(self.stop),
            "lettered": sorted(self.lettered),
            "short": dict(self.short),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Wording:
        """Read back ``record``. Raises ``KeyError`` or ``TypeError`` for anything else."""
        stop, lettered = frozenset(record["stop"]), frozenset(record["lettered"])
        return cls(stop=stop, lettered=lettered, short=record["short"], **{name: record[name] for name in _TEXTS})

    # ------------------------------------------------------------------ words of a text
    def plain(self, text: str) -> list[str]:
        """The stems of a text in order, without stop words."""
        return [stem(word) for word in _WORD.findall(lowered(text)) if word not in self.stop]

    def words(self, text: str) -> list[str]:
        """The stems of a text, and after them the short forms of the phrases in it and its lettered words."""
        said = _WORD.findall(lowered(text))
        all_stems = [stem(word) for word in said]
        found = [its for its, word in zip(all_stems, said, strict=True) if word not in self.stop]
        joined, there, known = f" {' '.join(all_stems)} ", set(all_stems), set(found)
        short = [
            name for first, name, phrase in self._short if first in there and phrase in joined and name not in known
        ]
        return [*found, *dict.fromkeys((*short, *self.letters(text))), *self.modals(joined)]

    @cached_property
    def _short(self) -> list[tuple[str, str, str]]:
        """The first word of each phrase, its short form, and the phrase between blanks."""
        return _by_first(self.phrases)

    @cached_property
    def _modal(self) -> list[tuple[str, str, str]]:
        return _by_first(self.modal)

    def modals(self, joined: str) -> list[str]:
        """Whether a text, as stems between blanks, says must, may, need not or may not: ``qmust``, ``qmay`` ..."""
        found, there = [], set(joined.split())
        for first, name, phrase in self._modal:
            if first in there and phrase in joined:
                found.append(name)
                joined = joined.replace(phrase, " | ")
        return list(dict.fromkeys(found))

    def meant(self, query: str) -> list[str]:
        """What the form of a question asks for besides its words."""
        joined = f" {' '.join(stems(query))} "
        return [word for word, phrases in self.sought.items() if any(f" {p} " in joined for p in phrases)]

    def spelled(self, query: str) -> str:
        """A question with the hobby's abbreviations written out."""
        return _TOKEN.sub(lambda found: self.short.get(found[0].lower(), found[0]), query)

    def letters(self, text: str) -> list[str]:
        """``type:a`` for each Type A, type "a" or type (A) of a text; in running text only a capital letter counts."""
        return [f"{word.lower()}:{letter.lower()}" for word, letter in _LETTER.findall(text) if self._takes(word)]

    def asked(self, query: str) -> list[str]:
        """The words of a question: small letters belong to the word before them too; a lone letter is no stop word."""
        query = self.spelled(query)
        small = [f"{word.lower()}:{a.lower()}" for word, a in _SMALL.findall(query) if self._takes(word)]
        long = {text: name for name, texts in self.phrases.items() for text in texts if " " not in text}
        found = [w for w in dict.fromkeys((*self.words(query), *small)) if long.get(w, w) == w]
        return found or [f":{word}" for word in _WORD.findall(lowered(query)) if len(word) == 1]

    def _takes(self, word: str) -> bool:
        return word.lower() in self.lettered

    def others(self, words: list[str]) -> dict[str, Sequence[str]]:
        """For each word of a question, and each of its phrases, what players also call it."""
        joined = f" {' '.join(words)} "
        return {key: others for key, others in self.alike.items() if f" {key} " in joined}
