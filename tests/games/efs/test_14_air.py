"""14: air units over battles: who may fly, the fight in the air, fire from the ground, support."""

from __future__ import annotations

import pytest

from engine.games.efs.air import bases, fight, flak
from engine.games.efs.combat.battles import CAS, COVER, flags
from engine.games.efs.fog import blank
from engine.games.efs.kinds import is_air, is_combat, kind
from engine.games.efs.phases.dogfight import AirFight
from engine.games.efs.phases.missions import Missions
from engine.games.efs.phases.sorties import Sorties
from engine.games.efs.queries.map import markers
from engine.games.efs.state import BACK
from engine.games.efs.supply.status import fed_key
from engine.games.efs.units import AIR_BOXES, fighters
from engine.play.match import Match
from engine.play.state import copy_state
from engine.play.suppose import lay_beside
from tests.games.efs.corners import air_fight
from tests.support.efs import EITHER, at, begun, column, play, position, refusal, unit

TARGET, HERE = "B0235", "B0135"
STUKA, BOMBER, FIGHTER, DUAL = "stg77-i", "kg3-ii", "jg51-iv", "skg210-ii"
MIG, I16, SB, ILYUSHIN, DUMMY = "a-401iap", "a-163iap", "a-128bap", "a-4-215shap", "a-dum1"
ASSAULT = "a-74shap"
"""A Soviet fighter with a rating for Close Air Support."""
KINDS = [Sorties, Missions, AirFight]


def over(
    *ready: str, side: str = "axis", dice: tuple[int, ...] = (), units: dict[str, str] | None = None, turn: int = 5
) -> Match:
    """A declared attack on Borisov, air units in the Ready Box, both sides with bases; the missions are asked for."""
    troops = {"18pz-sr1": HERE, "mcr-24": TARGET} if units is None else units
    m = position(troops, side=side, turn=turn, boxes=dict.fromkeys(ready, "ready"), kinds=KINDS, dice=dice)
    s = m.c.state
    s.battle[TARGET] = 1
    s.committed[unit(m, "18pz-sr1")] = 1
    s.bases["axis A5739"] = s.bases["soviet B1931"] = 1
    s.holder["A5739"], s.holder["B1931"] = "axis", "soviet"
    m.c.touch()
    m.c.call("below")
    m.c.call("sorties", side=side, phase=f"{side}-sorties")
    m._after()
    return m


def told(m: Match) -> dict[str, str]:
    return flags(m.c, 1)


# ---------------------------------------------------------------------- who may fly
@pytest.mark.rule("efs2:14.21", "efs2:14.24", "efs2:14.14")
def test_three_units_a_mission_and_two_against_one_for_the_soviets() -> None:
    m = over(STUKA, BOMBER, FIGHTER, DUAL, MIG, I16, SB)
    assert m.state.side == "axis"
    play(m, f"send {STUKA} {TARGET}", f"send {BOMBER} {TARGET}", f"send {FIGHTER} {TARGET}")
    assert refusal(m, f"send {DUAL} {TARGET}").rule == "efs2:14.21"
    assert refusal(m, f"send {STUKA} {TARGET}").rule == "efs2:14.14"
    assert refusal(m, f"send {DUAL} {HERE}").rule == "efs2:14.52"
    play(m, f"recall {FIGHTER}", "done", f"send {MIG} {TARGET}", f"send {I16} {TARGET}")
    assert m.state.side == "soviet" and refusal(m, f"send {SB} {TARGET}").rule == "efs2:14.21"


@EITHER
@pytest.mark.rule("efs2:14.23", "efs2:14.24", "efs1:17.1.8")
def test_the_enemy_sees_how_many_fly_and_not_who() -> None:
    m = over(STUKA, BOMBER, MIG)
    events = play(m, f"send {STUKA} {TARGET}")
    assert events[0].seen_by == "axis" and not m.c.state.flights
    for side, seen in (("axis", m.c.hex(TARGET)), ("soviet", -1)):
        view = copy_state(m.c.state)
        blank(m.data, view, side)
        assert view.sortie[unit(m, STUKA)] == seen
        told = any("in the air" in words for words in markers(lay_beside(m.c, view))[m.c.hex(TARGET)])
        assert told is (side == "axis"), "told in the panel of the hex"
    play(m, "done")
    assert m.state.side == "soviet" and f"1 of the enemy over {TARGET}" in m.c.step.prompt(m.c).text
    for side, words in (("axis", m.c.roster.short[unit(m, STUKA)]), ("soviet", "1 unit, Axis side")):
        view = copy_state(m.c.state)
        blank(m.data, view, side)
        assert f"in the air: {words}" in markers(lay_beside(m.c, view))[m.c.hex(TARGET)]


