"""Text of YAML and of messages as Markdown."""

import re

# dbt reads descriptions as Jinja, and these tags protect braces in them.
RAW = re.compile(r"{%\s*(?:end)?raw\s*%}\n?")
SIGNS = {"<": "&lt;", "*": r"\*", "|": r"\|", "__": r"\_\_"}


def short(name: str) -> str:
    """A macro's name as its user writes it."""
    return re.sub(r"^(test|materialization)_|_spark$", "", name)


def markdown(text: str) -> str:
    """A description that is Markdown, as a page has it."""
    return RAW.sub("", text).strip() + "\n"


def escaped(text: str) -> str:
    """Signs stand for themselves, but code in backticks stays code."""
    return re.sub(r"`[^`\n]*`|[<*|]|__", lambda m: SIGNS.get(m[0], m[0]), text)


def prose(text: str) -> str:
    return escaped(markdown(text))


def cell(text: str) -> str:
    return " ".join(prose(text).split())


def first_sentence(text: str) -> str:
    return re.match(r"(?s).*?[.](?=\s)|.*", text)[0]


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def block(language: str, text: str) -> str:
    return f"````{language}\n{text.rstrip()}\n````\n"
