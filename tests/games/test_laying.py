"""Positions laid out by hand, in every game: through the same door as the line protocol, each change taken back."""

from __future__ import annotations

import pytest

from engine.components.errors import BadInput
from engine.play.asked import DIALS, NUMBER, SOME, WORDS
from engine.play.match import Match
from tests.games.test_editing import GAMES, LAND, new
from tui.game.laying import Laying

PANZERS = ("ava", "pm")
"""Games in which 7th and 20th Panzer are counters of more than one step."""


def laid(game: str) -> Laying:
    """An empty map on the first turn."""
    match = new(game)
    match.edit({"clear": True, "turn": 1})
    return Laying(match)


@pytest.mark.parametrize("game", PANZERS)
def test_counters_are_put_moved_flipped_and_taken_away(game: str) -> None:
    laying, (mine, theirs) = laid(game), LAND[game][1:]
    here, there = (laying.match.c.hex(label) for label in (mine, theirs))
    before = [laying.match.digest()]
    for work in (
        lambda: laying.put("7pz", here),
        lambda: laying.put("7pz", there),
        lambda: laying.flip("7pz"),
        lambda: laying.put_new("soviet", laying.match.data.roster.kind[0], "3-4-5 1-2-5", "Home Guard", here),
        lambda: laying.take_away(["7pz"]),
        lambda: laying.change(turn=2),
    ):
        work()
        before.append(laying.match.digest())
    assert len(set(before)) == len(before) and laying.match.state.analysis
    assert laying.stack(here) == ["x1"] and laying.match.view("soviet").values(laying.match.c.unit("x1")) == "3-4-5"
    while laying.changed:
        before.pop()
        laying.undo()
        assert laying.match.digest() == before[-1]
    with pytest.raises(BadInput, match="nothing has been laid out"):
        laying.undo()


@pytest.mark.parametrize("game", PANZERS)
def test_a_counter_is_flipped_around_to_all_its_steps(game: str) -> None:
    laying = laid(game)
    laying.type_line(f"7Pz {LAND[game][1].lower()} 1, 20pz {LAND[game][1]}")
    u = laying.match.c.unit("7pz")
    most = laying.match.data.roster.steps[u]
    assert laying.match.state.steps_left[u] == 1 and most > 1
    assert [laying.flip("7pz") for _ in range(2)] == [most, most - 1]
    slug = laying.put_new("axis", laying.match.data.roster.kind[u], "1-1-1", "", laying.match.state.hex_of[u] + 1)
    with pytest.raises(BadInput, match="one side only"):
        laying.flip(slug)


@pytest.mark.rule("ava:3.1", "pm:6.1")
@pytest.mark.parametrize(("game", "rule"), [("ava", "ava:3.1"), ("pm", "pm:6.1")])
def test_what_the_rules_bar_is_refused_with_the_rule_and_nothing_changes(game: str, rule: str) -> None:
    laying, mine = laid(game), LAND[game][1]
    match = laying.match
    divisions = [i for i, k in zip(match.data.roster.ids, match.data.roster.kind, strict=True) if k == "panzer"][:6]
    before = match.digest()
    with pytest.raises(BadInput, match="no room for") as refused:
        laying.type_line(", ".join(f"{name} {mine}" for name in divisions))
    assert refused.value.rule == rule and match.digest() == before and not laying.changed
    for line in ("", "7pz", f"nobody {mine}", "7pz X99", f"7pz {mine} 9"):
        with pytest.raises(BadInput):
            laying.type_line(line)
    assert match.digest() == before


@pytest.mark.parametrize("game", GAMES)
def test_everything_beside_counters_is_offered_and_can_be_set(game: str) -> None:
    """Every phase, every word of weather, every track with every one of its values."""
    laying = laid(game)
    told, board = laying.editable(), laying.match.data.board
    h = next(p.hexes[0] for p in board.places if "city" in p.size and p.hexes[0] in laying.match.data.in_play)
    assert told.turns[0] == 1 and {d.kind for d in told.dials} <= set(DIALS)
    for side, word, title in told.phases:
        laying.choose_phase(side, word)
        assert laying.phase == (side, word, title) and title != word
    for zone, now, words in told.weather:
        assert now in words
        laying.weather(zone, words[-1])
    assert all(now == words[-1] for _, now, words in laying.editable().weather)
    for dial in told.dials:
        if dial.kind == NUMBER:
            laying.set_dial(dial, str(dial.least))
            with pytest.raises(BadInput):
                laying.set_dial(dial, str(dial.most + 1))
        else:
            laying.turn_dial(dial, h, dial.names[-1][0] if dial.kind in (SOME, WORDS) else "")
            after = next(d for d in laying.editable().dials if d.id == dial.id)
            assert after.now != dial.now, dial.id
    if told.weather:
        assert Match.from_record(laying.match.record()).digest() == laying.match.digest()


@pytest.mark.parametrize("game", GAMES)
def test_the_hex_goes_to_the_other_side_where_control_is_kept(game: str) -> None:
    laying = laid(game)
    label, side = next(iter(laying.match.state.control.items()))  # type: ignore[attr-defined]
    assert laying.control(laying.match.c.hex(label)) != side
    free = next(h for h in sorted(laying.match.data.in_play) if not laying.match.view("").control(h))
    with pytest.raises(BadInput, match="is not kept") as refused:
        laying.control(free)
    assert refused.value.rule.startswith(f"{game}:")


@pytest.mark.parametrize("game", PANZERS)
def test_it_waits_in_the_phase_that_was_chosen_and_can_be_played_on(game: str) -> None:
    laying = laid(game)
    laying.put("7pz", laying.match.c.hex(LAND[game][1]))
    side, word, _ = next(p for p in laying.editable().phases if p[0] == "axis" and "movement" in p[1].split("-"))
    laying.choose_phase(side, word)
    match = laying.finish()
    assert match.side == "axis" and match.state.analysis and match.history == []
    match.play(next(iter(match.legal.of("7pz"))))
    assert match.rules.invariants(match.c) == []


@pytest.mark.rule("pm:14.7")
def test_who_may_not_look_at_a_counter_cannot_lay_his_hand_on_it() -> None:
    laying = laid("pm")
    h = laying.match.c.hex(LAND["pm"][1])
    laying.type_line(", ".join(f"rd-00{n} {LAND['pm'][1]}" for n in (1, 2, 3)))
    hidden = Laying(laying.match, "axis")
    assert len(laying.stack(h)) == 3 and hidden.stack(h) == ["rd-001"]
    for work in (
        lambda: hidden.put("rd-002", h + 1),
        lambda: hidden.take_away(["rd-003"]),
        lambda: hidden.flip("rd-002"),
    ):
        with pytest.raises(BadInput, match="may not look at"):
            work()
    assert "rd-002" not in [hidden.match.data.roster.ids[u] for u in hidden.counters()]
