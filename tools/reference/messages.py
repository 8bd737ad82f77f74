"""The messages with which macros end a run, from their code."""

import re
from collections.abc import Iterator

from jinja2 import nodes

from reference.errors_in_sql import VALUE, errors_in_sql
from reference.macro_code import macros_of
from reference.text import escaped

# What a macro sets as a block for a message that another one prints.
BLOCKS = ("message", "problem", "why", "why_more", "if_replaced")
OPTION = "invalid value `<value>` for {}: {}"
REFUSALS = ("refuse", "refuse_option", "_refuse_unlocked")
# Macros with texts that another one prints: ways out of an option, and what differs. Of
# what differs, the last text says what to do.
WAYS_OUT = ("_rule_broken", "_unusable_name", "_refuse_options_without_effect")
DIFFERENCES = ("_damage_to_log", "_files_damage_to_view")
# Macros that show their argument.
SHOWING = ("sorted_json", "_shown_value")


def messages(text: str) -> list[tuple[str, str]]:
    """[(macro, message)]: refusals, and blocks that are set for one elsewhere."""
    found = []
    for name, macro in macros_of(text):
        said = refusals(macro) + errors_in_sql(sentence(macro.body))
        set_here = texts_that_are_set(macro)
        said = [filled(each, set_here) for each in said]
        for block in macro.find_all(nodes.AssignBlock):
            whole = filled(sentence(block.body), set_here)
            if block.target.name in BLOCKS and whole not in "".join(said):
                said.append(whole)
        if name in (*WAYS_OUT, *DIFFERENCES):
            said += texts_of_others(name, [*filter(has_words, texts(macro))])
        found += [
            (name, re.sub(r"^(daybook: )?(`<this>`: )?", "", each))
            for each in filter(has_words, said)
        ]
    return found


def texts_that_are_set(macro: nodes.Macro) -> dict[str, str]:
    """{placeholder: what the macro sets it to, in each case}"""
    found, blocks = {}, []
    for of in macro.find_all((nodes.Assign, nodes.AssignBlock)):
        if isinstance(of, nodes.AssignBlock):
            blocks.append(sentence(of.body))
        elif not isinstance(of.node, (nodes.Const, nodes.Concat)):
            continue
        found.setdefault(getattr(of.target, "name", ""), []).extend(texts(of))
    for call in macro.find_all(nodes.Call):
        if getattr(call.node, "attr", "") == "append":
            name = getattr(call.node.node, "name", "")
            found.setdefault(name, []).extend(texts(call.args[0]))
    said = {placeholder(name): [*filter(is_fixed, found[name])] for name in found}
    # Counts, each with what is wrong.
    said[placeholder("texts")] = blocks
    return {
        name: " / ".join(each)
        for name, each in said.items()
        if each and name not in "".join(each)
    }


def is_fixed(text: str) -> bool:
    return has_words(text) or re.search(r"`<|^\W*$", text) is None


def filled(message: str, set_here: dict[str, str]) -> str:
    # A text may have the name of another one.
    for name, text in [*set_here.items()] * 2:
        message = message.replace(name, text)
    return message.replace("``", "")


def refusals(macro: nodes.Macro) -> list[str]:
    """The words of each, or a placeholder where they come from elsewhere."""
    found = []
    for block in macro.find_all(nodes.CallBlock):
        name = getattr(block.call.node, "attr", "")
        if name in REFUSALS:
            message = sentence(block.body)
            if name == "refuse_option":
                message = OPTION.format(words(block.call.args[1]), message)
            found.append(message)
    return found


def texts_of_others(name: str, found: list[str]) -> list[str]:
    if name in DIFFERENCES:
        *differences, to_do = found
        return [f"{' / '.join(differences)}: {to_do}"]
    # One that names its option is whole.
    return [
        way if way.startswith("invalid value") else OPTION.format("`<name>`", way)
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


def has_words(message: str) -> bool:
    """Whether it has words of its own by which it can be found."""
    message = re.sub(r"^invalid value.* for `[^`]*`:", "", message)
    plain, filled_in = re.subn(r"(`<[^`]*>`)+", "…", message)
    fixed = re.findall(r"\w\S*", plain)
    return len(plain.split()) > 1 and len(fixed) >= max(filled_in, 1)


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
        case nodes.Call(node=nodes.Getattr(node=nodes.Name(name="daybook"), attr=name)):
            return words(node.args[0]) if name in SHOWING else placeholder(name)
        case nodes.Call(node=nodes.Getattr()):
            return words(node.node.node)
        case nodes.Call():
            return words(node.args[0])
        case nodes.Getattr():
            return placeholder(node.attr)
        case nodes.Name():
            return placeholder(node.name)
        case nodes.Expr():
            return VALUE
    return ""


def placeholder(name: str) -> str:
    return f"`<{name.strip('_').replace('_', ' ')}>`"