@pytest.mark.rule("efs2:14.23", "efs2:14.31")
def test_air_units_over_one_hex_are_turned_up_and_those_over_another_are_not() -> None:
    m = air_fight()
    c, here = m.c, int(m.c.frame.vars["hex"])
    other = c.grid.adjacent[here][0]
    away = c.roster.find(SB)
    c.state.sortie[away] = other
    view = copy_state(c.state)
    blank(m.data, view, "axis")
    over = [u for u, h in enumerate(c.state.sortie) if h == here]
    assert {c.roster.side[u] for u in over} == {"axis", "soviet"} and all(view.sortie[u] == here for u in over)
    assert view.sortie[away] == -1


@pytest.mark.rule("efs2:14.22")
def test_range_from_a_base_in_general_supply() -> None:
    m = over(STUKA, FIGHTER, MIG)
    m.c.state.bases.clear()
    m.c.touch()
    assert refusal(m, f"send {STUKA} {TARGET}").rule == "efs2:14.22"
    bases.fix_bases(m.c)
    near = [m.c.label(h) for h in bases.bases_of(m.c, "axis")]
    assert HERE not in near and "A5739" in near and m.check(f"send {STUKA} {TARGET}") is None


@pytest.mark.rule("efs2:14.22", "efs2:6.26", "efs2:R233")
def test_a_town_that_was_fed_is_a_base() -> None:
    far = "B1030"
    m = position({}, ground={}, places={far: "town"})
    column(m, "holder")[far] = "axis"
    for fed in (0, 1):
        m.c.state.fed[fed_key(m.c, m.c.hex(far), "axis")] = fed
        m.c.touch()
        bases.fix_bases(m.c)
        assert (f"axis {far}" in m.c.state.bases) == (m.c.hex(far) in bases.bases_of(m.c, "axis")) == bool(fed)


@EITHER
@pytest.mark.rule("efs2:14.51", "efs2:21.26", "efs1:22.2.5")
def test_no_soviet_support_near_a_non_op_headquarters_but_fighters_oppose() -> None:
    m = over(STUKA, SB, MIG, units={"18pz-sr1": HERE, "mcr-24": TARGET, "hq-13a": "B0435"})
    column(m, "mode")[unit(m, "hq-13a")] = BACK
    m.c.touch()
    play(m, f"send {STUKA} {TARGET}", "done")
    assert refusal(m, f"send {SB} {TARGET}").rule == "efs2:21.26"
    assert m.check(f"send {MIG} {TARGET}") is None


@pytest.mark.rule("efs2:21.26", "efs2:14.51", "efs2:14.12")
def test_a_soviet_dual_purpose_fighter_only_opposes_near_a_non_op_headquarters() -> None:
    troops = {"18pz-sr1": HERE, "mcr-24": TARGET, "hq-13a": "B0435"}
    m = over(STUKA, ASSAULT, units=troops, dice=(6, 5))
    column(m, "mode")[unit(m, "hq-13a")] = BACK
    m.c.touch()
    play(m, f"send {STUKA} {TARGET}", "done", f"send {ASSAULT} {TARGET}", "done")
    assert (told(m)[CAS], told(m).get(COVER)) == ("2", None) and m.c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:14.51", "efs2:14.52", "efs1:17.1.7", "efs1:17.1.3")
def test_the_phase_passes_without_a_battle_or_without_aircraft() -> None:
    assert over().c.frame.step == "below"
    m = position(boxes={STUKA: "ready"}, kinds=KINDS, step="sorties", phase="axis-sorties")
    assert m.c.frame.step == "below"


# ---------------------------------------------------------------------- over the hex
@EITHER
@pytest.mark.rule("efs2:14.45", "efs2:14.53", "efs2:14.54", "efs2:14.5", "efs1:15.1.1", "efs1:17.1.7", "efs1:17.1.9")
def test_support_without_anybody_against_it() -> None:
    m = over(STUKA, BOMBER)
    play(m, f"send {STUKA} {TARGET}", f"send {BOMBER} {TARGET}", "done")
    assert told(m)[CAS] == "3" and at(m, STUKA) == at(m, BOMBER) == "[flown]"
    assert m.state.draws == 0 and m.c.frame.step == "below" and not m.c.state.flights


@EITHER
@pytest.mark.rule("efs2:14.53", "efs1:15.1.2", "efs1:17.1.7")
def test_both_sides_support() -> None:
    m = over(STUKA, SB)
    play(m, f"send {STUKA} {TARGET}", "done", f"send {SB} {TARGET}", "done")
    assert (told(m)[CAS], told(m)[COVER]) == ("2", "1")


