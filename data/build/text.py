"""Small pieces of TOML text: strings, wrapped arrays, commented lines."""

from __future__ import annotations

from collections.abc import Iterable

WIDTH = 118


def quote(word: str) -> str:
    """A TOML string."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def array(key: str, words: Iterable[str]) -> str:
    """A TOML array of strings, wrapped."""
    lines, line = [f"{key} = ["], "   "
    for word in words:
        item = f" {quote(word)},"
        if len(line) + len(item) > WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += item
    if line.strip():
        lines.append(line)
    return "\n".join([*lines, "]"])


def wrapped(key: str, words: str) -> str:
    """A TOML string, broken over lines where it is too long for one."""
    if len(words) + len(key) + 5 <= WIDTH:
        return f"{key} = {quote(words)}"
    lines, line = [f'{key} = """'], ""
    for word in words.split():
        if len(line) + len(word) + 3 > WIDTH:
            lines.append(line + " \\")
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line + '"""'])


def comment(words: str) -> list[str]:
    """Words as comment lines."""
    return [f"# {line}".rstrip() for line in words.strip().splitlines()]
