"""The engine as a program without a screen: one JSON object a line in, one a line out. A thin client of ``Match``.

A request is ``{"cmd": ..., "id"?: ..., arguments}``. A reply echoes ``id`` and says ``"ok": true``, or ``"ok": false``
with ``"error": {"code", "message", "rule"?, "hint"?}``; the match is then as it was before the request. Codes:

==================  ==================================================================================
``bad_json``        not UTF-8, not JSON, a number that JSON does not know, or nested too deeply
``too_long``        a line of more than a million characters
``bad_request``     not an object, no ``cmd``, or an ``id`` that is no plain value
``unknown_command`` there is no such command; ``hint`` names one spelled like it
``bad_argument``    an argument is missing, unknown, of the wrong type or out of range
``bad_input``       a word means nothing: no such game, unit, hex, side, tally, player, a die that cannot be
``no_match``        the command needs a game; send ``new`` or ``load`` first
``illegal``         the rules refuse the action: ``rule``, and ``hexes`` or ``units`` concerned
``cannot_undo``     a roll, a reveal or a change of side stands in the way, as the message says
``cannot_redo``     nothing was taken back
``not_found``       no such chart or rule
``no_saves``        this program was started without a place for saves
``bad_save``        a save cannot be written or read, as the message says
``bad_data``        a data file of the game, or of the player, does not fit
``internal``        a fault of the program; the message names it, the match was put back
==================  ==================================================================================

In ``unit`` and ``rules`` the argument ``id`` may name the unit or the rule itself; a client that numbers its requests
writes ``unit`` or ``rule`` instead. ``view`` with the side ``""`` shows what both sides know.

Nobody is told what his side may not know: ``do`` answers with the events as the side that has acted reads them,
``play`` with events and actions as the opponent of the computer player knows them (of an action that would tell more
only the verb and a question mark), ``log`` with what a side has read so far. ``viewer`` asks for other eyes, in
``status`` too; ``""`` again stands for what both sides know. The seed and the digest are those of the whole game.
"""

from engine.protocol import asking, lookups, playing  # fill the table of commands
from engine.protocol.session import SaveFiles, Session, serve
from engine.protocol.wire import PROTOCOL

__all__ = ["PROTOCOL", "SaveFiles", "Session", "asking", "lookups", "playing", "serve"]
