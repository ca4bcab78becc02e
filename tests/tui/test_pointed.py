"""Pointed hexes and columns from the east through the whole of the screen: three zooms, arrow keys, labels, letters."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from engine.components.board import Board
from engine.components.load import games_with_map, load_board
from engine.components.mapprint import print_sheet
from tests.support.pointed import in_play, pointed_board
from tests.tui.mapkit import lines, unit
from tui.draw.glyphs import ALIKE, SETS, Signs
from tui.draw.layout import ZOOMS, Layout
from tui.draw.scene import MapScene, Town, terrain_of
from tui.widgets.hex_map import HexMap

OPPOSITE = {"up": "down", "left": "right", "ne": "sw", "nw": "se", "e": "w"}


def scene(b: Board, **values: object) -> MapScene:
    """Everything there is on the small board."""
    h = b.find
    towns = {n: Town(place.name, place.size == "major city") for n, place in b.place_at.items()}
    units = {h("1203"): (unit(0, 8, 6),), h("1206"): (unit(1, 4, 6), unit(1, 3, 5))}
    found = {"towns": towns, "units": units, "letters": {h("1304"): "a", h("1306"): "bc"}, **values}
    return MapScene(terrain_of(b, in_play(b)), sides=("axis", "soviet"), **found)  # type: ignore[arg-type]


PICTURES = {
    "far": r"""
     '≋'╍ ╍ ╏
   ╏'H ≋◦  ╏
  ╏(7 ≋" [8 ╏
 ╏bc◉Ha≋"  ╏
 ≃╏≃╍ ╍ ╍ ╍ ╏
""",
    "middle": r"""
                ╍╍ ╍╍ ╍╍ ╍╍ ╍╍ ╍╍ ╍╍ ╍╍
               ╏ ↟   . ↟   .     .     ╏
       ╍╍ ╍╍ ╍╍╏≋≋ ↟ .   ↟ .     .   ╍╍╏
      ╏     . ↟   H     .◦Riga.     ╏
    ╍╍╏     .   ↟ H≋≋   .     .     ╏╍╍
   ╏     .(▰2) .     ▮" "  .[▰]  .     ╏
 ╍╍╏     .7-11 .   ≋≋▮ " " . 8-6 .   ╍╍╏
╏     .>bc< .◉SmolH>a<  ." "  .     ╏
╏╍╍   .     .     H≋≋ " . " " .     ╏╍╍
   ╏≃ ≃  .≃ ≃  .     .     .     .     ╏
   ╏╍╍ ╍╍.╍╍ ╍╍.╍╍ ╍╍.╍╍ ╍╍.╍╍ ╍╍.╍╍ ╍╍╏
""",
    "near": r"""
                            ╍╍ ╍╍     ╍╍ ╍╍     ╍╍ ╍╍     ╍╍ ╍╍
                         ╏ 1005    . 1004    . 1003    . 1002    ╏
                         ╏  ↟   ↟  .  ↟   ↟  .         .         ╏
                         ╏    ↟   ↟.    ↟   ↟.         .         ╏
             ╍╍ ╍╍     ╍╍╏≋≋lt wood. lt woods. plains  . plains╍╍╏
          ╏ 1106    . 1105    ▮ 1104    . 1103    . 1102    ╏
          ╏         .  ↟ :::::H:::::::::::::::    .         ╏
          ╏         .    :   ↟▮    :    .    ::   .         ╏
        ╍╍╏ plains  . lt woods▮≋≋plains . ◦Riga : . plains  ╏╍╍
     ╏ 1207    . 1206    . 1205    ▮ 1204    . 1203    . 1202    ╏
     ╏         .(3Pz 4-6:.         ▮ " "::::::[▰3Pz 2/2.         ╏
     ╏         .(3Pz 3-5:.         ▮  ":: " ". 8-6-10 ].         ╏
   ╍╍╏ plains  . plains  . plains≋≋▮ :marsh  . plains  . plains╍╍╏
╏ 1307    . 1306    . 1305    ▮ 1304 :  . 1303    . 1302    ╏
╏         .>bc<     .    :::::H>a<::: " . " " " " .         ╏
╏         .         .    :    ▮  " : " ".  " " " ".         ╏
╏╍╍plains . plains  . ◉Smolens▮≋≋marsh  . marsh   . plains  ╏╍╍
     ╏ 1407    . 1406    . 1405    . 1404    . 1403    . 1402    ╏
     ╏ ≃ ≃ ≃ ≃ . ≃ ≃ ≃ ≃ .         .         .         .         ╏
     ╏  ≃ ≃ ≃ ≃.  ≃ ≃ ≃ ≃.         .         .         .         ╏
     ╏╍╍sea  ╍╍.╍╍sea  ╍╍.╍╍plain╍╍.╍╍plain╍╍.╍╍plain╍╍.╍╍plain╍╍╏
""",
}
"""What is drawn, without blanks at the ends of lines: even rows stand half a hex farther east, the corner is cut."""


@pytest.mark.parametrize("zoom", ZOOMS)
def test_rows_read_from_west_to_east(zoom: str) -> None:
    drawn = lines(scene(pointed_board()), zoom)
    assert [row.rstrip() for row in drawn.text()] == PICTURES[zoom].removeprefix("\n").splitlines()


def test_numbers_without_a_letter_are_written_whole() -> None:
    """Rows 10 to 14 all begin with a 1, which is no letter of a sheet."""
    b = pointed_board()
    ground = terrain_of(b, in_play(b))
    assert ground.labels[b.find("1203")] == "1203"
    assert b.column_numbers == (7, 6, 5, 4, 3, 2)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_arrow_keys_reach_every_hex_and_lead_back(zoom: str) -> None:
    b = pointed_board()
    layout, hexes = Layout(b.grid, zoom), in_play(b)
    for keys in (("up", "down", "left", "right"), ("ne", "e", "se", "sw", "w", "nw")):
        found, front = {b.find("1304")}, [b.find("1304")]
        while front:
            here = front.pop()
            for key in keys:
                there = layout.step(here, key)
                if there in hexes and there not in found:
                    found.add(there)
                    front.append(there)
        assert found == hexes
    for key, back in OPPOSITE.items():
        for h in hexes:
            there = layout.step(h, key)
            assert there < 0 or layout.step(there, back) == h


def test_up_and_down_go_straight_in_turns_left_and_right_keep_the_row() -> None:
    b = pointed_board()
    layout = Layout(b.grid, "middle")
    h, way = b.find("1402"), []
    while h >= 0:
        way.append(b.label(h))
        h = layout.step(h, "up")
    assert way == ["1402", "1302", "1202", "1102", "1002"]
    assert b.label(layout.step(b.find("1204"), "left")) == "1205", "columns grow to the west"
    assert b.label(layout.step(b.find("1204"), "ne")) == "1103"
    with pytest.raises(ValueError, match="direction"):
        layout.step(h, "n")


class MapApp(App[None]):
    """The small board alone on the screen."""

    def compose(self) -> ComposeResult:
        """The map."""
        yield HexMap(id="map")

    def on_mount(self) -> None:
        """Begin at the north-east corner."""
        board = pointed_board()
        self.map.show(scene(board, cursor=board.find("1002")))
        self.map.focus()

    @property
    def map(self) -> HexMap:
        """The widget."""
        return self.query_one(HexMap)


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_the_cursor_stays_in_view_and_on_the_board(zoom: str) -> None:
    app, b = MapApp(), pointed_board()
    async with app.run_test(size=(30, 9)) as pilot:
        await pilot.pause()
        app.map.set_zoom(zoom)
        for direction in ("left", "left", "left", "left", "down", "left", "left", "down", "left", "down", "down", "ne"):
            app.map.move_cursor(direction)
            await pilot.pause()
            assert app.map.in_view(app.map.cursor)
        assert b.label(app.map.cursor) == "1306"
        assert not app.map.move_cursor("nw") or b.label(app.map.cursor) == "1207"
        app.map.go_to(b.find("1106"))
        assert not app.map.move_cursor("nw"), "the corner is cut"


# ---------------------------------------------------------------------- as text
def test_the_printed_sheet_sets_shifted_rows_half_a_cell_farther_right() -> None:
    text = print_sheet(pointed_board(), "b")
    assert "columns 07-02" in text
    where = {label: next(line.index(f"{label} ") for line in text if f"{label} " in line) for label in
             ("1104", "1205", "1204", "1304")}  # fmt: skip
    assert where["1204"] - where["1205"] == 12
    assert where["1104"] - where["1205"] == where["1204"] - where["1104"] == 6
    assert where["1304"] == where["1104"]
    assert not [line for line in text if line.startswith("  1006") or "1007" in line]
    at = next(i for i, line in enumerate(text) if "1105 " in line)
    assert text[at + 1].split() == ["R12", "R45"], "the river north-east and east of 1105, then of 1104"


@pytest.mark.parametrize("signs", SETS.values(), ids=list(SETS))
@pytest.mark.parametrize("game", games_with_map())
def test_every_terrain_of_a_map_has_a_sign_of_its_own(game: str, signs: Signs) -> None:
    names = [name for name in load_board(game).terrain_names if name != "off board"]
    assert all(name in signs.ground or name in ALIKE for name in names), "else only a letter shows it"
    looks = [signs.terrain(name) for name in names]
    assert len({(look.upper, look.lower) for look in looks}) == len({look.far for look in looks}) == len(names)
