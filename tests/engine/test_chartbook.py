"""Charts of every game: complete, marked where they are rebuilt, found by a part of the name."""

from __future__ import annotations

import pytest

from engine.action import BadInput
from engine.chartbook import charts, find_chart

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
