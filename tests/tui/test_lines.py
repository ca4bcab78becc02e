"""What stands in which cell: sides, terrain, towns, counters, marks; and that characters alone tell all of it apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from engine.components.board import LineKind
from engine.components.grid import Hex
from tests.tui.mapkit import TERRAINS, block, board, lines, place, same_ground, scene, side, styles_at, terrain, unit
from tui.draw.glyphs import signs
from tui.draw.legend import legend
from tui.draw.lines import MapLines
from tui.draw.scene import MapScene, Town, terrain_of

HERE: Hex = 7 * 2 + 3
"""A hex in the middle of the test board; its column is not shifted."""


@pytest.mark.parametrize(
    ("features", "rising", "falling", "level"),
    [
        (("minor river",), "/", "\\", "~~~~"),
        (("major river",), "▞", "▚", "≋≋≋≋"),
        (("minor river", "bridge"), "=", "=", "~==~"),
        (("major river", "bridge"), "H", "H", "≋HH≋"),
        (("start line",), ":", ":", ": : "),
        (("start line", "minor river"), "!", "!", ":~:~"),
        (("barred",), "x", "x", "xxxx"),
    ],
)
def test_each_side_is_drawn_in_its_cell(features: tuple[str, ...], rising: str, falling: str, level: str) -> None:
    for direction, dx, dy, want in (
        ("NW", 0, 0, rising), ("SW", 0, 1, falling), ("NE", 5, 0, falling), ("SE", 5, 1, rising),
        ("S", 1, 1, level), ("N", 1, -1, level),
    ):  # fmt: skip
        b = board()
        side(b, HERE, direction, *features)
        drawn = lines(scene(b))
        rect = drawn.layout.rect(HERE)
        row = drawn.text()[rect.y + dy]
        assert row[rect.x + dx : rect.x + dx + len(want)] == want, direction
        marks = "".join(ch for ch in "".join(drawn.text()) if ch not in ". ╏╍")
        assert marks == want.replace(" ", ""), f"{direction}: something else is drawn too"


def test_a_counter_shows_side_kind_number_and_strength_and_leaves_the_river() -> None:
    b = board()
    side(b, HERE, "S", "minor river")
    drawn = lines(scene(b, units={HERE: (unit(),)}))
    assert block(drawn, HERE) == [".[▰] ", ".8-4~"]
    drawn = lines(scene(b, units={HERE: (unit(), unit())}))
    assert block(drawn, HERE) == [".[▰2]", ".16-8"]
    assert styles_at(drawn, drawn.layout.rect(HERE).x + 1, drawn.layout.rect(HERE).y + 1) == "first under"
    drawn = lines(scene(b, units={HERE: (unit(1, 2, 2, glyph="⊠"),)}))
    assert block(drawn, HERE) == [".(⊠) ", ".2 ~~"]


def test_the_ascii_set_draws_letters() -> None:
    drawn = lines(scene(board(), units={HERE: (unit(),)}), glyphs="ascii")
    assert block(drawn, HERE) == [".[P] ", ".8-4 "]


def test_headquarters_fortress_and_town_are_seen_on_and_under_counters() -> None:
    b = board()
    town = place(b, HERE, "Minsk", "major city")
    s = scene(b, towns={HERE: town})
    assert block(lines(s), HERE)[0] == ".◉Min"
    held = scene(b, towns={HERE: Town("Minsk", True, 10, 1)})
    assert block(lines(held), HERE) == [".✶Min", ".(10)"]
    hq = scene(b, towns={HERE: town}, units={HERE: (unit(glyph="⚑", hq=True, attack=2, defense=2), unit())})
    assert block(lines(hq), HERE) == [".[⚑2◉", ".10-6"]
    fort = scene(b, units={HERE: (unit(1),)}, markers={HERE: ("fortress +1",)})
    assert block(lines(fort), HERE)[0] == ".(▰)⌂"


def test_supply_sources_name_their_side() -> None:
    s = scene(board(), markers={HERE: ("soviet supply source",), HERE + 1: ("axis supply source",)})
    drawn = lines(s)
    assert block(drawn, HERE)[0] == ".»(  "
    assert block(drawn, HERE + 1)[0] == ".»[  "


def test_highlights_letters_and_overlays_take_their_places() -> None:
    b = board()
    s = scene(b, highlights={HERE: ("5", "reach"), HERE + 1: ("3:1", "target")}, units={HERE + 1: (unit(1),)})
    drawn = lines(s)
    rect = drawn.layout.rect(HERE)
    assert "5" in block(drawn, HERE)[0] and styles_at(drawn, rect.x + 2, rect.y) == "reach"
    assert block(drawn, HERE + 1) == [".(▰) ", ".3:1 "]
    drawn = lines(scene(b, letters={HERE: "a", HERE + 1: "b"}, units={HERE + 1: (unit(1),)}))
    assert block(drawn, HERE)[0] == ".>a< " and block(drawn, HERE + 1)[0] == ".b▰) "
    drawn = lines(scene(b, overlay={HERE: "+"}))
    assert block(drawn, HERE)[1] == ".+   "


def test_a_cost_on_a_stack_is_not_read_as_one_number() -> None:
    s = scene(board(), units={HERE: (unit(), unit())}, highlights={HERE: ("4", "reach")})
    assert block(lines(s), HERE)[0] == ".[▰+4"


def test_railroads_and_roads_show_as_an_overlay_at_middle_and_always_at_near_zoom() -> None:
    b = board()
    east = b.grid.neighbours[HERE][1]
    side(b, HERE, "NE", "railroad")
    assert "#" not in "".join(lines(scene(b)).text())
    drawn = lines(scene(b, networks=("railroad",)))
    assert "##" in block(drawn, HERE)[0] and "#" in "".join(block(drawn, east))
    assert "#####" in "".join(block(lines(scene(b), "near"), HERE))
    b = board()
    side(b, HERE, "NE", "road")
    assert ":::::" in "".join(block(lines(scene(b), "near"), HERE))
    # Counters cover the line in the hex, the crossing stays.
    assert ":" in "".join(block(lines(scene(b, units={HERE: (unit(), unit())}), "near"), east))


def test_near_zoom_tells_number_terrain_town_values_steps() -> None:
    b = board()
    terrain(b, HERE, "marsh")
    assert "0403" in block(lines(scene(b), "near"), HERE)[0]
    assert "marsh" in block(lines(scene(b), "near"), HERE)[3]
    one = block(lines(scene(b, units={HERE: (unit(),)}), "near"), HERE)
    assert one[1][1:] == "[▰3Pz 2/2" and one[2][1:] == " 8-4-10 ]"
    long = block(lines(scene(b, units={HERE: (unit(short="16Pz"),)}), "near"), HERE)
    assert long[1][1:] == "[16Pz 2/2" and long[2][1:] == " 8-4-10 ]", "a number never touches a name"
    few = block(lines(scene(b, units={HERE: (unit(1, 2, 2, short="128R", move=4, note="done"),)}), "near"), HERE)
    assert few[1][1:] == "(▰ 128R ;" and few[2][1:] == " 2-4  2/2"
    weak = block(lines(scene(b, units={HERE: (unit(steps=3, max_steps=4, attack=10, move=12),)}), "near"), HERE)
    assert weak[1][1:] == "[▰3Pz 3/4" and weak[2][1:] == " 10-4-12]"
    two = block(lines(scene(b, units={HERE: (unit(hq=True, glyph="⚑"), unit(short="7Pz"))}), "near"), HERE)
    assert two[1][1:] == "[3Pz 8-4⚑" and two[2][1:] == "[7Pz 8-4:"
    big = block(lines(scene(b, units={HERE: (unit(attack=10, steps=1), unit(attack=12, defense=10))}), "near"), HERE)
    assert big[1][1:] == "[10-4 1/2" and big[2][1:] == "[3Pz12-10"
    lost = (unit(steps=1), unit(attack=10, defense=12, steps=3, max_steps=4))
    drawn = block(lines(scene(b, units={HERE: lost}), "near"), HERE)
    assert drawn[1][1:] == "[▰8-4 1/2" and drawn[2][1:] == "10-12 3/4"
    short = (unit(attack=6, defense=6, steps=1), unit(attack=6, defense=6), unit())
    drawn = block(lines(scene(b, units={HERE: short}), "near"), HERE)
    assert drawn[1][1:] == "[3Pz6 1/2" and drawn[2][1:] == "[3Pz   6+"
    town = place(b, HERE, "Minsk")
    assert "◦Minsk" in block(lines(scene(b, towns={HERE: town}), "near"), HERE)[3]


def test_near_zoom_keeps_rivers_beside_words() -> None:
    b = board()
    side(b, HERE, "S", "major river", "bridge")
    assert block(lines(scene(b), "near"), HERE)[3].endswith("HH≋")
    b = board()
    side(b, HERE, "NW", "minor river")
    rows = block(lines(scene(b), "near"), HERE)
    assert rows[0][1] == "/" and rows[1][0] == "/"


def test_far_zoom_shows_side_and_strength() -> None:
    b = board()
    units = {HERE: (unit(),), HERE + 1: (unit(1, 6, 6), unit(1, 6, 6))}
    s = scene(b, units=units, towns={HERE + 2: Town("X", True, 5)})
    row = lines(s, "far").text()[2]
    assert row[6:12] == "[8(A✶5"


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_without_colour_no_two_meanings_look_the_same(flat: bool, zoom: str, glyphs: str) -> None:
    """Each scene differs in one thing of one hex; their characters must all differ."""
    grids: dict[str, tuple[str, ...]] = {}
    for name, s in _scenes(flat, zoom):
        grids[name] = tuple(lines(s, zoom, glyphs, plain=True).text())
    same = [(a, b) for a, b in combinations(grids, 2) if grids[a] == grids[b]]
    assert same == []


def _scenes(flat: bool, zoom: str) -> list[tuple[str, MapScene]]:
    found: list[tuple[str, MapScene]] = []
    for name in TERRAINS:
        b = board(flat=flat)
        terrain(b, HERE, name)
        found.append((name, scene(b)))
    kinds = [("minor river",), ("major river",), ("minor river", "bridge"), ("major river", "bridge"), ("start line",),
             ("start line", "minor river"), ("start line", "major river"), ("barred",)]  # fmt: skip
    for direction in board(flat=flat).grid.directions if zoom != "far" else ():
        for features in kinds:
            b = board(flat=flat)
            side(b, HERE, direction, *features)
            found.append((f"{direction} {' '.join(features)}", scene(b)))
    b = board(flat=flat)
    base = scene(b)
    changes: dict[str, dict[str, object]] = {
        "own counter": {"units": {HERE: (unit(),)}},
        "other counter": {"units": {HERE: (unit(1),)}},
        "weaker counter": {"units": {HERE: (unit(0, 5, 5),)}},
        "city": {"towns": {HERE: Town("Lida", False)}},
        "major city": {"towns": {HERE: Town("Lida", True)}},
        "objective": {"towns": {HERE: Town("Lida", True, 5)}},
        "objective of the first": {"towns": {HERE: Town("Lida", True, 5, 0)}},
        "objective of the second": {"towns": {HERE: Town("Lida", True, 5, 1)}},
        "fortress": {"markers": {HERE: ("fortress +1",)}},
        "source": {"markers": {HERE: ("axis supply source",)}},
        "reach": {"highlights": {HERE: ("", "reach")}},
        "target": {"highlights": {HERE: ("", "target")}},
        "path": {"highlights": {HERE: ("", "path")}},
        "letter": {"letters": {HERE: "a"}},
        "cursor": {"cursor": HERE},
    }
    if zoom != "far":
        changes |= {
            "two counters": {"units": {HERE: (unit(), unit())}},
            "chosen": {"units": {HERE: (unit(chosen=True),)}},
            "done": {"units": {HERE: (unit(note="done"),)}},
            "cut off": {"units": {HERE: (unit(note="cut off"),)}},
        }
    return found + [(name, same_ground(base, **values)) for name, values in changes.items()]


def test_equal_neighbours_are_one_run() -> None:
    drawn = lines(scene(board()))
    runs = drawn.line(3)
    assert all(a[1] != b[1] for a, b in pairwise(runs))
    assert len(runs) <= 3


def test_a_span_is_the_same_part_of_the_line() -> None:
    b = board()
    side(b, HERE, "NE", "major river")
    for zoom in ("far", "middle", "near"):
        drawn = lines(scene(b, units={HERE: (unit(),)}), zoom)
        for y in range(drawn.layout.rows):
            whole = "".join(t for t, _ in drawn.line(y))
            assert len(whole) == drawn.layout.columns
            assert "".join(t for t, _ in drawn.line(y, 3, 20)) == whole[3:20].ljust(17)
        assert "".join(t for t, _ in drawn.line(-1, 0, 9)) == " " * 9


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
def test_a_change_touches_only_the_cells_it_names(flat: bool, zoom: str) -> None:
    """The cells that ``show`` returns are all that differ, and what is kept is never stale."""
    b = board(flat=flat)
    first = scene(b, cursor=HERE)
    drawn = lines(first, zoom)
    for new in (
        same_ground(first, cursor=HERE + 1),
        same_ground(first, cursor=HERE + 1, units={HERE: (unit(),)}),
        same_ground(first, cursor=HERE - 7, highlights={HERE - 1: ("2", "reach")}),
    ):
        before = [drawn.line(y) for y in range(drawn.layout.rows)]
        rects = drawn.show(new)
        assert rects
        after = [drawn.line(y) for y in range(drawn.layout.rows)]
        fresh = lines(new, zoom)
        assert after == [fresh.line(y) for y in range(fresh.layout.rows)]
        for y, (old_runs, new_runs) in enumerate(zip(before, after, strict=True)):
            for x, (old, now) in enumerate(zip(_cells(old_runs), _cells(new_runs), strict=True)):
                if old != now:
                    assert any(r.x <= x < r.x + r.width and r.y <= y < r.y + r.height for r in rects)


def _cells(runs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(char, style) for text, style in runs for char in text]


def test_other_networks_or_another_board_are_all_new() -> None:
    b = board()
    first = scene(b)
    drawn = lines(first)
    assert drawn.show(same_ground(first, networks=("railroad",))) is None
    with pytest.raises(ValueError, match="another board"):
        drawn.show(scene(b))


def test_only_hexes_in_play_are_drawn() -> None:
    b = board()
    ground = terrain_of(b, [h for h in b.grid if b.grid.column(h) in (2, 3)])
    drawn = lines(MapScene(ground))
    assert drawn.layout.window.columns == 2 and drawn.layout.columns == 11
    assert drawn.hex_at(1, 2) in ground.in_play
    assert signs("no such set").name == "ascii"


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("river", [True, False])
@pytest.mark.parametrize(
    ("attack", "defense", "shown"),
    [(24, 18, ("24", "18")), (24, 8, ("24", "8")), (8, 24, ("8", "24")), (30, 30, ("30",))],
)
def test_no_digit_of_a_strength_is_ever_cut(
    flat: bool, river: bool, attack: int, defense: int, shown: tuple[str, ...]
) -> None:
    b = board(flat=flat)
    for direction in b.grid.directions if river else ():
        side(b, HERE, direction, "minor river")
    stack = (unit(0, attack - 1, defense - 1), unit(0, 1, 1))
    *_, lower = block(lines(scene(b, units={HERE: stack})), HERE)
    assert tuple("".join(ch if ch.isdigit() else " " for ch in lower).split()) == shown


SIDES = (
    ("minor river",), ("major river",), ("minor river", "bridge"), ("major river", "bridge"), ("start line",),
    ("start line", "minor river"), ("start line", "major river"), ("start line", "minor river", "bridge"), ("barred",),
)  # fmt: skip


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("features", SIDES)
def test_no_side_stands_in_a_strength_or_reads_as_part_of_it(
    features: tuple[str, ...], flat: bool, glyphs: str
) -> None:
    b = board(flat=flat)
    for direction in b.grid.directions:
        side(b, HERE, direction, *features)
    s = scene(b)
    for attack, defense in ((6, 6), (10, 10), (8, 4), (11, 7), (8, 11), (11, 10), (24, 18)):
        text = str(attack) if attack == defense else f"{attack}-{defense}"
        shown = same_ground(s, units={HERE: (unit(0, attack - 1, defense - 1), unit(0, 1, 1))})
        drawn = lines(shown, glyphs=glyphs)
        rect = drawn.layout.rect(HERE)
        row = drawn.text()[rect.y + 1][rect.x : rect.x + drawn.layout.width]
        assert text in row
        before, _, after = f" {row} ".partition(text)
        assert not before[-1].isdigit() and not (after[0].isdigit() or after[0] in "IlOoS"), row
        if len(text) > 3:
            x = rect.x + (drawn.layout.width - len(text) if len(text) == 5 else 1)
            assert styles_at(drawn, x + (1 if flat else 0), rect.y + 1).endswith(" under")


@pytest.mark.parametrize("flat", [True, False])
def test_a_garrison_hides_neither_the_town_nor_its_points(flat: bool) -> None:
    b = board(flat=flat)
    town = Town("Minsk", True, 3, 1)
    for text, worth in (("6", "✶3"), ("10", "✶3"), ("8-4", ""), ("11-10", "")):
        attack, _, defense = text.partition("-")
        one, other = unit(0, int(attack) - 1, int(defense or attack) - 1), unit(0, 1, 1)
        for note in ("", "done"):
            units = {HERE: (one._replace(note=note), other._replace(note=note))}
            upper, lower = block(lines(scene(b, towns={HERE: town}, units=units)), HERE)
            assert text + worth in lower
            assert "✶" in upper + lower
            assert not note or not worth or ";" in upper
    alone = block(lines(scene(b, towns={HERE: town}, units={HERE: (unit(1, note="done"),)})), HERE)
    assert "(▰;✶" in alone[0] and "8-4" in alone[1]
    fort = block(lines(scene(b, towns={HERE: town}, units=units, markers={HERE: ("fortress +1",)})), HERE)
    assert "✶" in "".join(fort)


def test_from_afar_points_and_tens_are_told_in_one_character() -> None:
    b = board()
    stacks = {HERE - 1: (unit(1, 8, 8),) * 6, HERE - 2: (unit(0, 10, 9),) * 9}
    s = scene(b, units=stacks, towns={HERE: Town("Kiev", True, 12, 1), HERE + 1: Town("Lida", True, 3)})
    drawn = lines(s, "far")
    rect = drawn.layout.rect(HERE)
    assert drawn.text()[rect.y][rect.x - 4 : rect.x + 4] == "[+(D✶A✶3"
    assert styles_at(drawn, rect.x + 1, rect.y) == "second" and styles_at(drawn, rect.x + 3, rect.y) == "objective"
    marked = same_ground(s, overlay={HERE: "S12", HERE - 1: "12", HERE + 1: "4"}, units={HERE - 1: (unit(1),)})
    assert lines(marked, "far").text()[rect.y][rect.x - 2 : rect.x + 4] == "(ASA✶4"


@pytest.mark.parametrize("flat", [True, False])
def test_kinds_of_lines_and_their_signs_are_those_of_the_game(flat: bool) -> None:
    b = board(flat=flat)
    b.line_kinds = {name: LineKind(name, "road") for name in ("causeway", "lane", "pike", "way")}
    east = b.grid.directions[1]
    for n, kind in enumerate(b.line_kinds):
        side(b, b.grid.at(3, n + 1), east, kind)
        b.chains[kind] = ((b.grid.at(3, n + 1), b.grid.neighbours[b.grid.at(3, n + 1)][1]),)
    drawing = {"lines": {"pike": "trunk", "lane": "track", "way": "no such sign"}}
    s = MapScene(terrain_of(b, drawing=drawing))
    signs_of = {"causeway": "::::", "lane": ",,,,", "pike": ";;;;", "way": "::::"}
    near = [block(lines(s, "near"), b.grid.at(3, n + 1)) for n in range(4)]
    assert all(sign in "".join(rows) for sign, rows in zip(signs_of.values(), near, strict=True))
    # A trunk road is drawn at middle zoom too, the others when they are asked for.
    assert [";" in "".join(lines(s).text()), "," in "".join(lines(s).text())] == [True, False]
    shown = "".join(lines(replace(s, networks=("lane",))).text())
    assert ",," in shown and ";" not in shown
    told = {e.key[1]: e.sign for e in legend(s, signs("unicode"), False, {}, {}) if e.key[0] == "line"}
    assert told == {kind: sign[0] for kind, sign in signs_of.items()}


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("zoom", ["middle", "near"])
@pytest.mark.parametrize("flat", [True, False])
def test_the_edge_of_what_is_in_play_is_drawn_all_around(flat: bool, zoom: str, glyphs: str) -> None:
    b = board(flat=flat)
    inside = frozenset(h for h in b.grid if b.grid.column(h) > 0 and b.grid.row(h) < 5)
    drawn = MapLines(MapScene(terrain_of(b, inside)), zoom, signs(glyphs))
    look = signs(glyphs).edges["edge"]
    rows = drawn.text()
    assert look.level[0] * 2 in rows[0] and look.level[0] * 2 in "".join(rows[-2:])
    upright = (look.rising, look.falling, look.upright)
    across = rows[1:-1] if flat else rows[2:-2]
    for row in across[:: drawn.layout.height]:
        assert row.strip()[0] in (*upright, look.level[0]) and row.strip()[-1] in (*upright, look.level[0]), row
    # A river along the edge stays one.
    side(b, b.grid.at(3, 4), b.grid.directions[3], "major river")
    assert signs(glyphs).edges["major"].level[:2] in "".join(
        MapLines(MapScene(terrain_of(b, inside)), zoom, signs(glyphs)).text()[-3:]
    )


def test_names_of_garrisoned_places_are_an_overlay() -> None:
    b = board()
    stack = (unit(1, 24, 18), unit(1, 1, 1))
    s = scene(b, named=True, towns={HERE: Town("Minsk", True, 3, 1)}, units={HERE: stack, HERE + 1: stack})
    assert block(lines(s), HERE) == [".(▰2✶", ".Min3"]
    assert block(lines(s), HERE + 1)[1][1:] == "25-19"[1:], "no place, no name"
    assert lines(s, "far").text()[2][6:10] == "✶3(B"
