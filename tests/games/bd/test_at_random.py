"""Eight games at random a scenario, at night: each ends with every invariant held, and with an outcome that can be."""

from __future__ import annotations

import pytest

from tests.games.test_battery import playing


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("asks", ["off", "on"])
@pytest.mark.parametrize("seed", range(4))
def test_citadel_at_random_ends_soundly(seed: int, asks: str) -> None:
    match = None
    for match in playing("bd", "citadel", seed, {"pause_artillery": asks, "pause_air": asks}):
        assert not list(match.rules.invariants(match.c))
    assert match is not None and match.over and match.state.winner in ("axis", "soviet")
    # In four turns of random play neither side is wiped out, and the points stay near the 27 of the start.
    left = {match.c.roster.side[u] for u, h in enumerate(match.state.hex_of) if h >= 0}
    assert left == {"axis", "soviet"} and 14 <= match.state.vp <= 40  # type: ignore[attr-defined]


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("way", ["random", "hand"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["manstein", "what-if"])
def test_free_set_ups_at_random_lead_to_an_end(name: str, seed: int, way: str) -> None:
    match = None
    for match in playing("bd", name, seed, {"setup_axis": way, "setup_soviet": way}):
        assert not list(match.rules.invariants(match.c))
    assert match is not None and match.over
    assert match.state.winner in (("axis", "soviet") if name == "manstein" else ("axis", "soviet", ""))
