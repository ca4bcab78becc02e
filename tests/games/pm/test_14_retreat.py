"""14.32 to 14.34: the German retreat."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.combat.retreat import ways
from engine.play.match import Match
from tests.games.pm.battles import MID, NE, NW, SE, SW, N, S, attack, front, odds, result, settle
from tests.support.pm_position import at, column, play, refusal, steps, unit

STRONG = {"td-001": (9, 5, 8), "td-002": (9, 5, 8)}


def soviet(defenders: list[str], others: dict[str, Any] | None = None, **more: Any) -> Match:
    """Two strong tank divisions north of the middle attack it."""
    units = {"td-001": NE, "td-002": NE, **(others or {})}
    return front(units, defenders, side="soviet", identities={**STRONG, **more.pop("identities", {})}, **more)


def labels(match: Match, *units: str) -> list[str]:
    return [match.c.label(h) for h in ways(match.c, [unit(match, u) for u in units])]


@pytest.mark.rule("pm:14.32", "pm:R36")
def test_a_retreat_satisfies_one_increment() -> None:
    """18 against 6 is 3:1; a 2 brings 1/1, and the German goes back unharmed."""
    match = soviet(["61inf"], dice=[2])
    assert result(attack(match)) == "1/1"
    assert match.side == "axis"
    play(match, "retreat")
    play(match, f"to {SW}")
    assert steps(match, "61inf") == 2
    assert at(match, "61inf") == SW
    assert column(match, "fled")[unit(match, "61inf")] == 1


@pytest.mark.rule("pm:14.32", "pm:14.35")
def test_losses_come_before_the_retreat() -> None:
    """4:1 with a 3: 1/2. One step is lost in the old hex, then the rest goes back."""
    match = soviet(["291inf"], {"td-003": NE}, identities={"td-003": (3, 3, 8)}, dice=[3])
    assert result(attack(match)) == "1/2"
    events = play(match, "retreat")
    assert [e.kind for e in events][:2] == ["retreat", "loss"]
    assert (steps(match, "291inf"), match.side) == (1, "axis")
    assert match.c.step.id == "retreat"
    play(match, f"to {SW}")
    assert at(match, "291inf") == SW


@pytest.mark.rule("pm:14.32")
def test_the_german_may_stand_and_lose_steps() -> None:
    match = soviet(["61inf"], dice=[2])
    attack(match)
    play(match, "lose 61inf")
    assert (at(match, "61inf"), steps(match, "61inf")) == (MID, 1)


@pytest.mark.rule("pm:14.32", "pm:R56")
def test_the_retreat_goes_toward_the_nearest_source() -> None:
    match = soviet(["61inf"])
    assert set(labels(match, "61inf")) == {SW, NW}
    blocked = soviet(["61inf"], {"rd-002": SW, "rd-003": NW})
    assert set(labels(blocked, "61inf")) <= {N, S}
    attack_now = soviet(["61inf"], dice=[2])
    attack(attack_now)
    play(attack_now, "retreat")
    assert refusal(attack_now, f"to {SE}").rule == "pm:14.32"


@pytest.mark.rule("pm:14.32", "pm:R56")
def test_allies_go_toward_their_own_country() -> None:
    match = front({"td-001": "2806S"}, ["ro-g"], at="2805S", side="soviet", identities=STRONG)
    germans = front({"td-001": "2806S"}, ["61inf"], at="2805S", side="soviet", identities=STRONG)
    assert labels(match, "ro-g") and labels(germans, "61inf")
    for h in labels(match, "ro-g"):
        grid, romania = match.c.grid, match.c.board.zone("supply_romanian")
        away = min(grid.distance(match.c.board.find(h), x) for x in romania)
        assert away < min(grid.distance(match.c.board.find("2805S"), x) for x in romania)


@pytest.mark.rule("pm:14.33")
def test_no_retreat_over_water_straits_or_into_a_full_hex() -> None:
    full = {u: SW for u in ("1inf", "58inf", "217inf", "6pz", "7pz")} | {"rd-002": NW, "rd-003": N, "rd-004": S}
    assert labels(soviet(["61inf"], {**full, "rd-005": SE}), "61inf") == []
    assert SW not in labels(soviet(["61inf"], lines={"sea": [f"{MID}-{SW}"]}), "61inf")
    assert SW not in labels(soviet(["61inf"], lines={"sivash": [f"{MID}-{SW}"]}), "61inf")
    assert SW in labels(soviet(["61inf"], lines={"sivash": [f"{MID}-{SW}"]}, weather="snow", turn=12), "61inf")
    assert SW in labels(soviet(["61inf"], lines={"river": [f"{MID}-{SW}"]}), "61inf")
    assert SW not in labels(soviet(["61inf"], ground={SW: "sea"}), "61inf")


@pytest.mark.rule("pm:14.33")
def test_without_a_way_out_the_defenders_take_steps() -> None:
    full = {u: SW for u in ("1inf", "58inf", "217inf", "6pz", "7pz")}
    ring = {"rd-003": NW, "rd-004": N, "rd-005": S, "rd-006": SE}
    match = soviet(["61inf"], full | ring, dice=[2])
    attack(match, "td-001", "td-002")
    assert (at(match, "61inf"), steps(match, "61inf"), match.side) == (MID, 1, "soviet")


@pytest.mark.rule("pm:R82", "pm:14.33", "pm:14.35")
def test_a_step_loss_may_make_room_for_the_retreat() -> None:
    """Two go into no hex, one does: the loss that comes first opens the way."""
    full = {u: SW for u in ("1inf", "58inf", "217inf", "6pz")}
    ring = {"rd-003": NW, "rd-004": N, "rd-005": S, "rd-006": SE}
    guards = ["207sec", "213sec"]
    match = soviet(guards, full | ring, dice=[4], identities={"td-001": (7, 5, 8), "td-002": (1, 5, 8)})
    assert labels(match, *guards) == []
    assert result(attack(match, "td-001", "td-002")) == "1/2"
    assert refusal(match, "retreat").rule == "pm:14.33"
    play(match, "lose 213sec", "retreat")
    assert (at(match, "207sec"), at(match, "213sec")) == (SW, "[eliminated]")


@pytest.mark.rule("pm:14.33")
def test_units_that_are_quite_shut_in_are_not_asked_in_what_order_they_go() -> None:
    ring = {"rd-002": SW, "rd-003": NW, "rd-004": N, "rd-005": S, "rd-006": SE}
    match = soviet(["207sec", "213sec"], ring, dice=[4], identities={"td-001": (7, 5, 8), "td-002": (1, 5, 8)})
    attack(match, "td-001", "td-002")
    assert at(match, "207sec") == at(match, "213sec") == "[eliminated]"


@pytest.mark.rule("pm:14.33", "pm:13.7")
def test_a_retreat_goes_over_a_frozen_lake_side_only() -> None:
    lake = {"lake": [f"{MID}-{SW}"]}
    assert SW not in labels(soviet(["61inf"], lines=lake, weather="frost", turn=11), "61inf")
    assert SW in labels(soviet(["61inf"], lines=lake, weather="snow", turn=12), "61inf")
    onto = soviet(["61inf"], ground={SW: "lake"}, weather="snow", turn=12)
    assert SW not in labels(onto, "61inf"), "nobody ends on the ice"


@pytest.mark.rule("pm:14.33")
def test_all_go_or_all_stay() -> None:
    match = soviet(["291inf", "2mg"], dice=[2])
    attack(match)
    play(match, "retreat")
    play(match, f"to {SW}")
    assert at(match, "291inf") == at(match, "2mg") == SW


@pytest.mark.rule("pm:14.32", "pm:15.3")
def test_soviets_never_retreat_and_nobody_in_a_mobile_assault() -> None:
    match = front({"6pz": N}, {"rd-001": (1, 3)}, dice=[2])
    attack(match)
    assert at(match, "rd-001") == "[eliminated]"
    mobile = soviet(["61inf"], phase="movement", dice=[2])
    play(mobile, "pick td-001", "pick td-002", f"assault td-001 {MID}")
    assert (at(mobile, "61inf"), steps(mobile, "61inf")) == (MID, 1)
    assert mobile.state.memory["cleared"] == 0  # type: ignore[attr-defined]


@pytest.mark.rule("pm:14.40", "pm:14.32")
def test_a_hedgehog_does_not_retreat() -> None:
    match = soviet(["61inf"], turn=12, places={MID: "town"}, hedgehogs=[MID], dice=[5])
    # 3:1 with the hedgehog's two columns is 1:1.
    assert result(attack(match)) == "1/1"
    assert (at(match, "61inf"), steps(match, "61inf")) == (MID, 1)


@pytest.mark.rule("pm:14.34")
def test_units_that_retreated_into_a_battle_do_not_defend_and_go_with_any_loss() -> None:
    others = {"1inf": SW, "rd-002": "2911N"}
    match = soviet(["61inf"], others, identities={"rd-002": (9, 3, 5)}, dice=[2, 5])
    attack(match, "td-001", "td-002")
    play(match, "retreat", f"to {SW}")
    settle(match)
    found = odds(match, ["rd-002"], at=SW)
    assert (found.defense, len(found.defenders)) == (6, 2)
    play(match, f"target {SW}", "add rd-002", "roll")
    # 1:1 with a 5 is 1/1: the guest is gone, and the increment is still to be met.
    assert at(match, "61inf") == "[eliminated]"
    assert (match.c.step.id, match.side, steps(match, "1inf")) == ("losses", "axis", 2)


@pytest.mark.rule("pm:14.34", "pm:10.1")
def test_flak_finds_no_company_in_units_that_retreated_to_it() -> None:
    others = {"i-flak": SW, "td-003": "2911N"}
    match = soviet(["61inf"], others, identities={"td-003": (6, 3, 8)}, tried=["td-003"], dice=[2])
    attack(match, "td-001", "td-002")
    assert odds(match, ["td-003"], at=SW).attack == 6, "flak alone halves nobody"
    play(match, "retreat", f"to {SW}")
    settle(match)
    assert odds(match, ["td-003"], at=SW).attack == 6, "nor flak with guests who contribute nothing"
    company = soviet(["61inf"], {**others, "1inf": SW}, identities={"td-003": (6, 3, 8)}, tried=["td-003"])
    assert odds(company, ["td-003"], at=SW).attack == 3


@pytest.mark.rule("pm:14.34", "pm:14.37")
def test_a_zero_result_spares_them() -> None:
    others = {"1inf": SW, "rd-002": "2911N"}
    match = soviet(["61inf"], others, identities={"rd-002": (6, 3, 5)}, dice=[2, 1])
    attack(match, "td-001", "td-002")
    play(match, "retreat", f"to {SW}")
    settle(match)
    events = play(match, f"target {SW}", "add rd-002", "roll")
    assert result(events) == "3/0"
    assert at(match, "61inf") == SW


@pytest.mark.rule("pm:R52", "pm:14.4")
def test_units_alone_where_they_retreated_to_are_not_attacked_again() -> None:
    match = soviet(["61inf"], {"rd-002": "2911N", "1inf": "2912N"}, identities={"rd-002": (6, 3, 5)}, dice=[2])
    attack(match, "td-001", "td-002")
    play(match, "retreat", f"to {SW}")
    settle(match)
    assert refusal(match, f"target {SW}").rule == "pm:14.4"


@pytest.mark.rule("pm:14.32", "pm:R29")
def test_beginners_do_not_retreat() -> None:
    match = soviet(["61inf"], dice=[2], options={"rules": "beginners"})
    attack(match)
    assert (at(match, "61inf"), steps(match, "61inf")) == (MID, 1)


@pytest.mark.rule("pm:R34", "pm:14.26", "pm:14.32")
def test_a_retreat_into_an_empty_fort_destroys_it() -> None:
    match = soviet(["61inf"], forts_at={SW: "fort"}, dice=[2])
    attack(match)
    play(match, "retreat", f"to {SW}")
    assert column(match, "destroyed") == [SW]
