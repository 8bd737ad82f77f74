"""The page of errors: the messages with which macros end a run, from their code."""

import re
from functools import cache

from reference.text import prose, short, table
from spark import ROOT

MACRO = re.compile(
    r"(?s){%-?\s*(macro|test|materialization)\s+(\w+).*?{%-?\s*end\1\s*-?%}"
)
REFUSAL = re.compile(
    r"(?s){%-?\s*call\s+daybook\._refuse(_option|_operation)?\((.*?)\)\s*-?%}"
    r"(.*?){%-?\s*endcall\s*-?%}"
)
BRANCH = re.compile(r"(?s){%-?\s*(?:else|elif)\b.*?%}")
TAG = re.compile(r"(?s){%.*?%}|{#.*?#}")
VALUE = re.compile(r"(?s){{-?(.*?)-?}}")
TITLES = {"support": "Arguments and names", "log": "The log", "tests": "Generic tests"}
USERS_SHOWN = 4
INTRODUCTION = """\
# Errors

The messages with which daybook ends a run, from the code of the macros. Each says what
is wrong and what to do. dbt prints it after `daybook:` and the name of the model.
*Italics* stand for a value, and a slash separates words for one case from those for
another. A few messages are missing: those that one macro words and another one prints.
The last column has the macros that can end with the message, or says *many* if there
are more than four.
"""


def errors_page(groups: dict[str, list[dict]]) -> str:
    homes = {
        short(macro["name"]): group
        for group, macros in groups.items()
        for macro in macros
    }
    parts = [INTRODUCTION]
    for folder in sorted(path for path in ROOT.glob("macros/*") if path.is_dir()):
        rows = [
            [told, users(name, homes)]
            for file in sorted(folder.glob("*.sql"))
            for name, told in messages(file.read_text())
        ]
        if rows:
            title = TITLES.get(folder.name, folder.name.capitalize())
            parts += [f"## {title}\n", table(["message", "from"], rows)]
    return "\n".join(parts)


def messages(text: str) -> list[tuple[str, str]]:
    """[(macro, message)]; a message that another macro words is not among them."""
    found = []
    for macro in MACRO.finditer(text):
        for kind, given, body in REFUSAL.findall(macro[0]):
            told = worded(body)
            if re.search(r"\w", re.sub(r"\*[\w ]+\*", "", told)):
                if kind == "_option":
                    told = f"{option(given)}=… can't be used here: {told}"
                found.append((macro[2], told))
    return found


def worded(body: str) -> str:
    text = TAG.sub("", BRANCH.sub(" / ", prose(body)))
    return " ".join(VALUE.sub(lambda value: placeholder(value[1]), text).split())


def placeholder(expression: str) -> str:
    """A text that is there in one case, or a name for what is filled in."""
    literal = re.match(r"""\s*(["'])(.*?)\1""", expression)
    if literal:
        return literal[2]
    called = re.findall(r"daybook\._?(\w+)\(", expression)
    first, *_ = re.split(r"\\?\||\bif\b", expression)
    names = called or re.findall(r"[a-z]\w*", first)[-1:] or ["value"]
    return f"*{names[0].replace('_', ' ')}*"


def option(given: str) -> str:
    """The name of an option, the second argument: a text, or what makes one."""
    name = re.split(r",\s*", given)[1]
    parts = re.findall(r'"(\w+)"|(\w+)', name)
    return "".join(literal or f"*{variable}*" for literal, variable in parts)


def users(name: str, homes: dict[str, str]) -> str:
    found = sorted(user for user in homes if name in reached(user))
    if len(found) > USERS_SHOWN:
        return "many"
    return ", ".join(f"[{user}]({homes[user]}.md#{user})" for user in found)


@cache
def reached(name: str) -> frozenset[str]:
    """The macros that a macro calls, or that those call; itself among them."""
    found, waiting = set(), [name]
    while waiting:
        caller = waiting.pop()
        if caller not in found:
            found.add(caller)
            waiting.extend(calls().get(caller, ()))
    return frozenset(found)


@cache
def calls() -> dict[str, set[str]]:
    return {
        macro[2]: set(re.findall(r"\bdaybook\.(\w+)", macro[0]))
        for file in ROOT.glob("macros/*/*.sql")
        for macro in MACRO.finditer(file.read_text())
    }