@pytest.mark.rule("efs2:15.44", "efs2:14.43")
def test_anti_aircraft_units_that_fired_at_support_over_a_battle_bust_no_bunkers() -> None:
    troops = {"18pz-sr1": HERE, "flak101": HERE, "mcr-24": TARGET}
    m = over(STUKA, SB, units=troops, dice=(1,))
    play(m, f"send {STUKA} {TARGET}", "done", f"send {SB} {TARGET}", "done")
    assert column(m, "fired")[unit(m, "flak101")] == 1 and not column(m, "fired")[unit(m, "18pz-sr1")]
    alone = over(STUKA, units=troops)
    play(alone, f"send {STUKA} {TARGET}", "done")
    assert not column(alone, "fired")[unit(alone, "flak101")]


@EITHER
@pytest.mark.rule("efs2:14.25", "efs2:14.3", "efs2:14.31", "efs2:14.32", "efs2:14.33", "efs1:17.2.4", "efs1:17.2.3")
def test_ratings_make_the_column_and_both_fire() -> None:
    """The example of 14.32: a Bf 109F of 4 fires at a MiG-3 of 2 by +2, which answers by -2."""
    m = over(FIGHTER, MIG)
    f, mig = unit(m, FIGHTER), unit(m, MIG)
    assert (fight.difference(m.c, f, mig), fight.difference(m.c, mig, f)) == (2, -2)
    m = over(FIGHTER, STUKA, MIG, dice=(4, 3, 2))
    play(m, f"send {FIGHTER} {TARGET}", f"send {STUKA} {TARGET}", "done", f"send {MIG} {TARGET}", "done")
    assert at(m, MIG) == "[destroyed]" and at(m, FIGHTER) == "[flown]", "3 by +2 destroys, 2 by -2 does nothing"
    assert told(m)[CAS] == "2"


@EITHER
@pytest.mark.rule("efs2:14.31", "efs2:14.12", "efs1:17.2.2", "efs1:17.2.3")
def test_a_side_with_missions_alone_has_no_initiative() -> None:
    m = over(STUKA, MIG)
    firing = {"axis": [], "soviet": [unit(m, MIG)]}
    assert fight.initiative(m.c, 1, firing) == ("soviet", False)
    assert fight.initiative(m.c, 6, firing) == ("", False)
    assert fight.initiative(m.c, 10, firing) == ("soviet", True)


@EITHER
@pytest.mark.rule("efs2:14.32", "efs2:14.33", "efs1:17.2.4", "efs1:17.1.9")
def test_a_bomber_that_is_driven_off_supports_nobody() -> None:
    m = over(STUKA, MIG, dice=(9, 4, 9))
    play(m, f"send {STUKA} {TARGET}", "done", f"send {MIG} {TARGET}", "done")
    assert CAS not in told(m) and at(m, STUKA) == "[flown]" and at(m, MIG) == "[flown]"


@pytest.mark.rule("efs2:14.26", "efs2:14.31")
def test_no_air_combat_lets_firing_units_roll_for_the_ready_box() -> None:
    m = over(STUKA, MIG, dice=(6, 5))
    play(m, f"send {STUKA} {TARGET}", "done", f"send {MIG} {TARGET}", "done")
    assert told(m)[CAS] == "2" and at(m, MIG) == "[ready]"


@EITHER
@pytest.mark.rule("efs2:14.32", "efs2:R33", "efs1:17.2.4")
def test_firing_enemies_are_met_first_and_the_player_may_change_the_pairs() -> None:
    m = over(FIGHTER, DUAL, STUKA, MIG, I16, dice=(4, 10, 10, 10, 10))
    play(m, f"send {FIGHTER} {TARGET}", f"send {DUAL} {TARGET}", "done")
    play(m, f"send {MIG} {TARGET}", f"send {I16} {TARGET}", "done")
    play(m, f"escort {DUAL}", "go")
    assert refusal(m, f"engage {FIGHTER} {MIG}").rule == "efs2:14.32", "they fight already"
    play(m, f"engage {FIGHTER} {I16}", "go")
    assert m.c.frame.step == "below" and CAS not in told(m)


@EITHER
@pytest.mark.rule("efs2:14.32", "efs1:17.2.4")
def test_local_tactical_advantage_takes_a_second_target_that_cannot_answer() -> None:
    m = over(FIGHTER, MIG, ILYUSHIN, dice=(1, 1, 10, 1))
    play(m, f"send {FIGHTER} {TARGET}", "done", f"send {MIG} {TARGET}", f"send {ILYUSHIN} {TARGET}", "done", "go")
    assert at(m, MIG) == at(m, ILYUSHIN) == "[destroyed]" and COVER not in told(m)


