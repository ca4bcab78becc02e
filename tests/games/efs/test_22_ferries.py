"""22.3: ferries, which carry trains over a major river whose railroad bridge is down."""

from __future__ import annotations

import pytest

from engine.games.efs.bridges import printed, standing
from engine.games.efs.conversion import may_convert
from engine.games.efs.movement import railroad
from engine.games.efs.movement.entering import enter
from engine.games.efs.movement.railroad import lines_from
from engine.games.efs.movement.reach import reach_of
from engine.games.efs.phases import ferrying
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.movement import Movement
from engine.games.efs.setup.lists import prepare
from engine.games.efs.state import ENGINEERED
from engine.games.efs.units import place
from engine.play.match import Match
from tests.support.efs import at, begun, column, play, position, refusal, unit

TRACK = ["B0829", "B0830", "B0831", "B0832", "B0833", "B0834", "B0835"]
WEST, EAST = TRACK[2], TRACK[3]
SAPPER, TANKS, FERRY = "mpi-xxxxvii", "18pz-pzr", "aferry-1"


def river(units: dict[str, str] | None = None, *, dice: tuple[int, ...] = (), converted: int = 3) -> Match:
    """The Axis Movement Phase before a major river whose railroad bridge is destroyed, the net behind it converted."""
    m = position(
        {SAPPER: WEST} if units is None else units, kinds=(Movement, Engineering), ground={}, dice=dice,
        lines={"railroad": ["-".join(TRACK)], "major river": [f"{WEST}-{EAST}"]},
        boxes={FERRY: "bridge pool", "abridge-1": "bridge pool"}, places={TRACK[0]: "town", TRACK[4]: "town"},
    )  # fmt: skip
    m.data.scenario = {**m.data.scenario, "supply": {"axis": [TRACK[0]], "soviet": ["B1931"]}}
    m.c.scenario = m.data.scenario
    m.data.memo.clear()
    column(m, "gauge").update(dict.fromkeys(TRACK[:converted], "axis"))
    column(m, "broken")[f"{min(WEST, EAST)}/{max(WEST, EAST)} rail"] = 2
    column(m, "holder").update(dict.fromkeys(TRACK, "axis"))
    m.c.forget()
    m.c.call("below")
    m.c.call("movement", side="axis", phase="axis-movement")
    m._after()
    return m


def engineering(m: Match) -> None:
    """Go on to the Engineering Phase."""
    m.c.done()
    m.c.state.phase = "axis-engineering"
    m.c.call("engineering", side="axis", phase="axis-engineering")
    m._after()


def next_turn(m: Match) -> None:
    """Go on over the Recovery Phase to the next turn."""
    ferrying.open_up(m.c)
    m.c.state.turn += 1
    m.c.touch()


def points(m: Match, to: str = EAST) -> int | None:
    return lines_from(m.c, m.c.hex(WEST), "axis")[0].get(m.c.hex(to))


@pytest.mark.rule("efs2:22.32", "efs2:22.31")
def test_a_ferry_begins_at_the_railhead_with_an_engineer() -> None:
    m = river()
    assert [str(a) for a in m.legal if a.verb == "ferry"] == [f"ferry {WEST} {EAST}"]
    assert refusal(m, f"ferry {EAST} {WEST}").rule == "efs2:22.32", "no railhead there"
    assert refusal(m, f"ferry {WEST} {TRACK[1]}").rule == "efs2:22.32", "no river"
    play(m, f"ferry {WEST} {EAST}")
    assert column(m, "spans") == {FERRY: f"{WEST}/{EAST} building"} and points(m) is None
    assert refusal(m, f"ferry {WEST} {EAST}").rule == "efs2:22.22", "there was one marker"


@pytest.mark.rule("efs2:22.32")
def test_no_ferry_without_engineer_destroyed_bridge_or_railroad_net() -> None:
    assert "engineer" in refusal(river({TANKS: WEST}), f"ferry {WEST} {EAST}").reason
    m = river()
    column(m, "did")[unit(m, SAPPER)] = ENGINEERED
    m.c.touch()
    assert "engineer" in refusal(m, f"ferry {WEST} {EAST}").reason, "it has another task in this turn (22.14)"
    m = river()
    column(m, "broken").clear()
    m.c.touch()
    assert "destroyed" in refusal(m, f"ferry {WEST} {EAST}").reason
    m = river(converted=2)
    assert "railhead" in refusal(m, f"ferry {WEST} {EAST}").reason
    m = river()
    column(m, "gauge")[TRACK[1]] = "cut"
    m.c.touch()
    assert "railhead" in refusal(m, f"ferry {WEST} {EAST}").reason, "no way back to the edge"


@pytest.mark.rule("efs2:22.32", "efs2:22.23")
def test_no_ferry_toward_the_enemy_or_in_another_phase() -> None:
    m = river({SAPPER: WEST, "rd-100": EAST})
    assert refusal(m, f"ferry {WEST} {EAST}").rule == "efs2:22.23"
    m = river()
    m.c.state.phase = "axis-motorized"
    m.c.touch()
    assert refusal(m, f"ferry {WEST} {EAST}").rule == "efs2:22.32"


@pytest.mark.rule("efs2:22.32", "efs2:22.14", "efs2:R214")
def test_it_is_ready_in_the_engineering_phase_if_the_engineer_is_still_there() -> None:
    m = river()
    play(m, f"ferry {WEST} {EAST}")
    engineering(m)
    assert column(m, "spans")[FERRY] == f"{WEST}/{EAST} opening"
    assert column(m, "did")[unit(m, SAPPER)] & ENGINEERED
    m = river()
    play(m, f"ferry {WEST} {EAST}")
    place(m.c, unit(m, SAPPER), m.c.hex(TRACK[1]))
    engineering(m)
    assert column(m, "spans")[FERRY] == f"{WEST}/{EAST} building"


