"""Signs are one cell wide everywhere, and no two meanings share one."""

from __future__ import annotations

import tomllib
import unicodedata
from importlib.resources import files

import pytest
from rich.cells import cell_len

from tui.draw.glyphs import EDGES, SETS, Signs, signs


def every_sign(s: Signs) -> set[str]:
    texts = [value for name, value in s._asdict().items() if isinstance(value, str) and name != "name"]
    texts += [t for g in s.ground.values() for t in (g.upper, g.lower, g.far)]
    texts += [t for e in s.edges.values() for t in (e.rising, e.falling, e.upright, e.level)]
    return set("".join(texts))


@pytest.mark.parametrize("name", sorted(SETS))
def test_every_sign_is_one_cell_on_every_terminal(name: str) -> None:
    for char in every_sign(SETS[name]):
        assert cell_len(char) == 1, char
        assert unicodedata.east_asian_width(char) in ("N", "Na", "H"), f"{char} U+{ord(char):04X}"
        assert not unicodedata.combining(char)


def test_unit_kinds_of_the_data_are_one_cell_wide_and_have_letters() -> None:
    table = tomllib.loads(files("data").joinpath("ava", "classes.toml").read_text("utf-8"))
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    for row in rows:
        assert cell_len(row["glyph"]) == 1 and unicodedata.east_asian_width(row["glyph"]) != "W"
        assert len(row["ascii"]) == 1 and row["ascii"].isascii()
    assert len({row["ascii"] for row in rows}) == len(rows)


def test_the_ascii_set_is_ascii() -> None:
    assert all(c.isascii() for c in every_sign(signs("ascii")))


@pytest.mark.parametrize("name", sorted(SETS))
def test_no_two_sides_and_no_two_grounds_look_the_same(name: str) -> None:
    s = SETS[name]
    edges = [s.edges[kind] for kind in EDGES]
    for form in ("rising", "falling", "upright", "level"):
        assert len({getattr(e, form) for e in edges}) == len(EDGES), form
    assert len({(g.upper, g.lower) for g in s.ground.values()}) == len(s.ground)
    assert len({g.lower for g in s.ground.values()}) == len(s.ground)


def test_patterns_have_four_cells() -> None:
    for s in SETS.values():
        assert all(len(e.level) == 4 and len(e.rising + e.falling + e.upright) == 3 for e in s.edges.values())
        assert all(len(g.upper) == len(g.lower) == 4 and len(g.word) <= 8 for g in s.ground.values())


def test_an_unknown_terrain_is_drawn_by_its_letter() -> None:
    assert "T" in signs("unicode").terrain("tundra").upper
