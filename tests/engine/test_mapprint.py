"""A sheet as text: every hex is there, with what lies in it."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.components.board import Board
from engine.components.load import build_board, read_table
from engine.components.mapprint import hexes_of, print_sheet


@lru_cache(maxsize=1)
def board() -> Board:
    """The board of the first game."""
    return build_board(read_table("ava", "map.toml")[0])


@pytest.mark.parametrize("sheet", ["L", "S", "K"])
def test_sheet_prints_every_hex(sheet: str) -> None:
    b = board()
    found = next(s for s in b.sheets if s.id == sheet)
    lines = print_sheet(b, sheet)
    text = "\n".join(lines)
    hexes = hexes_of(b, found)
    assert len(hexes) == 55 * 30
    assert [b.label(h) for h in hexes if f"{b.label(h)} " not in text] == []


def test_hexes_stand_where_they_do_on_the_map() -> None:
    """An odd column, printed, sits half a hex lower: S0301 two lines below S0201 and two above S0202."""
    lines = print_sheet(board(), "S")
    three = ("S0201", "S0301", "S0202")
    upper, odd, lower = (next(i for i, line in enumerate(lines) if f"{h} " in line) for h in three)
    assert (odd - upper, lower - odd) == (2, 2)


def test_sheet_prints_what_lies_in_a_hex() -> None:
    lines = print_sheet(board(), "s")
    assert any("S2418 .*" in line for line in lines)
    assert any(line.startswith("  Berezina: ") and "S2716/S2816" in line for line in lines)
    assert "  major city Minsk: S2418  (chosen: capital of the republic)" in lines
    assert any(line.startswith("  from_moscow: S5504 S5507 S5513") for line in lines)


def test_unknown_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="no sheet 'X'"):
        print_sheet(board(), "X")
