"""Counters and command chits of A Victory Awaits: values the rulebook fixes, and the shape of everything rebuilt."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import Any

import pytest

from engine.components.counters import build_roster
from engine.components.load import read_table, records
from engine.components.roster import Roster

Table = dict[str, Any]
OWNERS = {"axis": {"german", "romanian"}, "soviet": {"soviet"}}


@pytest.fixture(scope="module")
def roster() -> Roster:
    return build_roster(read_table("ava", "counters.toml")[0], read_table("ava", "classes.toml")[0])


@pytest.fixture(scope="module")
def chits() -> list[Table]:
    return records(read_table("ava", "chits.toml")[0], "chits.toml", "rows")


def values(roster: Roster, unit: str) -> tuple[int, ...]:
    u = roster.by_id[unit]
    return roster.attack[u], roster.defense[u], roster.move[u], roster.attack2[u], roster.defense2[u]


@pytest.mark.rule("ava:2.2")
def test_ids_can_be_typed_and_names_fit_the_map(roster: Roster) -> None:
    assert len(roster) == len(set(roster.ids)) == 541
    for unit, short, name in zip(roster.ids, roster.short, roster.name, strict=True):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", unit), unit
        assert 1 <= len(short) <= 6, unit
        assert name
        assert name.isprintable()


@pytest.mark.rule("ava:2.2")
def test_sides_nationalities_and_maps_agree(roster: Roster) -> None:
    for u, unit in enumerate(roster.ids):
        assert roster.nationality[u] in OWNERS[roster.side[u]], unit
        assert roster.sheet[u] in ("L", "S", "K"), unit
        assert roster.formation[u].startswith(f"{roster.sheet[u]}-{roster.side[u][0].upper()}-"), unit
        if roster.nationality[u] == "romanian":
            assert roster.sheet[u] == "K", unit


@pytest.mark.rule("ava:2.2")
def test_formation_ids_are_unique() -> None:
    ids = [f["id"] for f in read_table("ava", "counters.toml")[0]["formation"]]
    assert len(ids) == len(set(ids))


@pytest.mark.rule("ava:2.2")
def test_foot_units_have_one_strength_and_reduced_sides_are_weaker(roster: Roster) -> None:
    for u, unit in enumerate(roster.ids):
        attack, defense, move, attack2, defense2 = values(roster, unit)
        assert min(attack, defense, move) >= 1, unit
        if not roster.mech[u]:
            assert (attack, attack2) == (defense, defense2), unit
        assert (attack2 == 0) == (defense2 == 0), unit
        assert attack2 <= attack, unit
        assert defense2 <= defense, unit
        assert attack2 + defense2 < attack + defense, unit
        assert roster.steps[u] == (2 if attack2 else 1), unit


@pytest.mark.rule("ava:2.2", "ava:8.2", "ava:10.3")
def test_values_quoted_in_the_rulebook(roster: Roster) -> None:
    assert values(roster, "36mot")[0] == 5
    assert values(roster, "36mot")[2] >= 8
    assert values(roster, "21inf")[0] == values(roster, "217inf")[0] == 3
    assert values(roster, "217inf")[2] == 5  # ten road hexes at half a point
    assert values(roster, "21inf")[2] >= 4
    assert values(roster, "291inf")[2] >= 4
    assert values(roster, "hq-18a")[2] >= 3
    assert values(roster, "179rd")[1] == 2
    assert values(roster, "hq-4pzg")[0] == 2
    for unit in ("251inf", "11rd", "16rd", "188rd", "292rd", "11md", "s-hq-11a", "s-hq-27a"):
        assert roster.sheet[roster.by_id[unit]] == "L", unit


@pytest.mark.rule("ava:2.2")
def test_sample_counters_are_used(roster: Roster) -> None:
    mech = {values(roster, i)[:3] for u, i in enumerate(roster.ids) if roster.mech[u]}
    foot = {values(roster, i)[1:3] for u, i in enumerate(roster.ids) if not roster.mech[u]}
    assert {(8, 4, 10), (6, 5, 10)} <= mech
    assert {(3, 5), (2, 4), (2, 3)} <= foot
    for name in ("totenkopf", "reich", "wiking", "lah"):  # listed in the abbreviations
        assert roster.mech[roster.by_id[name]]
    assert set(roster.kind) == set(roster.classes), "every kind of the type table has a unit"


@pytest.mark.rule("ava:2.2", "ava:13.0")
def test_classes_say_who_is_mechanized_and_who_commands(roster: Roster) -> None:
    mech = {k for k, c in roster.classes.items() if c.mech}
    hqs = {k for k, c in roster.classes.items() if c.hq}
    assert mech == {"panzer", "tank", "mechanized", "motorized"}
    assert hqs == {"army hq", "panzergruppe hq"}
    for u, unit in enumerate(roster.ids):
        if roster.hq[u]:
            assert roster.steps[u] == 1, unit


@pytest.mark.rule("ava:2.2")
def test_glyphs_are_narrow_everywhere_and_letters_differ(roster: Roster) -> None:
    letters = [c.ascii for c in roster.classes.values()]
    assert len(letters) == len(set(letters))
    for c in roster.classes.values():
        assert len(c.glyph) == 1, c.kind
        assert unicodedata.east_asian_width(c.glyph) in ("N", "Na"), c.kind
        assert unicodedata.category(c.glyph) in ("So", "Sm"), c.kind
        assert re.fullmatch("[A-Z]", c.ascii), c.kind
    # On one side of the game no two kinds share a sign.
    for side in OWNERS:
        kinds = {roster.kind[u] for u in range(len(roster)) if roster.side[u] == side}
        glyphs = [roster.classes[k].glyph for k in kinds if k not in ("tank", "rifle")]
        assert len(glyphs) == len(set(glyphs)), side


@pytest.mark.rule("ava:4.0", "ava:15.3")
def test_19th_army_is_an_hq_and_ten_units(roster: Roster) -> None:
    group = [u for u in range(len(roster)) if roster.formation[u] == "S-S-19A"]
    assert len(group) == 11
    assert [roster.ids[u] for u in group if roster.hq[u]] == ["s-hq-19a"]


@pytest.mark.rule("ava:18.1", "ava:19.1")
def test_leningrad_copies_equal_their_originals(roster: Roster) -> None:
    copies = [i for i in roster.ids if i.endswith("-l")]
    assert len(copies) == 3
    for copy in copies:
        original = copy.removesuffix("-l")
        assert values(roster, copy) == values(roster, original)
        assert roster.formation[roster.by_id[copy]] == "L-A-3PzG"
        assert roster.formation[roster.by_id[original]] == "S-A-3PzG"


@pytest.mark.rule("ava:6.2", "ava:13.0")
def test_every_hq_has_its_chits(roster: Roster, chits: list[Table]) -> None:
    count = Counter(c["hq"] for c in chits if c["hq"])
    for u, unit in enumerate(roster.ids):
        wanted = {"panzergruppe hq": 2, "army hq": 1}.get(roster.kind[u], 0)
        assert count[unit] == wanted, unit
    for c in chits:
        assert (c["kind"] in ("hq", "interrupt")) == bool(c["hq"]), c["id"]
        if c["hq"]:
            u = roster.by_id[c["hq"]]
            assert (c["owner"], c["map"]) == (roster.side[u], roster.sheet[u]), c["id"]


@pytest.mark.rule("ava:2.2", "ava:6.3", "ava:20.2")
def test_chit_list(chits: list[Table]) -> None:
    ids = [c["id"] for c in chits]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", i) for i in ids)
    interrupts = {c["label"]: c["hq"] for c in chits if c["kind"] == "interrupt"}
    assert interrupts == {"Manstein": "hq-4pzg", "Guderian": "hq-2pzg"}
    kinds = Counter((c["kind"], c["owner"]) for c in chits)
    assert kinds["supply", "both"] == 1
    assert kinds["reinforcement", "axis"] == kinds["reinforcement", "soviet"] == 1
    assert kinds["reserve", "soviet"] == kinds["okh", "axis"] == 1
    assert kinds["master", "axis"] == kinds["master", "soviet"] == 8
    assert all(c["rule"].startswith("ava:") for c in chits)


def pool(roster: Roster, nationality: str, sheet: str) -> int:
    boxes = (f"{sheet}-A-available", f"{sheet}-A-available-rum", f"{sheet}-S-available")
    return sum(
        1
        for u in range(len(roster))
        if roster.formation[u] in boxes and roster.nationality[u] == nationality and roster.sheet[u] == sheet
    )


@pytest.mark.rule("ava:12.2", "ava:15.4")
@pytest.mark.parametrize(("scenario", "sheet"), [("leningrad", "L"), ("smolensk", "S"), ("kiev", "K")])
def test_available_boxes_cover_the_printed_reinforcements(roster: Roster, scenario: str, sheet: str) -> None:
    track = records(read_table("ava", "charts.toml")[0]["turn_track"][scenario], "charts.toml", scenario)
    for key, nationality in (("ger_reinf", "german"), ("rum_reinf", "romanian")):
        assert pool(roster, nationality, sheet) >= sum(t[key] for t in track)
    soviet = sum(t["su_reinf"] + t["strategic_reserve"] for t in track)
    assert pool(roster, "soviet", sheet) >= soviet
