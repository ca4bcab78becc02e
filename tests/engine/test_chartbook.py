"""Charts of every game: complete, marked where they are rebuilt, found by a part of the name."""

from __future__ import annotations

import pytest

from engine.books.chartbook import charts, find_chart
from engine.components.errors import BadInput

GAMES = ("ava", "pm", "bd", "efs2", "efs1")
KINDS = {"rulebook", "public source", "reconstructed", "mixed"}


@pytest.mark.parametrize("game", GAMES)
def test_every_chart_says_where_it_comes_from(game: str) -> None:
    for name, chart in charts(game).items():
        assert chart.title and chart.provenance in KINDS, name
        assert chart.rule.startswith(f"{game}:"), name
        assert chart.source or name == "terrain", name
        assert {p for _, p in chart.status} <= KINDS, name
        assert not chart.labels or len(chart.labels) == len(chart.rows), name


def test_what_is_rebuilt_is_known() -> None:
    assert charts("bd")["crt"].rebuilt and not charts("pm")["crt"].rebuilt
    assert (
        charts("ava")["turn_track.kiev"].rebuilt and ("su", "reconstructed") in charts("ava")["turn_track.kiev"].status
    )
    assert not charts("ava")["terrain"].rebuilt


def test_names() -> None:
    assert find_chart("efs2", "overrun")[0].name == "overrun"
    assert len(find_chart("efs2", "Overrun")) > 3
    assert find_chart("pm", "attenuated")[0].name == "attenuated_supply"
    assert find_chart("pm", "German Victory")[0].name == "victory"
    with pytest.raises(BadInput, match="no chart 'nothing' in pm; there is: crt"):
        find_chart("pm", "nothing")
    for game in ("chess", "../pm", ""):
        with pytest.raises(BadInput, match="no charts"):
            charts(game)


@pytest.mark.rule("ava:9.2", "ava:10.3", "pm:12.15")
def test_a_terrain_chart_has_the_sides_and_features_and_no_cost_where_nobody_enters() -> None:
    chart = charts("ava")["terrain"]
    rows, features = {row[0]: row[1:] for row in chart.rows}, dict(chart.values)
    assert rows["lake"] == ("no", "no", "-", "-") and rows["mountain"] == ("no", "no", "2", "1")
    assert features["minor river"] == "1 MP more; attack halved; advance 1  ava:9.2"
    assert "mountain units: whole allowance" in features["mountain"] and "1 MP;" not in features["minor river"]
    assert dict(charts("pm")["terrain"].values)["river"].endswith("1 left  pm:12.15")


@pytest.mark.parametrize("game", GAMES)
def test_the_codes_of_every_results_table_are_explained(game: str) -> None:
    chart = charts(game)["crt"]
    assert any(f"({section})" in chart.notes[0] for section in ("10.4", "14.32", "11.26", "16.12", "16.1.1"))
