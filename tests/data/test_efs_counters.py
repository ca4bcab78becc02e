"""The counters of Army Group Center, which both editions share, against what the rules print about them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

import pytest

from engine.components.counters import build_roster
from engine.components.datafile import read_table
from engine.components.grid import Unit
from engine.components.load import load_board
from engine.components.roster import Roster


@lru_cache(maxsize=1)
def roster() -> Roster:
    return build_roster(read_table("efs", "counters.toml")[0], read_table("efs", "classes.toml")[0])


def of(**wanted: object) -> list[Unit]:
    """Counters with these values, in columns of all games or of this one."""
    r = roster()

    def has(u: Unit, key: str) -> object:
        return r.value(key, u) if key in r.further else getattr(r, key)[u]

    return [u for u in range(len(r)) if all(has(u, key) == value for key, value in wanted.items())]


def values(u: Unit) -> list[str]:
    """What a counter shows from its first step to its last."""
    return ["-".join(map(str, face)) for face in roster().faces[u]]


@pytest.mark.rule("efs2:2.22")
def test_every_kind_is_one_of_the_rules_and_has_a_sign_of_its_own() -> None:
    r = roster()
    unused = {
        "armored engineer",
        "motorized anti-tank",
        "mountain infantry",
        "parachute infantry",
        "ski infantry",
        "base unit",
        *("supply unit", "bridge", "ferry", "fighter", "bomber", "transport"),  # in files of their own
    }
    assert set(r.classes) - set(r.kind) == unused, "those stand in 2.22 and have no counter in these campaigns"
    for signs in ([c.glyph for c in r.classes.values()], [c.ascii for c in r.classes.values()]):
        assert len(signs) == len(set(signs)) and all(len(s) == 1 for s in signs)
    assert all(unicodedata.east_asian_width(c.glyph) in "NA" for c in r.classes.values())


def test_names_on_the_map_are_short_and_differ() -> None:
    r = roster()
    counts = Counter(zip(r.side, r.short, strict=True))
    assert [key for key, n in counts.items() if n > 1] == []
    assert max(map(len, r.short)) <= 6
    assert (len(of(side="axis")), len(of(side="soviet"))) == (199, 540)


@pytest.mark.rule("efs2:23.23", "efs1:16.3.2")
def test_values_that_examples_quote() -> None:
    r = roster()
    shown = {" ".join(values(u)) for u in range(len(r))}
    assert {"8-9-5 6-7-5 4-5-5 2-3-5", "7-8-5 5-6-5 4-4-5 2-2-5"} <= shown, "divisions that detach regiments"
    printed = {text for u in range(len(r)) for text in values(u)}
    assert {"6-4-7", "7-5-7", "3-2-7", "4-4-4", "1-1-5", "2-1-7", "3-3-7", "1-1-16", "1-2-5", "2-2-5"} <= printed
    assert all(r.move[u] == 48 for u in of(kind="armored train"))


@pytest.mark.rule("efs1:16.3.2", "efs2:3.5")
def test_steps_agree_with_the_printed_defense() -> None:
    """The first edition reads steps from the defense of units with two sides and more: 8 four, 5 to 7 three."""
    r = roster()
    for u in range(len(r)):
        if r.side[u] == "axis" and r.steps[u] > 2:
            assert r.steps[u] == (4 if r.defense[u] >= 8 else 3), r.ids[u]
    assert all(
        r.steps[u] == 1 for kind in ("headquarters", "field artillery", "rocket artillery") for u in of(kind=kind)
    )


@pytest.mark.rule("efs2:15.58")
def test_the_parts_of_divisions_that_keep_their_integrity() -> None:
    r = roster()
    parts = {
        title: sorted(str(r.value("integrity", u)) for u in range(len(r)) if r.formation[u] == formation)
        for formation, title in r.formation_titles.items()
    }
    panzer = ["motorized infantry"] * 2 + ["panzer regiment", "recon"]
    assert sum(found == panzer for found in parts.values()) == 11
    assert sum(found == ["motorized infantry", "motorized infantry", "recon"] for found in parts.values()) == 5
    assert parts["SS Division Reich"] == ["motorized infantry"] * 3 + ["recon"]


@pytest.mark.rule("efs2:15.57", "efs2:10.28")
def test_colours_of_strength_and_movement() -> None:
    r = roster()
    assert {r.kind[u] for u in of(red_attack=True)} == {"armor", "assault gun", "armored anti-tank"}
    assert all(r.value("red_box", u) for u in of(colour="yellow") if r.mech[u])
    assert {r.kind[u] for u in of(colour="green")} >= {"super-heavy artillery"}
    assert {r.kind[u] for u in of(colour="blue")} == {"flotilla"}


@pytest.mark.rule("efs2:13.1", "efs2:13.2")
def test_artillery_has_a_range() -> None:
    r = roster()
    guns = [u for u in range(len(r)) if r.kind[u].endswith("artillery")]
    assert len(guns) >= 110 and all(r.number("range", u) > 0 and r.attack[u] == 0 for u in guns)
    assert {r.kind[u] for u in of(attack_only=True)} == {
        "rocket artillery", "super-heavy artillery", "railroad artillery",
    }  # fmt: skip


@pytest.mark.rule("efs2:21.1", "efs2:21.27")
def test_headquarters() -> None:
    r = roster()
    assert {r.side[u] for u in of(kind="headquarters")} == {"soviet"}
    for u in of(kind="headquarters"):
        assert 1 <= r.number("command", u) <= 3 <= r.number("recovery", u) and r.number("nonop_move", u) < r.move[u]
        assert r.value("no_zoc", u)


@pytest.mark.rule("efs2:8.4", "efs2:8.43")
def test_untried_units_begin_in_cups_and_cities_of_the_board() -> None:
    r = roster()
    assert {r.ids[u].split("-")[0] for u in of(untried=True)} == {"mil", "mg"} and len(of(untried=True)) == 96
    towns = {place.name for place in load_board("efs2").places}
    assert {str(r.value("city", u)) for u in range(len(r))} - {""} <= towns
    assert all(values(u) == ["0-0-0"] and r.value("untried", u) for u in of(removed=True))


def test_nothing_passes_for_printed() -> None:
    r = roster()
    assert r.provenance == "reconstructed"
    basis = Counter(r.value("basis", u) for u in range(len(r)))
    assert set(basis) == {"quoted", "sample", "rebuilt"} and basis["rebuilt"] > 100
