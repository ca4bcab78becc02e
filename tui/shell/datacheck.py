"""``stavka data``: whether the data files of a game fit together, the player's own included."""

from __future__ import annotations

from pathlib import Path

from engine.components.errors import BadInput
from engine.components.load import DataError, load_shared, scenario_ids, strangers
from engine.play.ruleset import ruleset


def report(game: str, overrides: Path) -> tuple[list[str], list[str]]:
    """Lines about what there is, and sentences about faults. Raises ``BadInput`` or ``DataError`` for the first one
    that leaves nothing to report."""
    ruleset(game)
    faults = [
        f"{path}: is laid over nothing; {game} has no data file of this name" for path in strangers(game, overrides)
    ]
    try:
        shared = load_shared(game, overrides)
    except DataError as error:
        return [], [str(error), *faults]
    lines = [f"{game}: {len(shared.roster)} counters, {shared.board.grid.size} hexes", ""]
    own = set(shared.overrides)
    for name in scenario_ids(game):
        try:
            own |= set(begin(game, name, overrides))
            lines.append(f"  {name}: fits")
        except (BadInput, DataError) as error:
            faults.append(f"{name}: {error}")
    lines[1] = f"own files: {', '.join(sorted(own)) or 'none'} ({overrides / game})"
    return lines, faults


def begin(game: str, scenario: str, overrides: Path | None) -> tuple[str, ...]:
    """Begin a game and forget it; the data files of the player in it. Raises ``BadInput`` or ``DataError``."""
    from engine.play.match import Match

    try:
        match = Match.new(game, scenario, overrides=overrides)
        match.legal.any()
    except (BadInput, DataError):
        raise
    except Exception as error:  # what has the right shape may still name a thing that is not there
        raise DataError(str(overrides), "", unplayable(error)) from None
    return match.data.overrides


def unplayable(error: Exception) -> str:
    """Why a game cannot be begun with the player's own data files, for errors that say nothing by themselves."""
    what = f"{error.args[0]!r} is not there" if isinstance(error, KeyError) and error.args else str(error)
    return f"no game can begin with these data files ({what or type(error).__name__}); 'stavka data' checks them"