@EITHER
@pytest.mark.rule("efs2:14.31", "efs2:R32", "efs1:17.2.1", "efs1:17.1.1")
def test_dummies_are_taken_off_when_they_are_looked_at() -> None:
    m = over(STUKA, SB, DUMMY)
    play(m, f"send {STUKA} {TARGET}", "done", f"send {DUMMY} {TARGET}", "done")
    assert at(m, DUMMY) == "[flown]" and m.state.draws == 0


@EITHER
@pytest.mark.rule("efs2:14.12", "efs1:17.2.2")
def test_a_dual_purpose_fighter_supports_or_fires() -> None:
    m = over(DUAL, MIG, dice=(6, 5))
    play(m, f"send {DUAL} {TARGET}", "done", f"send {MIG} {TARGET}", "done")
    assert [str(a) for a in m.legal] == [f"escort {DUAL}", "go"]
    play(m, "go")
    assert told(m)[CAS] == "1"


# ---------------------------------------------------------------------- from the ground
@EITHER
@pytest.mark.rule("efs2:14.41", "efs2:14.42", "efs2:14.43", "efs2:14.44", "efs1:17.3.1", "efs1:17.3.3", "efs1:17.3.4")
def test_fire_from_the_ground_with_two_points_at_most_each_way() -> None:
    """The example of 14.44: an HQ and two anti-aircraft units make +3, cut to +2, less the -1 of the Ju 87."""
    m = over(STUKA, units={"18pz-sr1": HERE, "mcr-24": TARGET, "hq-13a": "B0234"})
    h, stuka = m.c.hex(TARGET), unit(m, STUKA)
    assert flak.modifier(m.c, h, "soviet", stuka) == 0
    guns = [u for u in range(len(m.c.roster)) if flak.is_flak(m.c, u) and m.c.roster.side[u] == "soviet"][:2]
    m = over(STUKA, units={"18pz-sr1": HERE, "mcr-24": TARGET, "hq-13a": "B0234",
                           **{m.c.roster.ids[u]: "B0234" for u in guns}}, dice=(10,))  # fmt: skip
    assert flak.modifier(m.c, h, "soviet", unit(m, STUKA)) == 1
    play(m, f"send {STUKA} {TARGET}", "done")
    assert at(m, STUKA) == "[destroyed]" and CAS not in told(m)


@pytest.mark.rule("efs2:14.42")
def test_who_fires_at_aircraft() -> None:
    m = position()
    fires = {name: flak.fires(m.c, unit(m, name)) for name in ("rd-50", "mcr-24", "hq-13a", "flak101", "18pz-sr1")}
    assert fires == {"rd-50": True, "mcr-24": False, "hq-13a": True, "flak101": True, "18pz-sr1": True}


# ---------------------------------------------------------------------- the counters and their boxes
@pytest.mark.rule("efs2:14.11", "efs2:2.21")
def test_air_units_are_fighters_bombers_and_transports_and_never_combat_units() -> None:
    m = begun("campaign")
    air = [u for u in range(len(m.c.roster)) if is_air(m.c, u)]
    assert {kind(m.c, u) for u in air} == {"fighter", "bomber", "transport"} and len(air) == 92
    assert not any(is_combat(m.c, u) for u in air)
    assert not {u for side in ("axis", "soviet") for units in fighters(m.c, side).values() for u in units} & set(air)


@EITHER
@pytest.mark.rule("efs2:14.13", "efs2:14.14", "efs1:17.1.2", "efs1:17.1.3")
def test_air_units_lie_in_boxes_of_any_size_and_fly_from_one_of_them() -> None:
    m = begun("minsk-pocket")
    air = [u for u in range(len(m.c.roster)) if is_air(m.c, u)]
    assert {m.c.state.box[u] for u in air} >= set(AIR_BOXES) and all(m.c.state.hex_of[u] < 0 for u in air)
    mine = [u for u in air if m.c.roster.side[u] == "axis"]
    for u in mine:
        m.c.state.box[u] = "ready"
    m.c.touch()
    assert bases.ready(m.c, "axis") == mine and len(mine) > 30
    for box in AIR_BOXES[1:]:
        m.c.state.box[mine[0]] = box
        m.c.touch()
        assert bases.ready(m.c, "axis") == mine[1:], box


@pytest.mark.rule("efs2:14.12", "efs2:14.32")
def test_the_question_of_an_air_fight_tells_the_chances_and_who_escorts() -> None:
    m = air_fight()
    assert "401I hits 2S210 with 40%, as escort it hits back with 40%" in m.prompt.text
    m.play("escort skg210-ii")
    assert "2S210 escorts. Go?" in m.prompt.text and m.log[-1].text == "2S210 flies as escort."
