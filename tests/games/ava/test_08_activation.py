"""Section 8: activation, command range, nationality; the printed activation example."""

from __future__ import annotations

import pytest

from engine.games.ava.phases.command import command_range, in_command
from engine.play.match import Match
from tests.support.position import column, find_pair, hexes, play, position, refusal, unit


def activated(match: Match) -> set[str]:
    return {name for name, on in zip(match.c.roster.ids, column(match, "active"), strict=True) if on}


def commanded(hq: str, units: dict[str, str], **others: object) -> set[str]:
    """Ids that a headquarters in S2020 activates."""
    match = position({hq: "S2020", **units}, **{"ground": {}, **others})  # type: ignore[arg-type]
    return {match.c.roster.ids[u] for u in in_command(match.c, unit(match, hq))}


# ---------------------------------------------------------------------- 8.1
@pytest.mark.rule("ava:8.1")
def test_everybody_in_range_is_activated_whatever_the_formation() -> None:
    units = {"7pz": "S2021", "3pz": "S2018", "26inf": "S2020", "221sec": "S1820", "1cav": "S2222"}
    assert commanded("hq-9a", units) == {"hq-9a", *units}


@pytest.mark.rule("ava:8.1", "ava:13.0")
def test_a_headquarters_never_activates_another_or_the_enemy() -> None:
    units = {"hq-4a": "S2021", "hq-2pzg": "S2022", "27rd": "S2018", "6inf": "S2021"}
    assert commanded("hq-9a", units) == {"hq-9a", "6inf"}


@pytest.mark.rule("ava:8.1")
def test_a_unit_is_activated_again_by_another_headquarters() -> None:
    match = position(
        {"hq-9a": "S2020", "hq-4a": "S2022", "6inf": "S2021", "26inf": "S2017"},
        phase="command",
        chit="9a",
        chits={"4a": "cup"},
        ground={},
    )
    assert activated(match) == {"hq-9a", "6inf", "26inf"}
    play(match, "move 6inf S2023", "end", "draw")
    assert activated(match) == {"hq-4a", "6inf"}
    play(match, "move 6inf S2026")  # its whole allowance anew


@pytest.mark.rule("ava:8.1", "ava:9.1")
def test_within_an_activation_a_unit_moves_once() -> None:
    match = position({"6inf": "S2021", "26inf": "S2018"}, ground={})
    play(match, "move 6inf S2022", "move 26inf S2017")
    assert refusal(match, "move 6inf S2023").rule == "ava:9.1"


@pytest.mark.rule("ava:8.1", "ava:9.1", "ava:10.1")
def test_who_is_not_activated_neither_moves_nor_attacks() -> None:
    match = position({"6inf": "S2021", "27rd": "S2022"}, active=[], ground={})
    assert refusal(match, "move 6inf S2020").rule == "ava:8.1"
    match = position({"6inf": "S2021", "27rd": "S2022"}, active=[], phase="combat", ground={})
    assert refusal(match, "attack 6inf S2022").rule == "ava:10.1"


@pytest.mark.rule("ava:8.1")
def test_activation_ends_with_the_command() -> None:
    match = position({"hq-9a": "S2020", "6inf": "S2021"}, phase="command", chit="9a", chits={"4a": "cup"}, ground={})
    play(match, "end")
    assert activated(match) == set()


# ---------------------------------------------------------------------- 8.2
@pytest.mark.rule("ava:8.2")
@pytest.mark.parametrize("hq", ["hq-9a", "hq-2pzg"])
def test_the_range_is_four_hexes(hq: str) -> None:
    assert commanded(hq, {"6inf": "S2024", "26inf": "S2025"}) == {hq, "6inf"}
    match = position({hq: "S2020"}, ground={})
    found = command_range(match.c, unit(match, hq))
    centre = hexes(match, "S2020")[0]
    assert found == {h: match.c.grid.distance(centre, h) for h in match.c.grid.within(centre, 4)}


