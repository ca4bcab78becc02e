"""A story written out: as plain text, as Markdown, and as a page of HTML with a picture of the map after every turn."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from html import escape

from tui.words.story import Chapter, Passage, Story

WIDTH = 78
Map = Callable[[Chapter], str]
"""The map after a turn, in what the format takes."""

STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 Georgia, serif; color: #22262b;
       background: #fbfaf5; }
h1, h2 { font-family: Verdana, sans-serif; line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #c9c5b4;
       padding-top: 1rem; }
h3 { font: bold 14px Verdana, sans-serif; margin: 1.2rem 0 .2rem; color: #55524a; }
p { margin: .3rem 0; } .count { color: #7b7f7a; } .score { font-weight: bold; } svg { max-width: 100%; height: auto; }
"""


def as_text(story: Story, picture: Map) -> str:
    """Plain text of 78 columns; maps may be wider."""
    rows = [story.title, "=" * len(story.title), story.subtitle, ""]
    for chapter in story.chapters:
        rows += ["", chapter.title, "-" * len(chapter.title)]
        for passage, head in _headed(chapter):
            rows += ["", head]
            for sentences in passage.battles:
                rows += textwrap.wrap(" ".join(sentences), WIDTH, initial_indent="  ", subsequent_indent="  ")
            if passage.counted:
                rows.append(f"  {passage.counted}")
        rows += ["", f"{chapter.score}. {'; '.join(chapter.losses)}".strip(), "", picture(chapter)]
    rows += ["", "The end" if story.chapters else "Nothing has happened yet", "-------"]
    for sentence in story.ending:
        rows += textwrap.wrap(sentence, WIDTH)
    return "\n".join(rows) + "\n"


def as_markdown(story: Story, picture: Map) -> str:
    """Markdown; maps are blocks of text."""
    rows = [f"# {_md(story.title)}", "", f"*{_md(story.subtitle)}*", ""]
    for chapter in story.chapters:
        rows += [f"## {_md(chapter.title)}", ""]
        for passage, head in _headed(chapter):
            rows += [f"**{_md(head)}**", ""]
            rows += [f"- {_md(' '.join(sentences))}" for sentences in passage.battles]
            rows += [f"- *{passage.counted}*"] if passage.counted else []
            rows.append("")
        rows += [f"**{_md(chapter.score)}.** {_md('; '.join(chapter.losses))}", "", "```", picture(chapter), "```", ""]
    rows += ["## The end", ""] + [f"- {_md(sentence)}" for sentence in story.ending]
    return "\n".join(rows) + "\n"


def as_html(story: Story, picture: Map, board: str = "") -> str:
    """One page without anything from elsewhere; ``board`` is what the pictures share."""
    title = escape(story.title)
    rows = [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{title}</title><style>{STYLE}</style></head><body>",
        board, f"<h1>{title}</h1><p><em>{escape(story.subtitle)}</em></p>",
    ]  # fmt: skip
    for chapter in story.chapters:
        rows.append(f"<h2>{escape(chapter.title)}</h2>")
        for passage, head in _headed(chapter):
            rows.append(f"<h3>{escape(head)}</h3>")
            rows += [f"<p>{escape(' '.join(sentences))}</p>" for sentences in passage.battles]
            rows += [f'<p class="count">{escape(passage.counted)}</p>'] if passage.counted else []
        rows.append(f'<p class="score">{escape(chapter.score)}</p><p>{escape("; ".join(chapter.losses))}</p>')
        rows.append(picture(chapter))
    rows += ["<h2>The end</h2>", *(f"<p>{escape(sentence)}</p>" for sentence in story.ending), "</body></html>"]
    return "\n".join(rows) + "\n"


def _headed(chapter: Chapter) -> Iterator[tuple[Passage, str]]:
    """The passages of which there is something to tell, with a heading each."""
    for passage in chapter.passages:
        if passage.battles or passage.counts:
            yield passage, passage.place


def _md(text: str) -> str:
    """Text in which Markdown reads nothing of its own."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in text)
