"""A first turn as text: every prompt, what can be done, what was done, what happened.

The text is its own script: its lines that begin with ``>`` are played on the seed named in its first line, and the
whole account must come out again. After a wanted change ``STAVKA_GOLDEN=write pytest tests/games/ava/playthroughs``
writes it anew; read the difference before it is kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.play.action import IllegalAction
from engine.play.event import Event
from engine.play.match import Match

HERE = Path(__file__).parent
GOLDEN = sorted(HERE.glob("*.txt"))


def script(text: str) -> tuple[str, list[str]]:
    """The first line, which says what game it is, and the actions."""
    head, *rest = text.splitlines()
    return head, [line[1:].strip() for line in rest if line.startswith(">")]


def start(head: str) -> Match:
    """The match of a first line such as ``ava smolensk seed=1 length=short``."""
    game, scenario, *pairs = head.split()
    values = dict(pair.split("=", 1) for pair in pairs)
    return Match.new(game, scenario, seed=int(values.pop("seed")), options=values)


def account(head: str, actions: Iterable[str]) -> Iterator[str]:
    """The lines of a playthrough."""
    match = start(head)
    yield head
    yield from map(told, match.log)
    asked = ""
    for action in actions:
        prompt = f"== turn {match.state.turn}, {match.side}: {match.prompt.text} [{match.prompt.rule}]"
        if prompt != asked:
            yield ""
            yield prompt
            yield f"   can: {choices(match)}"
        asked = prompt
        yield f"> {action}"
        try:
            yield from map(told, match.play(action))
        except IllegalAction as error:
            yield f"   !! {error}"
            return
    yield ""
    yield f"== at the end: turn {match.state.turn}, {match.side or 'nobody'}: {match.prompt.text}"
    yield from where(match)


def choices(match: Match) -> str:
    """The verbs that have a legal action; not how many, for that changes with every stroke on the map."""
    found = {action.verb for action in match.legal}
    return ", ".join(verb for verb in match.legal.verbs() if verb in found)


def told(event: Event) -> str:
    """One event on one line."""
    secret = f" ({event.seen_by} only)" if event.seen_by else ""
    return f"   {event.kind:10} {event.text} [{event.rule}]{secret}"


def where(match: Match) -> Iterator[str]:
    """What the turn left: the score, and the units that were hurt."""
    score = match.view().score()
    yield f"   score      {score.total} of {score.needed}"
    r, s = match.c.roster, match.state
    gone = [u for u, box in enumerate(s.box) if box == "eliminated"]
    hurt = [u for u, h in enumerate(s.hex_of) if h >= 0 and s.steps_left[u] < r.steps[u]]
    yield f"   eliminated {r.names(gone) or 'nobody'}"
    yield f"   reduced    {r.names(hurt) or 'nobody'}"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_account_comes_out_again(path: Path) -> None:
    old = path.read_text("utf-8")
    new = "\n".join(account(*script(old))) + "\n"
    assert "   !! " not in new, next(line for line in new.splitlines() if line.startswith("   !! "))
    if os.environ.get("STAVKA_GOLDEN") == "write":
        path.write_text(new, "utf-8")
    assert new.splitlines() == old.splitlines() or os.environ.get("STAVKA_GOLDEN") == "write"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_same_game_can_be_replayed_from_its_history(path: Path) -> None:
    head, actions = script(path.read_text("utf-8"))
    match = start(head)
    match.play_all(actions)
    *_, again = match.replayed()
    assert again.digest() == match.digest() and len(again.log) == len(match.log)


def test_there_is_an_account() -> None:
    assert [path.stem for path in GOLDEN] == ["first_turn"]
