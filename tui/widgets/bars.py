"""The lines at the bottom: what is asked, the answer to the last key, and the keys that answer now."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.cells import cell_len

from tui.settings.keys import Keymap
from tui.widgets.lines import Line, Lines, clipped, line, section, wrapped

TYPED = (("a-z 0-9", "type on"), ("backspace", "a sign less"))
"""Keys while a list is narrowed by typing, for the key line."""


class DecisionBar(Lines):
    """Two lines: what is asked of whom by which rule, and under it a refusal or a hint.

    What both of them together have more than two lines goes ``above``: the question first, which is never cut there.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, base="ask")
        self._asked: tuple[str, str, str] = ("", "", "")
        self._named = False
        self._said: tuple[str, str] = ("", "text")
        self._hint = ("", "")
        self.cut = False
        """Whether the answer is longer than the two lines."""
        self.more = "?"
        """The key that shows the whole of it."""
        self.above: Callable[[list[Line]], None] | None = None
        """Shows above the two lines what of the question has no room in them; nothing: all of it has."""

    @property
    def asked(self) -> str:
        """The sentence of the first line."""
        return self._asked[0]

    @property
    def said(self) -> str:
        """The sentence of the second line."""
        return self._said[0]

    def ask(self, text: str, rule: str, who: str = "", *, named: bool = False) -> None:
        """What is asked, by which rule, of whom; ``named``: told even where the sentence then needs two lines."""
        self._asked = (text, rule, who)
        self._named = named
        self._lay()

    def say(self, text: str, role: str = "text") -> None:
        """Answer to the last key; ``warn`` for a refusal."""
        self._said = (text, role)
        self._lay()

    def hint(self, text: str, rule: str) -> None:
        """A hint and its rule for the second line, as long as there is no answer in it; empty for none."""
        if (text, rule) != self._hint:
            self._hint = (text, rule)
            self._lay()

    def on_resize(self) -> None:
        """Another width: other line ends."""
        self._lay()

    def _lay(self) -> None:
        width = max(10, self.size.width - 2)
        text, rule, who = self._asked
        named = f"{who}: {text}" if who else text
        # The longest form that fits in one line.
        forms = [f"{named} ({rule})", f"{named} {section(rule)}"] if rule else [named]
        # Who is asked tells more than by which rule.
        forms += [] if self._named or not rule else [named, f"{text} {section(rule)}", text]
        longest = forms[1 if self._named and rule else 0]
        asked = wrapped(next((f for f in forms if cell_len(f) <= width), longest), width, "text")
        said = wrapped(self._said[0], width, "warn" if self._said[1] == "warn" else "text") if self._said[0] else []
        if not said and self._hint[0]:
            # One line: a hint never hides the question. Its rule goes first where there is no room.
            hint = " ".join(part for part in self._hint if part)
            said = [((clipped(hint if cell_len(hint) <= width else self._hint[0], width), "now"),)]
        # Two lines: the answer to the last key is never cut in favour of a question that has been read before.
        self.cut = len(said) > 2
        if self.cut:
            said = [said[0], _ended(said[1], f"… {self.more}", width)]
        room = 2 - len(said)
        if self.above is not None:
            whole: list[Line] = [((" ", "text"), *row) for row in (*asked, *said)]
            self.show(whole[-2:])
            self.above(whole[:-2])
            return
        if 0 < room < len(asked):
            asked[room - 1] = _ended(asked[room - 1], f"… {self.more}", width)
        self.show([((" ", "text"), *row) for row in (*asked[:room], *said)])


def _ended(row: Line, end: str, width: int) -> Line:
    """A line of one span that ends with other words, cut where they need room."""
    (text, role), *_ = row
    while text and cell_len(text) + cell_len(end) + 1 > width:
        text = text.rpartition(" ")[0] or text[:-1]
    return ((f"{text} ", role), (end, "key"))


class KeyLine(Lines):
    """The keys that answer now, as many as fit."""

    def tell(self, keymap: Keymap, commands: Iterable[str | tuple[str, str]]) -> None:
        """Name commands, by id or as (id, words); unknown to the keymap: (key, words)."""
        width = self.size.width or 80
        spans: list[tuple[str, str]] = [(" ", "text")]
        used = 1
        for entry in commands:
            name, words = entry if isinstance(entry, tuple) else (entry, "")
            key = keymap.key(name) if name in keymap.commands else name
            words = words or (keymap.commands[name].label if name in keymap.commands else "")
            size = cell_len(key) + 1 + cell_len(words) + 2
            if used + size - 2 > width or not key:
                continue
            spans += [(key, "key"), (f" {words}  ", "dim")]
            used += size
        self.show([line(*spans)])
