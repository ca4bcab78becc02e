"""The engine protocol for a reader at a terminal: its commands, each with its arguments and an example."""

from __future__ import annotations

from engine.protocol.lookups import described
from engine.protocol.lookups import protocol_text as protocol_text
from tui.words.page import folded, paragraphs


def commands_text() -> str:
    """The commands of the protocol as text."""
    lines = ["Commands, one JSON object a line; arguments and an example each:"]
    for told in described():
        lines += ["", *folded(f"{told['cmd']}: {told['about']}", "  ")]
        for name, kind in told["arguments"].items():
            lines += paragraphs(f"{name}: {kind}", "      ")
        lines.append(f"      {told['example']}")
    return "\n".join([*lines, "", "stavka engine --protocol prints the whole protocol."])
