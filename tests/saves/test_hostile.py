"""Saves made to hurt: no traceback, no long wait, no memory, no control character on the screen."""

from __future__ import annotations

import json
import marshal
import random
import resource
import time
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import SaveError, Store, load_file
from saves.codec import MAGIC, Head, decode, encode, seal, unseal
from saves.errors import show
from saves.reader import _columns_apart, parse
from tests.trials.table import Tally, amounts

BOMBS = {
    "dots": ".".join(["a"] * 20_000) + " = 1",
    "dots in lines": "\n".join(".".join(["a"] * 12) + f"{n} = 1" for n in range(2000)),
    "spaced dots": " . ".join(["a"] * 300) + " = 1",
    "quoted dots": ".".join(['"a"'] * 300) + " = 1",
    "heading dots": "[" + ".".join(["a"] * 300) + "]",
    "brackets": "x = " + "[" * 5000,
    "brackets in lines": "x = " + "[\n" * 5000,
    "tables in tables": "x = " + "{a = " * 900,
    "digits": "x = " + "9" * 1900,
    "more digits": "x = " + "9" * 5000,
    "hexadecimal": "x = 0x" + "f" * 1000,
    "infinite": "x = inf",
    "nothing": "x = [1, nan]",
    "power": "x = 1e400",
    "float": "x = 1.5",
    "date": "x = 1941-06-22",
    "moment": "x = 1941-06-22T03:15:00Z",
    "clock": "x = 03:15:00",
    "escape": 'x = "\\u001b[2J"',
    "raw escape": 'x = "\x1b[2J"',
    "right to left": 'x = "\\u202egnp.exe"',
    "raw right to left": 'x = "\u202egnp.exe"',
    "escape in a key": '"\\u001b[2J" = 1',
    "nul": "x = '\0'",
    "surrogate": 'x = "\\ud800"',
    "twice": "x = 1\nx = 2",
    "table twice": "[x]\n[x]",
    "many lines": 'x = """\nabc\n"""',
    "many literal lines": "x = '''\nabc\n'''",
    "many lines open": 'x = """' + '\\"""' * 400,
    "open string": 'x = "abc',
    "backslashes": 'x = "' + "\\" * 1999,
    "quotes": "x = " + '"' * 1999,
    "byte order mark": "\ufeffx = 1",
    "carriage return": "x = 1\ry = 2",
    "no value": "x =",
    "rubbish": "%$&/()=?",
    "tables": "[[a]]\n" * 900_000,
    "numbers": "x = [\n" + "1,\n" * 300_000 + "]",
    "keys": "\n".join(f"k{n} = 1" for n in range(250_000)),
    "long text": 'x = "' + "a" * 3000 + '"',
    "large": "# " + "x" * 70 + "\n" + ("# " + "x" * 70 + "\n") * 70_000,
}


def plain(error: SaveError) -> None:
    text = str(error)
    assert text == show(text, 10_000), "a control character would reach the screen"
    assert len(text) < 1000


@pytest.mark.parametrize("name", BOMBS)
def test_no_bomb_goes_off(name: str, tally: Tally) -> None:
    tally.of("hostile texts", "dotted keys, nesting, huge numbers, escapes: refused in a sentence, < 2 s, < 200 MiB")
    data = BOMBS[name].encode("utf-8", "surrogatepass")
    with tally.one(name, within=2, mib=200), pytest.raises(SaveError) as caught:
        parse(data)
    plain(caught.value)
    with tally.one(name, within=2, mib=200), pytest.raises(SaveError) as caught:
        decode(seal(MAGIC.encode() + b"\nformat = 1\n" + data + b"\n"))
    plain(caught.value)


def test_the_largest_text_that_is_let_through_is_cheap() -> None:
    """The limits leave no room for seconds or hundreds of megabytes."""
    worst = {
        "numbers": "x = [\n" + "1, 1,\n" * 99_000 + "]",
        "keys": "\n".join(f"k{n} = 1" for n in range(95_000)),
        "tables": "[[a]]\n" * 49_000,
        "headings": "\n".join(f"[a.b.c.d.e.f.g.h.i{n}]" for n in range(240)),
        "texts": "x = [\n" + ('"' + "\\n" * 900 + '",\n') * 2000 + "]",
    }
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, text in worst.items():
        start = time.process_time()
        if len(text) < 4_000_000:
            parse(text.encode())
        assert time.process_time() - start < 2, name
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000


