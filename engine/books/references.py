"""References to rules as books print and people write them: ``12.53g``, ``11.4.2.a``, ``8.2ff``, ``rule 14.3``.

A reference names a section, often a clause of it, sometimes the game. Whether there is such a rule, the book knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LEAD = r"(?:(?:rules?|rulings?|sections?|sect?|clauses?|cases?|chapters?|paragraphs?|para|see)\b\.?\s*)"
_SECTION = r"\d{1,2}(?:\.\d{1,2})*|[Rr]\d{1,3}|[Ee][Dd]\d{1,3}"
_CLAUSE = r"(?:\s?\([0-9a-z]{1,2}\))+|\.?[a-z]\d?(?![a-z0-9])|"
_WHOLE = (
    rf"[\s\[(]*{_LEAD}*(?:(?P<game>[A-Za-z][A-Za-z0-9]*)\s*:+\s*)?{_LEAD}?§*\s*"
    rf"(?P<section>{_SECTION})\.?(?P<clause>{_CLAUSE})(?P<following>\s*ff)?[\])\s.,;:]*"
)
"""A whole text that is a reference, in letters of any size."""
_INSIDE = re.compile(
    r"(?<![\w.:+-])(?:(?P<game>[a-z]+\d?):)?(?P<section>\d{1,2}(?:\.\d{1,2})+|R\d{1,3}|ED\d{1,3})"
    r"(?P<clause>(?:\([0-9a-z]\))+|\.?[a-z]\d?(?![a-z0-9])|)(?P<following>ff)?"
    r"(?![\w%/½-])(?![.:]\d)(?! (?:MPs?|hex|hexes|points?|stacking|times|km|steps?)\b)"
)
_PARTS = re.compile(r"[0-9]+|[a-z]")


class Reference(NamedTuple):
    """What is referred to: ``section`` as printed; ``clause`` as its letters and numbers, ``("b", "2")``."""

    section: str
    clause: tuple[str, ...] = ()
    game: str = ""
    following: bool = False
    """Whether what follows is meant too, as in ``8.2ff``."""


def reference(text: str) -> Reference | None:
    """The reference that a whole text is; None for words."""
    # Every reference has a number, and most questions have none: they need no pattern made.
    found = re.fullmatch(_WHOLE, text, re.I) if any(sign.isdigit() for sign in text) else None
    if found is None or (text.lstrip().startswith("(") and "." not in found["section"]):
        return None
    return _read(found)


def is_name(text: str) -> bool:
    """Whether a word looks like the name of an entry of a glossary: in capitals, or of at most four letters."""
    word = text.strip().rpartition(":")[2]
    return word.isupper() or len(word) <= 4


def references(text: str) -> Iterator[Reference]:
    """The references in a running text, in order; numbers that are no rule may be among them."""
    for found in _INSIDE.finditer(text):
        yield _read(found)


def _read(found: re.Match[str]) -> Reference:
    section = found["section"]
    return Reference(
        section.upper() if section[0].isalpha() else section,
        tuple(_PARTS.findall(found["clause"].lower())),
        (found["game"] or "").lower(),
        bool(found["following"]),
    )


# ---------------------------------------------------------------------- finding it in a book
def candidates(ref: Reference) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Ids that a reference may stand for, the closest first, each with the clause that is left to look for in its text.

    ``10.6.3`` may be written for ``10.6(3)``, and ``12.5.3`` for ``12.53``.
    """
    for count in range(len(ref.clause), -1, -1):
        yield ref.section + "".join(f"({part})" for part in ref.clause[:count]), ref.clause[count:]
    if "." not in ref.section:
        yield f"{ref.section}.0", ref.clause
    elif ref.section.count(".") == 2:
        chapter, first, last = ref.section.split(".")
        yield f"{chapter}.{first}({last})", ref.clause
        yield f"{chapter}.{first}{last}", ref.clause
    elif len(ref.section.partition(".")[2]) == 2:
        chapter, _, digits = ref.section.partition(".")
        yield f"{chapter}.{digits[0]}.{digits[1]}", ref.clause


def clause_span(text: str, clause: tuple[str, ...]) -> tuple[int, int] | None:
    """Where a clause of a text begins and ends; None where the text does not mark it."""
    start, end, found = 0, len(text), False
    for part in clause:
        span = _part(text[start:end], part)
        if span is None:
            break
        start, end, found = start + span[0], start + span[1], True
    return (start, end) if found else None


def _part(text: str, part: str) -> tuple[int, int] | None:
    sign = re.escape(part)
    for begins, other in (
        (rf"(?m)^[ \t]*\({sign}\)", r"(?m)^[ \t]*\([a-z0-9]+\)"),
        (rf"(?m)^[ \t]*{sign}[.)] ", r"(?m)^[ \t]*[a-z0-9]+[.)] "),
        (rf"(?<![\w.])\({sign}\)(?= )", r"(?<![\w.])\([a-z0-9]+\)(?= )|\n"),
    ):
        kind = "[0-9]+" if part.isdigit() else "[a-z]"
        if found := re.search(begins, text):
            after = re.search(other.replace("[a-z0-9]+", kind), text[found.end() :])
            return found.start(), found.end() + after.start() if after else len(text)
    return None
