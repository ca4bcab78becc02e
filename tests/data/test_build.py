"""The build of boards: pointed hexes, columns from the east, sheets beside each other, and the command."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

import data.build.__main__ as command
from data.build.honeycomb import Honeycomb
from data.build.lattice import Lattice, Panel
from data.build.recipe import Recipe, games, map_file, recipe
from data.build.stamp import unchanged
from engine.components.board import Board
from engine.components.load import build_board
from engine.components.mapnumbers import Numbering

RECIPES = Path(__file__).parents[1] / "support" / "recipes"


@lru_cache(maxsize=2)
def made(name: str) -> str:
    """The map file that a recipe of the tests makes."""
    return Recipe(RECIPES / name).build()


@lru_cache(maxsize=2)
def board(name: str) -> Board:
    """The board made from it."""
    return build_board(tomllib.loads(made(name)))


def near(b: Board, label: str) -> dict[str, str]:
    """The neighbours of a hex by direction."""
    h = b.find(label)
    return {d: b.label(n) for d, n in zip(b.grid.directions, b.grid.neighbours[h], strict=True) if n >= 0}


# ---------------------------------------------------------------------- lattices
@pytest.mark.parametrize("odd_shifted", [True, False])
@pytest.mark.parametrize("flat", [True, False])
def test_six_sides_three_hexes_at_a_corner(flat: bool, odd_shifted: bool) -> None:
    comb = Honeycomb(flat, odd_shifted)
    lattice = Lattice(5, 4, [Panel("X", 1, 4)], comb=comb)
    for cell in lattice.cells:
        ring = comb.around(cell)
        assert len(set(ring)) == 6 and all(cell in comb.around(n) for n in ring)
        assert all(comb.distance(cell, n) == 1 for n in ring)
        assert all(b in comb.around(a) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
        assert comb.nearest(comb.centre(cell)) == cell
        assert len({comb.vertex(cell, i) for i in range(6)}) == 6
    assert {len(links) for links in lattice.links.values()} <= {1, 2, 3}
    assert all(b in [v for v, _ in lattice.links[a]] for a, b in lattice.ends.values())


@pytest.fixture(scope="module")
def pointed() -> Lattice:
    """The frame of a game with pointed hexes: rows 10-32 from the north, columns 00-24 from the east."""
    numbers = Numbering(0, 10, "RRCC", from_east=True)
    return Lattice(25, 23, [Panel("B", 1, 23)], numbers, Honeycomb(flat=False, odd_shifted=False))


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("2403", "2404", 1), ("2403", "2303", 1), ("2210", "2208", 2), ("2210", "2308", 2), ("2210", "2409", 2),
        ("2709", "2609", 1), ("2709", "2708", 1), ("2907", "3008", 1), ("1011", "1110", 1), ("2809", "2908", 1),
    ],
)  # fmt: skip
def test_distances_that_rules_print(pointed: Lattice, a: str, b: str, apart: int) -> None:
    assert pointed.distance(pointed.cell(a), pointed.cell(b)) == apart


def test_columns_from_the_east_grow_westward(pointed: Lattice) -> None:
    """West of 2403 is 2404, north-west of it 2303."""
    ring = [pointed.label(c) for c in pointed.around(pointed.cell("2403"))]
    assert ring == ["2302", "2402", "2502", "2503", "2404", "2303"]
    assert pointed.centre(pointed.cell("2404"))[0] < pointed.centre(pointed.cell("2403"))[0]
    with pytest.raises(ValueError, match="off the board"):
        pointed.cell("0905")
    with pytest.raises(ValueError, match="no hex number"):
        pointed.cell("B2403")


def test_sheets_beside_each_other_number_their_columns_anew() -> None:
    lattice = Lattice(116, 65, [Panel("W", 1, 65, 1, 58), Panel("E", 1, 65, 59, 58)])
    assert len(lattice.cells) == 7540
    ring = {lattice.label(c) for c in lattice.around(lattice.cell("W5810")) if c in lattice.cells}
    assert ring == {"W5809", "W5811", "W5709", "W5710", "E0109", "E0110"}
    assert all(lattice.cell(lattice.label(c)) == c for c in lattice.cells)
    with pytest.raises(ValueError, match="off the board"):
        lattice.cell("W5901")


# ---------------------------------------------------------------------- boards
def test_a_pointed_board_is_read_as_it_was_built() -> None:
    b = board("pointed")
    assert not b.grid.flat
    assert near(b, "1706") == {"NE": "1606", "E": "1705", "SE": "1806", "SW": "1807", "W": "1707", "NW": "1607"}
    assert {p.name: [b.label(h) for h in p.hexes] for p in b.places}["Moscow"] == ["1606"]
    assert {b.place_at[b.find(h)].name for h in ("1709", "2207", "1806")} >= {"Kursk", "Smolensk"}
    cut = {b.label(h) for h in b.grid if b.terrain_name(h) == "off board"}
    assert cut == {"1510", "1511", "1611"}


@pytest.mark.parametrize("name", ["pointed", "panels"])
def test_rivers_run_from_corner_to_corner(name: str) -> None:
    b, table = board(name), tomllib.loads(made(name))
    assert {r["name"] for r in table["river"]} >= {"Dnieper"}
    for river in table["river"]:
        sides = [{b.find(h) for h in text.split("/")} for text in river["sides"]]
        for one, two in pairwise(sides):
            (shared,) = one & two
            (x,), (y,) = one - {shared}, two - {shared}
            assert y in b.grid.adjacent[x] or len(b.grid.adjacent[shared]) < 6, "a gap inside the map"


def test_a_road_of_a_pointed_board_joins_its_towns() -> None:
    b = board("pointed")
    road = next(c for c in b.chains["road"] if b.find("1709") in c)
    assert {b.find("1709"), b.find("1708"), b.find("1606")} <= set(road), "Smolensk, Vyazma, Moscow"


def test_sheets_beside_each_other_are_one_board() -> None:
    b = board("panels")
    assert b.find("W0806") in b.grid.adjacent[b.find("E0106")]
    assert b.has("major river", b.find("W0806"), b.find("E0106"))
    assert b.label(b.grid.size - 1) == "E0812" and b.column_numbers == (*range(1, 9), *range(1, 9))
    smolensk = next(p for p in b.places if p.name == "Smolensk")
    assert [b.label(h) for h in smolensk.hexes] == ["E0206"]
    assert b.has("major river", b.find("E0206"), b.find("E0205")), "south of the Dnieper"


# ---------------------------------------------------------------------- the command
def test_the_command_writes_and_checks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Made:
        def build(self) -> str:
            return made("pointed")

    path = tmp_path / "map.toml"
    monkeypatch.setattr(command, "recipe", lambda game: Made())
    monkeypatch.setattr(command, "map_file", lambda game: path)
    game = games()[0]
    assert command.main([game, "--check"]) == 1 and not path.exists()
    assert command.main([game]) == 0 and path.read_text(encoding="utf-8") == made("pointed")
    assert command.main([game, "--check"]) == 0
    assert "up to date" in capsys.readouterr().out


def test_the_command_knows_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["nowhere"])
    told = capsys.readouterr().err
    assert all(game in told for game in games())
    assert {"ava", "pm"} <= set(games())


# ---------------------------------------------------------------------- the committed files
@pytest.mark.parametrize("game", games())
def test_a_map_file_was_built_from_what_lies_here(game: str) -> None:
    """Whoever changes a step, the geography or a folder of a board builds it anew; nobody changes the file itself."""
    assert unchanged(map_file(game).read_text(encoding="utf-8"), recipe(game).stamp()), f"python -m data.build {game}"


def test_a_stamp_tells_other_sources_and_changes_by_hand() -> None:
    text, source = made("pointed"), Recipe(RECIPES / "pointed").stamp()
    assert unchanged(text, source)
    assert not unchanged(text, Recipe(RECIPES / "panels").stamp())
    assert not unchanged(text.replace("clear", "rough", 1), source)
    assert not unchanged(text.rpartition("\n#")[0] + "\n", source)


@pytest.mark.nightly(minutes=1)
@pytest.mark.parametrize("game", games())
def test_a_map_file_is_what_the_script_makes(game: str) -> None:
    assert map_file(game).read_text(encoding="utf-8") == recipe(game).build()