def test_the_bomb_is_real() -> None:
    """The control: tomllib by itself takes far longer over a tenth of the dots than we do over all of them."""
    dots = ".".join(["a"] * 2000) + " = 1"
    start = time.process_time()
    tomllib.loads(dots)
    alone = time.process_time() - start
    start = time.process_time()
    with pytest.raises(SaveError, match="line"):
        parse(BOMBS["dots"].encode())
    assert time.process_time() - start < alone


PIECES = [
    ",", ",,", " ", "\n", "]", "[", "-", "_", "+", "0", "01", "-0", "1_0", "0x1", "1.5", "9" * 19, "", "true", '"a"',
    "\n]\nx = [\n", "# 1\n", "\t", "\r\n", "9223372036854775808",
]  # fmt: skip
SAMPLES = sorted((Path(__file__).parent / "samples").glob("*-1.toml"))


@amounts(60, 2_000)
def test_columns_read_apart_are_what_toml_says(amount: int, tally: Tally) -> None:
    """The quick way over the columns takes nothing that TOML does not, and reads nothing else out of it."""
    tally.of("hostile columns", "changes within the columns of stored saves: read as TOML reads them, or refused by it")
    texts = {path: unseal(path.read_bytes()).decode() for path in SAMPLES}
    for path, text in texts.items():
        table = _columns_apart(text)
        assert table == tomllib.loads(text), path
    rnd, quick = random.Random(amount), 0
    for number in range(amount):
        text = rnd.choice(list(texts.values())[: 2 if number % 10 else None])
        start = text.index("\nhex_of = [") + rnd.randrange(200)
        piece = rnd.choice(PIECES)
        changed = text[:start] + piece + text[start + rnd.randrange(3) :]
        with tally.one(f"{piece!r} at {start}"):
            try:
                expected: dict[str, Any] | None = tomllib.loads(changed)
            except tomllib.TOMLDecodeError:
                expected = None
            found = _columns_apart(changed)
            assert found is None or found == expected
            quick += found is not None
    assert 0 < quick < amount


WRITTEN: dict[str, bytes] = {}
"""The record that is forged, and its save as a table: made once for all who forge it."""


@pytest.fixture
def record(toy: str) -> dict[str, Any]:
    """Nine actions into a game of the toy."""
    if "record" not in WRITTEN:
        match, player = Match.new(toy, "duel", seed=7), RandomPlayer(4)
        for _ in range(9):
            match.play(player.choose(match)[0])
        found = match.record()
        table = tomllib.loads(unseal(encode(found, Head())).decode())
        WRITTEN.update(record=marshal.dumps(found), table=marshal.dumps(table))
    own: dict[str, Any] = marshal.loads(WRITTEN["record"])
    return own


