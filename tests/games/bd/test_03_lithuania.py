"""3.7: Lithuania is German, five hexes around Lublin are Soviet."""

from __future__ import annotations

import pytest

from engine.components.load import load_board
from engine.games.bd.ruleset import invariants
from engine.games.bd.setup.lists import faults
from engine.games.bd.setup.step import SetUp
from engine.games.bd.tables import tables
from engine.play.match import Match
from tests.support.bd_position import at, play, refusal

LITHUANIA = ("1516", "1616", "1615", "1715", "1714")
POLAND = ("2116", "2216", "2217", "2315", "2316")


def variant(scenario: str = "grand") -> Match:
    """A game of the variant in its set-up."""
    return Match.new("bd", scenario, options={"lithuania": "on"})


def owners(match: Match, labels: tuple[str, ...]) -> set[str]:
    """Who controls some hexes."""
    return {match.c.state.control[label] for label in labels}


@pytest.mark.rule("bd:3.7", "bd:R49", "bd:3.6")
def test_control_and_border_change_with_the_countries() -> None:
    match = variant()
    assert owners(match, LITHUANIA) == {"axis"} and owners(match, POLAND) == {"soviet"}
    board, find, land = match.c.board, match.c.board.find, tables(match.c).land
    for a in map(find, LITHUANIA):
        for b in land.intersection(board.grid.adjacent[a]):
            assert board.has("border", a, b) == (board.labels[b] not in LITHUANIA)
    assert board.has("border", find("2116"), find("2117")) and not board.has("border", find("2116"), find("2016"))
    plain = Match.new("bd", "grand")
    assert owners(plain, LITHUANIA) == {"soviet"} and owners(plain, POLAND) == {"axis"}
    assert load_board("bd").has("border", find("2116"), find("2016")), "the shared map stays as it is"


@pytest.mark.rule("bd:3.7", "bd:R60", "bd:4.2")
def test_both_sides_are_ready_in_supply_and_the_german_side_has_kaunas() -> None:
    match = variant()
    assert (match.side, match.c.frame.step, match.c.state.vp) == ("soviet", "free-set-up", 15)
    play(match, "ready")
    assert match.side == "axis"
    play(match, "ready")
    assert faults(match.c) == [] and invariants(match.c) == []
    own = {at(match, name) for name in ("1inf", "41pz")}
    assert own <= {*LITHUANIA, "1517", "1617", "1716"}


@pytest.mark.rule("bd:3.7", "bd:R60")
def test_displaced_units_go_anywhere_and_others_only_into_the_new_hexes() -> None:
    match = variant()
    assert at(match, "8ra-big") not in LITHUANIA, "displaced"
    play(match, "take 8ra-big", "place 8ra-big 1606", "take 3ra")
    assert refusal(match, "place 3ra 1606").rule == "bd:3.7"
    assert match.check("place 3ra 2116") is None and match.check("place 3ra 1816") is None
    for name in ("9ra-big", "ica"):
        assert refusal(match, f"take {name}").rule == "bd:3.7"


@pytest.mark.rule("bd:3.7", "bd:3.3")
def test_army_group_north_starts_in_lithuania_too() -> None:
    match = variant()
    play(match, "ready", "take 1inf", "take 12inf")
    assert match.check("place 1inf 1516") is None and refusal(match, "place 1inf 2117").rule == "bd:3.3"
    assert refusal(match, "place 12inf 2116").rule == "bd:3.3" and match.check("place 12inf 2117") is None


@pytest.mark.rule("bd:3.7", "bd:15.3")
def test_what_if_knows_the_variant() -> None:
    match = variant("what-if")
    assert owners(match, LITHUANIA) == {"axis"} and owners(match, POLAND) == {"soviet"}
    for _ in range(2):
        assert match.check("ready") is None, match.prompt.text
        play(match, "ready")
    assert faults(match.c) == [] and not isinstance(match.c.step, SetUp)
    assert tables(match.c).in_ussr(match.c.board.find("2116"))


@pytest.mark.rule("bd:3.7")
@pytest.mark.parametrize("scenario", ["grand", "what-if"])
def test_a_set_up_by_lot_of_the_variant_is_legal(scenario: str) -> None:
    match = variant(scenario)
    for _ in range(2):
        play(match, "random", "ready")
    assert faults(match.c) == [] and invariants(match.c) == []
