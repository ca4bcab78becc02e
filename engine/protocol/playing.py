"""Commands that start, change, keep and describe the game in progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.components.errors import BadInput
from engine.components.load import DataError
from engine.play import ruleset
from engine.play.action import IllegalAction
from engine.play.catalogue import catalogue
from engine.play.match import Match
from engine.players import PLAYERS, knowing
from engine.protocol import replies
from engine.protocol.failure import Failure
from engine.protocol.replies import Plain
from engine.protocol.session import COMMANDS, Session, command
from engine.protocol.wire import PROTOCOL

VERSION = "0.20.0"
PLAY_LIMIT = 20_000
"""Actions of a computer player in one ``play``, should its turn never end."""
HUMAN = "human"


# ---------------------------------------------------------------------- the program
@command("hello")
def hello(session: Session, a: Plain) -> Plain:
    """Who answers."""
    return {
        "name": "stavka", "version": VERSION, "protocol": PROTOCOL, "games": list(ruleset.games()),
        "players": sorted(PLAYERS), "commands": sorted(COMMANDS),
    }  # fmt: skip


@command("games")
def games(session: Session, a: Plain) -> Plain:
    """What can be played."""
    return {"games": [replies.game(info) for info in catalogue()]}


@command("new", game="text", scenario="text", seed="whole?", options="words?", players="words?")
def new(session: Session, a: Plain) -> Plain:
    """Start a game."""
    players = a["players"] or {}
    for name in players.values():
        if name != HUMAN and name not in PLAYERS:
            raise Failure("bad_input", f"there is no player '{name}'", hint=f"players: {HUMAN}, {', '.join(PLAYERS)}")
    seed = 1 if a["seed"] is None else a["seed"]
    match = Match.new(a["game"], a["scenario"], seed=seed, options=a["options"], overrides=session.overrides)
    for name in players.values():
        knowing(name, match.data.meta)
    if strange := sorted(set(players) - set(match.data.meta["sides"])):
        raise Failure("bad_input", f"there is no side '{strange[0]}'")
    match.meta |= {f"player.{side}": name for side, name in players.items()}
    session.current = match
    return replies.status(match)


@command("status", viewer="text?")
def status(session: Session, a: Plain) -> Plain:
    """Where the game stands; what is asked as ``viewer`` may know it, else as the side that decides."""
    return replies.status(session.match, session.side(a["viewer"], common=True))


@command("digest")
def digest(session: Session, a: Plain) -> Plain:
    """A hash of everything that matters for play."""
    return {"digest": session.match.digest()}


# ---------------------------------------------------------------------- playing
@command("legal", unit="text?", hex="text?", verb="text?", limit="whole?")
def legal(session: Session, a: Plain) -> Plain:
    """The actions allowed now: those that name a unit, a hex, a verb; sorted."""
    match = session.match
    if a["unit"] is None:
        found = list(match.legal)
    else:
        found = match.legal.of(match.data.roster.ids[match.data.roster.find(a["unit"])])
    if a["hex"] is not None:
        label = match.data.board.labels[match.c.hex(a["hex"])]
        found = [x for x in found if label in x.args]
    if a["verb"] is not None:
        verb = a["verb"].lower()
        found = [x for x in found if x.verb == verb]
    limit = len(found) if a["limit"] is None else a["limit"]
    if limit < 0:
        raise Failure("bad_argument", "'limit' of 'legal' must not be negative")
    shown = [str(x) for x in found[:limit]]
    return {"actions": shown, "count": len(found), "truncated": len(shown) < len(found)}


@command("check", action="text")
def check(session: Session, a: Plain) -> Plain:
    """Whether an action is allowed, and why not."""
    refusal = session.match.check(a["action"])
    if refusal is None:
        return {"legal": True}
    return {"legal": False, **replies.refusal(session.seen, refusal)}


@command("do", action="text?", actions="texts?", viewer="text?")
def do(session: Session, a: Plain) -> Plain:
    """Carry out an action, or several: all or none. The events are as ``viewer`` reads them, else who has acted."""
    match, viewer = session.match, session.side(a["viewer"], common=True)
    if (a["action"] is None) == (a["actions"] is None):
        raise Failure("bad_argument", "'do' needs either 'action' or 'actions'")
    wanted: list[str] = a["actions"] if a["action"] is None else [a["action"]]
    reached, events = 0, list[Plain]()
    try:
        with match.all_or_none():
            for text in wanted:
                reached, side = reached + 1, match.side
                events += replies.events(match, match.play(text), side if viewer is None else viewer)
    except (IllegalAction, BadInput) as error:
        failure = session.failure(error)
        if len(wanted) > 1:
            failure.more["hint"] = f"action {reached} of {len(wanted)}: {wanted[reached - 1]}"
        raise failure from None
    return {"events": events, "status": replies.status(match, viewer)}


@command("undo")
def undo(session: Session, a: Plain) -> Plain:
    """Take back the last action."""
    match = session.match
    if not match.can_undo:
        try:
            match.undo()
        except BadInput as error:
            raise Failure("cannot_undo", str(error)) from None
    else:
        match.undo()
    return replies.status(match)


@command("redo")
def redo(session: Session, a: Plain) -> Plain:
    """Play again what was taken back."""
    match = session.match
    if not match.can_redo:
        raise Failure("cannot_redo", "nothing was taken back")
    match.redo()
    return replies.status(match)


@command("roll", values="wholes", clear="flag?")
def roll(session: Session, a: Plain) -> Plain:
    """Queue dice that somebody rolled by hand; ``clear`` forgets those that wait first."""
    dice = session.match.dice
    if a["clear"]:
        dice.queued.clear()
    dice.queue(a["values"])
    return {"queued": list(dice.queued)}


@command("play", side="text", player="text", actions="whole?", viewer="text?", reasons="flag?")
def play(session: Session, a: Plain) -> Plain:
    """Let a computer player act until the decision is somebody else's, the game is over, or it has acted enough.

    Events and actions are as ``viewer`` may know them, else as the opponent does. With ``reasons`` each action has
    why it was done beside it, empty where it is not told.
    """
    match, side, viewer = session.match, session.side(a["side"]), session.side(a["viewer"], common=True)
    if viewer is None:
        viewer = next(s for s in match.data.meta["sides"] if s != side)
    limit = PLAY_LIMIT if a["actions"] is None else min(a["actions"], PLAY_LIMIT)
    if limit < 0:
        raise Failure("bad_argument", "'actions' of 'play' must not be negative")
    player = session.player(side, a["player"])
    events: list[Plain] = []
    done: list[str] = []
    reasons: list[str] = []
    while not match.over and match.side == side and len(done) < limit:
        (action, why), step = player.choose(match), match.c.step
        found = match.play(action)
        events += replies.events(match, found, viewer)
        done.append(str(action) if viewer == side or match.over else replies.deed(str(action), step, found, viewer))
        reasons.append(why if done[-1] == str(action) else "")
    session.keep_player(side, a["player"], player)
    more = {"reasons": reasons} if a["reasons"] else {}
    return {"events": events, "actions": done, **more, "status": replies.status(match)}


EDITS = {
    "clear": "flag?", "turn": "whole?", "phase": "text?", "weather": "text or facts?", "place": "tables?",
    "remove": "texts?", "control": "words?", "tracks": "table?", "map": "table?",
}  # fmt: skip


@command("edit", **EDITS)
def edit(session: Session, a: Plain) -> Plain:
    """Put up a position for analysis. A counter that is placed may be told as ``unit`` answers."""
    changes = {k: v for k, v in a.items() if v is not None}
    if a["place"] is not None:
        changes["place"] = [{k: v for k, v in entry.items() if k != "ok"} for entry in a["place"]]
    try:
        session.match.edit(changes)
    except (DataError, BadInput):
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Failure(
            "bad_argument", f"the position does not have the right form ({type(error).__name__}: {error})"
        ) from None
    return replies.status(session.match)


# ---------------------------------------------------------------------- saves
@command("save", name="text?", path="text?")
def save(session: Session, a: Plain) -> Plain:
    """Keep the game under a name."""
    match, files = session.match, session.files
    name, is_path = one_name("save", a)
    written = kept(lambda: files.save_to(match, name) if is_path else files.save(match, name))
    return {"name": written, "status": replies.status(match), "digest": match.digest()}


@command("load", name="text?", path="text?")
def load(session: Session, a: Plain) -> Plain:
    """Go on with a saved game."""
    files = session.files
    name, is_path = one_name("load", a)
    session.current = kept(lambda: files.load_from(name) if is_path else files.load(name))
    return {"status": replies.status(session.match), "digest": session.match.digest()}


@command("saves")
def saves(session: Session, a: Plain) -> Plain:
    """What is kept."""
    files = session.files
    return {"saves": kept(files.list)}


def one_name(name: str, a: Plain) -> tuple[str, bool]:
    """The name or the path given, and whether it is a path. Raises ``Failure`` unless it is one of them."""
    if (a["name"] is None) == (a["path"] is None):
        raise Failure("bad_argument", f"'{name}' needs either 'name' or 'path'")
    return (str(a["name"]), False) if a["path"] is None else (str(a["path"]), True)


def kept(call: Callable[[], Any]) -> Any:
    """What the keeper of saves answers. Raises ``Failure``, whatever goes wrong there."""
    try:
        return call()
    except Failure:
        raise
    except Exception as error:
        raise Failure("bad_save", str(error) or type(error).__name__) from error