ATTACKS: list[tuple[str, Any]] = [
    ("format", -1), ("turn", "three"), ("turn", [1]), ("seed", "x"), ("seed", True), ("record", -4), ("game", "chess"),
    ("game", "../ava"), ("game", 7), ("scenario", "../../etc/passwd"), ("scenario", "none"), ("options", {"a": "b"}),
    ("options", {"length": "9"}), ("options", {"length": 1}), ("options", []), ("meta", {"a": 1}), ("meta", []),
    ("digest", ""), ("digest", "0" * 16), ("digest", 1), ("overrides", "x"), ("overrides", [1]), ("title", 5),
    ("queued_dice", [0]), ("queued_dice", [-1]), ("queued_dice", ["6"]), ("queued_dice", [10**9]), ("when", 4),
    ("history.lines", "x"), ("history.lines", [1]), ("history.lines", ["nonsense"]), ("history.more", 1),
    ("history", {}), ("log", {}), ("log", [1]), ("log", [{}]), ("log", [{"kind": "a", "text": "b", "rule": 1}]),
    ("log", [{"kind": "a", "text": "b", "rule": "c", "hexes": [-4]}]), ("surprise", 1), ("generation", -1),
    ("log", [{"kind": "a", "text": "b", "rule": "c", "rolls": ["x"]}]), ("counters", [{"ids": "x1"}]),
    ("counters", [{}]), ("counters", {"a": 1}), ("snapshot.turn", 99), ("snapshot.turn", -1), ("snapshot.turn", "1"),
    ("snapshot.hex_of", [9999] * 11), ("snapshot.hex_of", [-7] * 11), ("snapshot.hex_of", [0] * 10**4),
    ("snapshot.hex_of", []), ("snapshot.hex_of", ["a"] * 11), ("snapshot.hex_of", [[1]] * 11),
    ("snapshot.hex_of", [True] * 11), ("snapshot.hex_of", 5), ("snapshot.hex_of", [2**62 + 1] * 11),
    ("snapshot.steps_left", [-1] * 11), ("snapshot.steps_left", [99] * 11), ("snapshot.steps_left", [0] * 11),
    ("snapshot.box", ["nowhere"] * 11), ("snapshot.box", ["eliminated"] * 11), ("snapshot.box", [1] * 11),
    ("snapshot.stack", []), ("snapshot.stack", [{"step": "none"}]), ("snapshot.stack", [{"step": 4}]),
    ("snapshot.stack", [{}]), ("snapshot.stack", "x"), ("snapshot.stack", [1]), ("snapshot.side", 1),
    ("snapshot.stack", [{"step": "plan"}] * 5000), ("snapshot.stack", [{"step": "losses", "vars": {"hex": 99999}}]),
    ("snapshot.stack", [{"step": "plan", "vars": {"side": 3}}]), ("snapshot.side", "nobody"),
    ("snapshot.draws", -1), ("snapshot.draws", 2**62 + 5), ("snapshot.over", 1), ("snapshot.over", True),
    ("snapshot.plans", []), ("snapshot.plans", {"axis": [1]}), ("snapshot.done", [7] * 11), ("snapshot.done", [0]),
    ("snapshot.strange", 1), ("snapshot", {}), ("snapshot.analysis", "yes"), ("snapshot.winner", ["a"]),
    ("snapshot.hex_of", [0] * 10**5), ("snapshot.steps_left", [1] * 10**5), ("snapshot.box", [""] * 10**5),
    ("counters", [{"id": "3pz", "side": "axis"}]), ("counters", [{"id": "a\x1b[2J", "side": "axis"}]),
    ("counters", [{"id": "x", "side": "axis", "type": "panzer", "attack": 10**9, "defense": -4, "move": 10**6}]),
    ("counters", [{"id": f"x{n}", "side": "axis"} for n in range(3000)]), ("counters", [{"id": "../x"}]),
    ("counters", [{"id": "a", "steps": 10**12}]), ("counters", [{"id": ["a", ["a", ["a"]]]}]),
    ("log", [{"kind": "a", "text": "\x1b]0;owned\x07", "rule": "c"}]), ("title", "\x1b[2J"), ("label", "\x9b2J"),
    ("log", [{"kind": "a", "text": "b", "rule": "c", "hexes": [9999]}]), ("program", "\x1b[2J"), ("label", 1),
    ("log", [{"kind": "a", "text": "b", "rule": "c", "units": [10**6]}]), ("record", 99), ("record", "1"),
    ("log", [{"kind": "a", "text": "b", "rule": "c", "seen_by": 4}]),
    ("meta", {"cursor": "\x1b"}), ("meta", {"\x1b": "a"}), ("meta", {"dice": ["hand"]}), ("seed", 2**70),
    ("snapshot.winner", "nobody\x1b[2J"), ("snapshot.level", "\x1b[31m"), ("snapshot.over_rule", "\x1b"),
    ("snapshot.stack", [{"step": "plan\x1b"}]), ("snapshot.stack", [{"step": "losses", "vars": {"a": [[[]]]}}]),
    ("snapshot.stack", [{"step": "losses", "vars": {"side": "axis", "hex": -1, "units": [10**6]}}]),
    ("history.lines", ["\x1b[2J"] * 3),
    ("turn", 10**6),
]  # fmt: skip


def test_there_are_100_attacks() -> None:
    assert len(ATTACKS) >= 100


def forged(record: dict[str, Any], place: str, item: Any, *, sign: bool) -> bytes:
    """The save with one value exchanged, under a hash that fits; with ``sign`` the digest of the position fits too."""
    assert record == marshal.loads(WRITTEN["record"])
    document = marshal.loads(WRITTEN["table"])
    table = document
    *way, name = place.split(".")
    for part in way:
        table = table[part]
    table[name] = item
    if place == "snapshot.turn":
        document["turn"] = item
    if sign:
        text = json.dumps(document["snapshot"], sort_keys=True, separators=(",", ":"))
        document["digest"] = sha256(text.encode()).hexdigest()[:16]
    return seal((MAGIC + "\n\n" + tomli_w.dumps(document)).encode())