@pytest.mark.rule("ava:8.2", "ava:R23")
def test_rivers_enemies_zones_and_mountains_do_not_shorten_the_range() -> None:
    ring = ["S2020-S2019", "S2020-S2119", "S2020-S2120", "S2020-S2021", "S2020-S1920", "S2020-S1919"]
    around = dict.fromkeys(["S2021", "S2120", "S1920"], "mountain")
    enemies = {"27rd": "S2022", "56rd": "S2021", "85rd": "S2121", "5td": "S1921"}
    match = position(
        {"hq-9a": "S2020", "6inf": "S2024", **enemies},
        ground=around,
        lines={"major river": ring, "start line": ring},
        sources={"axis": [], "soviet": []},
    )
    assert unit(match, "6inf") in in_command(match.c, unit(match, "hq-9a"))


@pytest.mark.rule("ava:8.2", "ava:R23")
def test_water_and_barred_sides_are_walked_round() -> None:
    match = position({"hq-9a": "S2020"}, ground={"S2021": "lake"})
    around = command_range(match.c, unit(match, "hq-9a"))
    far, wet = hexes(match, "S2024", "S2021")
    assert wet not in around and far not in around  # four hexes over the lake, five round it
    assert hexes(match, "S2023")[0] in around
    barred = position({"hq-9a": "S2020"}, ground={}, lines={"barred": ["S2020-S2021"]})
    assert command_range(barred.c, unit(barred, "hq-9a"))[wet] == 2


@pytest.mark.rule("ava:8.2")
def test_the_range_ends_at_barred_sides_of_the_map() -> None:
    match = position({})
    a, b = find_pair(match, lambda a, b: match.c.board.has("barred", a, b))
    match = position({"hq-9a": a})
    found = command_range(match.c, unit(match, "hq-9a"))
    assert found.get(hexes(match, b)[0], 99) > 1


@pytest.mark.rule("ava:8.2")
def test_the_range_counts_at_the_moment_of_activation() -> None:
    match = position(
        {"hq-9a": "S2020", "14mot": "S2024", "26inf": "S2026", "27rd": "S2029"},
        phase="command",
        chit="9a",
        ground={},
    )
    play(match, "move hq-9a S2022")
    assert refusal(match, "move 26inf S2027").rule == "ava:8.1"  # in range now, but not then
    play(match, "move 14mot S2028", "end")
    play(match, "attack 14mot S2029")  # eight hexes from where the headquarters stood


@pytest.mark.rule("ava:8.2")
def test_supply_does_not_matter_for_command() -> None:
    match = position(
        {"hq-9a": "S2020", "6inf": "S2021"},
        phase="command",
        chit="9a",
        turn=4,
        ground={},
        sources={"axis": [], "soviet": []},
    )
    assert activated(match) == {"hq-9a", "6inf"}


# ---------------------------------------------------------------------- 8.3
@pytest.mark.rule("ava:8.3")
def test_a_german_headquarters_leaves_romanians_alone_and_the_other_way_round() -> None:
    units = {"rum-6inf": "S2021", "rum-1arm": "S2022", "6inf": "S2019"}
    assert commanded("hq-9a", units) == {"hq-9a", "6inf"}
    assert commanded("hq-rum3a", units) == {"hq-rum3a", "rum-6inf", "rum-1arm"}


@pytest.mark.rule("ava:8.3", "ava:8.1")
def test_a_romanian_unit_next_to_an_active_german_headquarters_stays() -> None:
    match = position({"hq-9a": "S2020", "rum-6inf": "S2021"}, phase="command", chit="9a", ground={})
    assert refusal(match, "move rum-6inf S2022").rule == "ava:8.1"


# ---------------------------------------------------------------------- the printed example
@pytest.mark.rule("ava:8.2", "ava:8.1")
def test_the_activation_example_of_the_rulebook() -> None:
    """The 27th Army activates four rifle divisions; not the 11th Army HQ, nor the two units beyond four hexes."""
    units = {
        "11rd": "S2018", "16rd": "S2118", "188rd": "S1918", "292rd": "S2016",
        "s-hq-11a": "S1820", "11md": "S2025", "179rd": "S1615",
    }  # fmt: skip
    expected = {"s-hq-27a", "11rd", "16rd", "188rd", "292rd"}
    assert commanded("s-hq-27a", units, side="soviet") == expected
