"""Rule 6.1: what Supply Routes reach is what a search of all three parts finds, as far away, in all weathers."""

from __future__ import annotations

import pytest

from engine.components.stages import FAR, in_stages
from engine.games.efs.supply import routes
from engine.play.match import Match
from engine.players.random import RandomPlayer


@pytest.mark.rule("efs:6.11", "efs:6.12", "efs:6.14", "efs:R9")
@pytest.mark.parametrize(("game", "scenario", "turn"), [("efs2", "minsk-pocket", 3), ("efs1", "lepel", 9)])
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
def test_routes_reach_what_their_parts_reach_one_after_the_other(
    game: str, scenario: str, turn: int, weather: str
) -> None:
    m, player = Match.new(game, scenario, seed=5), RandomPlayer(3)
    while m.state.turn < turn and not m.over:
        m.play(player.choose(m)[0])
    c = m.c
    c.state.weather = weather
    c.touch()
    for side in ("axis", "soviet"):
        net = routes.net(c, side)
        whole = in_stages(net.stages, net.roots)
        assert net.hexes == set(whole.found) == {h for h in c.grid if h in net}
        assert net.lengths() == {h: whole.lengths(h)[-1] for h in net.hexes}
        assert all(net.legs(h, c.grid.adjacent) == whole.legs(h) for h in net.hexes)
        trees = whole.trees[routes.LINE]
        starts = {h for h, (stage, _) in whole.found.items() if stage < routes.LINE}
        for h in c.grid:
            far = [0 if h in starts else costs.get(h, FAR) for costs, _ in trees]
            assert (net.steps(h), net.steps(h, easily=True)) == (min(far), far[0])