@pytest.mark.rule("efs2:22.34", "efs2:22.32", "efs2:19.21")
def test_trains_supply_and_conversion_use_it_from_the_next_turn_on() -> None:
    m = river()
    points_due = {"axis": {"columns": ["turn", "rcp"], "rows": [[5, 4]]}}
    m.data.scenario = m.c.scenario = {**m.data.scenario, "without": {}, "logistics": points_due}
    m.data.memo.clear()
    m.c.forget()
    play(m, f"ferry {WEST} {EAST}")
    engineering(m)
    assert m.c.state.conversion["axis"] == 4
    found = may_convert(m.c, m.c.hex(EAST))
    assert found is not None and found.rule == "efs:19.21" and points(m) is None
    next_turn(m)
    assert column(m, "spans")[FERRY] == f"{WEST}/{EAST} ready" and may_convert(m.c, m.c.hex(EAST)) is None


@pytest.mark.rule("efs2:22.33", "efs2:11.13")
def test_a_train_pays_thirty_points_and_one_for_the_hex_behind() -> None:
    m = river(converted=len(TRACK))
    assert points(m) is None
    column(m, "spans")[FERRY] = f"{WEST}/{EAST} ready"
    m.c.touch()
    assert (points(m), points(m, TRACK[4])) == (31, 32)
    m.c.state.zoi.update(dict.fromkeys(TRACK[:2], 2))
    far = lines_from(m.c, m.c.hex(TRACK[0]), "axis")[0]
    assert far[m.c.hex(TRACK[6])] == 36


@pytest.mark.rule("efs2:22.31", "efs2:11.12", "efs2:R234")
def test_railroad_artillery_does_not_cross() -> None:
    m = river({SAPPER: WEST, "rr716": TRACK[1]}, converted=len(TRACK))
    column(m, "spans")[FERRY] = f"{WEST}/{EAST} ready"
    m.c.touch()
    found = reach_of(m.c, [unit(m, "rr716")]).hexes
    assert m.c.hex(WEST) in found and m.c.hex(EAST) not in found
    column(m, "broken").clear()
    m.c.touch()
    assert m.c.hex(EAST) in reach_of(m.c, [unit(m, "rr716")]).hexes


@pytest.mark.rule("efs2:22.33")
def test_who_has_too_few_points_left_stays_before_the_river(monkeypatch: pytest.MonkeyPatch) -> None:
    m = river(converted=len(TRACK))
    column(m, "spans")[FERRY] = f"{WEST}/{EAST} ready"
    monkeypatch.setattr(railroad, "RANGE", 32)
    m.c.touch()
    found = {m.c.label(h): n for h, n in lines_from(m.c, m.c.hex(TRACK[0]), "axis")[0].items()}
    assert found == {TRACK[0]: 0, TRACK[1]: 1, WEST: 2}


@pytest.mark.rule("efs2:22.35")
def test_a_ferry_stays_until_the_bridge_is_repaired_or_the_enemy_comes() -> None:
    m = river()
    play(m, f"ferry {WEST} {EAST}")
    assert refusal(m, f"remove {FERRY}").rule == "efs2:22.35"
    engineering(m)
    column(m, "broken")[f"{min(WEST, EAST)}/{max(WEST, EAST)} rail"] = 1
    m.c.touch()
    m.dice.queue([1])
    play(m, f"repair {SAPPER} {EAST} rail")
    assert column(m, "spans") == {} and at(m, FERRY) == "[bridge pool]"


@pytest.mark.rule("efs2:22.35", "efs2:22.26")
def test_an_enemy_in_its_hex_takes_a_ferry_away() -> None:
    m = river({"rd-100": TRACK[1]})
    column(m, "spans")[FERRY] = f"{WEST}/{EAST} ready"
    m.c.touch()
    enter(m.c, [unit(m, "rd-100")], m.c.hex(WEST))
    assert column(m, "spans") == {} and at(m, FERRY) == "[bridge pool]"


@pytest.mark.rule("efs2:22.47", "efs2:22.43")
def test_bridges_that_are_down_when_a_scenario_begins() -> None:
    m = begun()
    a, b = m.c.hex("B0235"), m.c.hex("B0135")
    assert set(printed(m.c, a, b)) == {"road", "rail"} and m.c.state.broken == {}
    m.c.scenario = {**m.c.scenario, "destroyed_bridges": ["B0235/B0135 road"]}
    prepare(m.c)
    assert m.c.state.broken == {"B0135/B0235 road": 2} and standing(m.c, a, b) == ("rail",)


@pytest.mark.rule("efs2:21.81", "efs2:21.82")
def test_garrisons_are_those_of_the_list_of_the_scenario() -> None:
    m = begun("yelnya-dukhovshchina")
    named = m.c.scenario["garrison"]
    assert [m.c.roster.ids[u] for u, there in enumerate(m.c.state.garrison) if there] == sorted(named, key=m.c.unit)
    assert len(named) == 10


@pytest.mark.rule("efs2:22.44", "efs2:22.35", "efs2:R265")
def test_a_bridge_is_repaired_while_a_ferry_has_brought_the_railhead_on() -> None:
    m = river(converted=len(TRACK), dice=(1,))
    column(m, "spans")[FERRY] = f"{WEST}/{EAST} ready"
    m.c.touch()
    engineering(m)
    play(m, f"repair {SAPPER} {EAST} rail")
    assert column(m, "broken") == {f"{min(WEST, EAST)}/{max(WEST, EAST)} rail": 1} and column(m, "spans")
