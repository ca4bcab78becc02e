"""Numbers agree with their nouns."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.components.wording import counted, is_several, plural
from tests.support.efs import position

ROOT = Path(__file__).parents[2]
NOUNS = (
    "units|hexes|couplets|steps|chits|attacks|turns|points|actions|divisions|stacks|enemies|losses|command chits|"
    "movement points|replacement steps|rifle divisions|mechanized units|Soviet units|more units"
)
MANY = re.compile(rf"^ ({NOUNS})\b")
TOLD = ("say", "Refusal", "Prompt", "Task", "Idea", "Track", "put", "Lack")
"""What makes a sentence for players out of its words."""


def test_one_is_one() -> None:
    assert (plural(1, "unit"), plural(0, "unit"), plural(2, "hex", "es")) == ("1 unit", "0 units", "2 hexes")
    assert (plural(1.0, "movement point"), plural(2.5, "movement point")) == ("1 movement point", "2.5 movement points")
    assert (counted(1, "unit waits", "units wait"), counted(3, "is", "are")) == ("1 unit waits", "3 are")


def test_a_counter_of_several_regiments_takes_the_plural() -> None:
    roster = position({}).data.roster
    told = {roster.agree(u, "is", "are") for u in range(len(roster.ids))}
    assert "180 and 122 Fighter Regiments are" in told and "Reserve Group 1: 3 Fighter Regiments is" in told
    assert not is_several("24th Panzer Corps") and is_several("Security Divisions")


@pytest.mark.parametrize("game", ["ava", "pm"])
def test_no_sentence_of_a_game_puts_a_count_before_a_plural(game: str) -> None:
    found = []
    for path in sorted((ROOT / "engine" / "games" / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in TOLD:
                found += [f"{path.name}: {words}" for words in _counts(node)]
    assert found == []


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _counts(node: ast.Call) -> list[str]:
    """Of the texts that a call is given: lengths and bare numbers right before a plural noun."""
    found = []
    for text in (n for argument in node.args for n in ast.walk(argument) if isinstance(n, ast.JoinedStr)):
        for value, after in zip(text.values, text.values[1:], strict=False):
            plain = isinstance(after, ast.Constant) and MANY.match(str(after.value))
            if plain and isinstance(value, ast.FormattedValue) and "len(" in ast.unparse(value.value):
                found.append(ast.unparse(text))
    return found
