"""The page of errors: the messages with which macros end a run, from their code."""

import re
from collections.abc import Iterator
from functools import cache

from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from reference.errors_in_sql import errors_in_sql
from reference.text import escaped, short, table
from spark import ROOT

MACRO = re.compile(
    r"(?s){%-?\s*(macro|test|materialization)\s+(\w+).*?{%-?\s*end\1\s*-?%}"
)
# What a macro sets as a block for a message that another one prints.
BLOCKS = ("message", "problem", "why", "why_more", "without", "if_replaced")
OPTION = "invalid value … for {}: {}"
REFUSALS = ("refuse", "refuse_option", "_refuse_unlocked")
# Macros with texts that another one prints: ways out of an option, and what differs. Of
# what differs, the last text says what to do.
WAYS_OUT = ("_rule_broken", "_unusable_name", "_refuse_options_without_effect")
DIFFERENCES = ("_damage_to_log", "_files_damage_to_view")
TITLES = {"support": "Arguments and names", "log": "The log", "tests": "Generic tests"}
USERS_SHOWN = 4
INTRODUCTION = """\
# Errors

The messages with which daybook ends a run, from the code of the macros. Each says what
is wrong and what to do. dbt prints it after `daybook:` and the name of the model.
*Italics* stand for a value, and a slash separates words for one case from those for
another.
The last column has the macros that can end with the message, or says *many* if there
are more than four. What `make run` and `make config` say of a log is not among them: it
is about the columns and lines of that log.
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
    """[(macro, message)]: blocks of refusals, and blocks that are set for one."""
    found = []
    for name, macro in macros_of(text):
        blocks = [
            (block.target.name, sentence(block.body))
            for block in macro.find_all(nodes.AssignBlock)
        ]
        told = [*refusals(macro), *(text for of, text in blocks if of in BLOCKS)]
        if name in (*WAYS_OUT, *DIFFERENCES):
            told += texts_of_others(name, [*filter(has_words, texts(macro))])
        told += errors_in_sql(sentence(macro.body))
        way_out = dict(blocks).get("way_out", "*way out*")
        # Counts, each with what is wrong.
        wrong = " / ".join(text for _, text in blocks)
        for each in filter(has_words, told):
            whole = each.replace("*way out*", way_out).replace("*texts*", wrong)
            found.append((name, re.sub(r"^(daybook: )?(\*this\*: )?", "", whole)))
    return found


@cache
def macros_of(text: str) -> list[tuple[str, nodes.Macro]]:
    found = get_environment(None).parse(text).find_all(nodes.Macro)
    return [(short(macro.name.removeprefix("dbt_macro__")), macro) for macro in found]


def refusals(macro: nodes.Macro) -> list[str]:
    """The words of each, or a placeholder where they come from elsewhere."""
    found = []
    for block in macro.find_all(nodes.CallBlock):
        name = getattr(block.call.node, "attr", "")
        if name in REFUSALS:
            told = sentence(block.body)
            if name == "refuse_option":
                told = OPTION.format(words(block.call.args[1]), told)
            found.append(told)
    return found


def texts_of_others(name: str, found: list[str]) -> list[str]:
    if name in DIFFERENCES:
        *differences, to_do = found
        return [f"{' / '.join(differences)}: {to_do}"]
    # One that names its option is whole.
    return [
        way if way.startswith("invalid value") else OPTION.format("*name*", way)
        for way in found
    ]


def texts(node: nodes.Node) -> Iterator[str]:
    """The texts in a macro, each with what is joined to it."""
    if isinstance(node, (nodes.Concat, nodes.Const)):
        yield words(node)
    elif isinstance(node, nodes.Pair):
        yield OPTION.format(words(node.key), words(node.value))
    elif isinstance(node, nodes.AssignBlock):
        yield sentence(node.body)
    else:
        for child in node.iter_child_nodes():
            yield from texts(child)


def has_words(told: str) -> bool:
    plain = re.sub(r"\*[\w ]+\*|invalid value … for", "", told)
    return len(told.split()) > 1 and re.search(r"\w", plain) is not None


def sentence(parts: list[nodes.Node]) -> str:
    return " ".join("".join(map(words, parts)).split())


def words(node: nodes.Node) -> str:
    """Text as it stands; a name for what is filled in."""
    match node:
        case nodes.TemplateData():
            return escaped(node.data)
        case nodes.Const():
            return escaped(str(node.value))
        case nodes.Output() | nodes.Concat():
            return "".join(map(words, node.nodes))
        case nodes.If():
            branches = [node.body, *(each.body for each in node.elif_), node.else_]
            return " / ".join(sentence(branch) for branch in branches if branch)
        case nodes.For():
            return "".join(map(words, node.body))
        case nodes.CondExpr():
            cases = [node.expr1, node.expr2]
            return " / ".join(words(each) for each in cases if each is not None)
        case nodes.Filter() | nodes.Getitem():
            return words(node.node)
        case nodes.Or():
            return words(node.left)
        case nodes.Call(node=nodes.Getattr(node=nodes.Name(name="daybook"))):
            return placeholder(node.node.attr)
        case nodes.Call(node=nodes.Getattr()):
            return words(node.node.node)
        case nodes.Call():
            return words(node.args[0])
        case nodes.Getattr():
            return placeholder(node.attr)
        case nodes.Name():
            return placeholder(node.name)
        case nodes.Expr():
            return "*value*"
    return ""


def placeholder(name: str) -> str:
    return f"*{name.strip('_').replace('_', ' ')}*"


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