@pytest.mark.parametrize("place, item", ATTACKS, ids=[f"{n}-{a[0]}" for n, a in enumerate(ATTACKS)])
def test_a_forged_save_with_a_good_hash_is_refused(
    record: dict[str, Any], place: str, item: Any, tmp_path: Path, tally: Tally
) -> None:
    tally.of("hostile saves", "values forged under a hash that fits: refused or playable, < 2 s, < 200 MiB")
    path = tmp_path / "forged.toml"
    path.write_bytes(forged(record, place, item, sign=False))
    with tally.one(place, within=2, mib=200):
        with pytest.raises(SaveError) as caught:
            load_file(path)
        plain(caught.value)


ODD = [
    ("meta", {"player.axis": "nobody"}), ("history.lines", ["axis plan careful = " + "6 " * 500]),
    ("history.lines", ["axis plan careful"] * 100_000), ("history.lines", ["nobody end"]), ("seed", 2**62),
    ("snapshot.winner", "nobody"), ("snapshot.level", "[red]"), ("snapshot.over_rule", "ava" ":99.99"),
    ("title", "[bold]" * 12), ("label", "%s{0}$HOME"), ("when", "never"), ("program", "99.0"),
]  # fmt: skip
"""What need not be refused."""
SIGNED = [attack for attack in ATTACKS if attack[0].startswith("snapshot")] + ODD


@pytest.mark.parametrize("place, item", SIGNED, ids=[f"{n}-{a[0]}" for n, a in enumerate(SIGNED)])
def test_a_forged_position_with_a_good_digest_is_refused_or_can_be_played(
    record: dict[str, Any], place: str, item: Any, tmp_path: Path, tally: Tally
) -> None:
    tally.of("hostile saves")
    path = tmp_path / "forged.toml"
    path.write_bytes(forged(record, place, item, sign=True))
    with tally.one(place, within=2, mib=200):
        try:
            match = load_file(path)
        except SaveError as error:
            plain(error)
        else:
            assert match.over or match.legal.any() or match.prompt.text
            assert match.view().side == match.side


@amounts(600, 20_000)
def test_changes_with_a_new_hash_never_end_in_a_traceback(
    record: dict[str, Any], tmp_path: Path, amount: int, tally: Tally
) -> None:
    """Changes of the text under a hash that fits: loaded or refused, nothing else."""
    tally.of("hostile changes", "one to three changes of a save's text under a hash that fits: loaded or refused")
    content, rnd, path = unseal(encode(record, Head())), random.Random(6), tmp_path / "changed.toml"
    refused = 0
    pool = b'0123456789-"[]{}=,.#\\\n abcxyz\x1b\x00\xff'
    for _ in range(amount):
        data = bytearray(content)
        for _ in range(rnd.randrange(1, 4)):
            place = rnd.randrange(len(MAGIC), len(data))
            data[place : place + rnd.randrange(3)] = bytes([rnd.choice(pool)])
        path.write_bytes(seal(bytes(data)))
        with tally.one(repr(bytes(data)), within=2):
            try:
                load_file(path)
            except SaveError as error:
                refused += 1
                plain(error)
    assert refused > amount // 2


def test_texts_of_the_player_are_made_harmless(store: Store, duel: Match) -> None:
    nasty = "A\x1b[2J\u202eB\ud800\nC" + "x" * 500
    game = store.create(duel, nasty)
    path = game.save_as(nasty)
    game.close()
    for entry in (*store.list(), *store.kept(game.slug)):
        for text in (entry.title, entry.label, entry.slug, str(entry.path.name)):
            assert text == show(text) and "\n" not in text
    assert path.parent == game.folder / "named"
    assert store.open(game.slug).match.digest() == duel.digest()


def test_a_game_that_holds_control_characters_is_not_written(store: Store, duel: Match) -> None:
    """What would not be read again is refused while the game is still there to go on."""
    duel.state.box[0] = "\x1b[2J"
    with pytest.raises(SaveError, match="control character"):
        store.create(duel, "Bad")
    assert store.list() == []
