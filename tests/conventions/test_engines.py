"""Constructs that mean something else to dbt 2, or nothing, stand in one file alone.

dbt 1 renders Jinja in Python, dbt 2 in Rust: docs/architecture.md has what differs.
"""

import re

import pytest
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from project_files import called, project_files

HOME = "macros/support/_engines.sql"
FOLDERS = ("macros", "models", "analyses", "examples", "tests/data", "tests/consumer")
FILES = project_files(*(f"{folder}/*.sql" for folder in FOLDERS))
METHODS = {
    *("fullmatch", "match", "encode", "decode", "hex", "fromhex", "bit_length"),
    *("reverse", "raise_dependency_error"),
}
CHANGES = {"append", "extend", "insert", "remove", "clear", "update", "add", "pop"}
ENVIRONMENT = get_environment(None)
TREES = {
    called(file): ENVIRONMENT.parse(file.read_text())
    for file in FILES
    if called(file) != HOME
}


def names(node):
    """The names in an expression, which may be one itself."""
    found = {name.name for name in node.find_all(nodes.Name)}
    return found | ({node.name} if isinstance(node, nodes.Name) else set())


def owner(node):
    """The name at the beginning of a.b[0].c()."""
    while isinstance(node, nodes.Getattr | nodes.Getitem | nodes.Call):
        node = node.node
    return node.name if isinstance(node, nodes.Name) else None


def changed(statements):
    """The names of what is changed in place, or as a part of a namespace."""
    block = nodes.Scope(statements)
    spaces = {each.name for each in block.find_all(nodes.NSRef)}
    return spaces | {
        owner(method.node) for method in methods(block) if method.attr in CHANGES
    }


def methods(tree):
    """What is called as a method."""
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Getattr):
            yield call.node


def has_arguments(call):
    return bool(call.args or call.kwargs)


def is_beyond_one(bound):
    """Of a slice: whether it counts from the end, and a shorter list may lack it."""
    return isinstance(bound, nodes.Neg) and bound.node != nodes.Const(1)


def calls_of_methods(tree):
    for call in tree.find_all(nodes.Call):
        name = getattr(call.node, "attr", None)
        given = has_arguments(call)
        of_dbt = owner(call.node) in ("context", "model") and name == "update"
        if name in METHODS or of_dbt or (name in ("isoformat", "pop") and given):
            yield call


def calls_of_functions(tree):
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "tojson":
            yield call


def filters(tree):
    for each in tree.find_all(nodes.Filter):
        given = {one.key: one.value for one in each.kwargs}
        if (
            each.name == "tojson"
            or (each.name in ("max", "min", "float") and has_arguments(each))
            # Its default is a number of 32 bits.
            or (each.name == "int" and (each.args or "default" in given))
            or (
                each.name == "sum"
                and (each.args or given not in ({}, {"start": nodes.List([])}))
            )
            or (each.name == "sort" and "," in str(given.get("attribute")))
        ):
            yield each


def attributes(tree):
    for each in tree.find_all(nodes.Getattr):
        of = getattr(each.node, "attr", getattr(each.node, "name", None))
        if (of, each.attr) in (("adapter", "config"), ("datetime", "min")):
            yield each


def formats(tree):
    formatted = [each.left for each in tree.find_all(nodes.Mod)]
    formatted += [f.node for f in tree.find_all(nodes.Filter) if f.name == "format"]
    for each in formatted:
        if re.search(r"%\d*[cxX]", str(getattr(each, "value", ""))):
            yield each


def expressions_with_flags(tree):
    """A flag before a group, and the end of a text, as Python has them."""
    for const in tree.find_all(nodes.Const):
        if re.search(r"\(\?[aiLmsux]+\)|\\Z", str(const.value)):
            yield const


def chained_comparisons(tree):
    for each in tree.find_all(nodes.Compare):
        if len(each.ops) > 1:
            yield each


def loops_that_change_their_filter(tree):
    """dbt 2 asks for all items before it does anything with the first."""
    for loop in tree.find_all(nodes.For):
        if loop.test and (names(loop.test) - names(loop.target)) & changed(loop.body):
            yield loop


def slices_beyond_the_beginning(tree):
    for each in tree.find_all(nodes.Slice):
        if is_beyond_one(each.start) or is_beyond_one(each.stop):
            yield each


def slices_in_call_blocks(tree):
    """Of what is cut there alone, dbt 2 does not know the value."""
    for block in tree.find_all(nodes.CallBlock):
        yield from nodes.Scope(block.body).find_all(nodes.Slice)


RULES = (
    *(calls_of_methods, calls_of_functions, filters, attributes, formats),
    *(expressions_with_flags, chained_comparisons, loops_that_change_their_filter),
    *(slices_beyond_the_beginning, slices_in_call_blocks),
)
BREAK = {
    calls_of_methods: [
        'modules.re.fullmatch("a", x)',
        'modules.re.match("a", x)',
        "x.encode()",
        "x.decode()",
        "x.hex()",
        "x.fromhex()",
        "x.bit_length()",
        "x.reverse()",
        "exceptions.raise_dependency_error(x)",
        'x.isoformat(" ")',
        'x.pop("key")',
        'model.pop("key")',
        "model.update(x)",
        "context.update(x)",
    ],
    calls_of_functions: ["tojson(x)"],
    filters: [
        "x | tojson",
        'x | sum(attribute="a")',
        "x | sum(start=[0])",
        "x | sum(start=x)",
        "x | max(case_sensitive=true)",
        'x | min(attribute="a")',
        "x | int(5)",
        "x | int(default=5)",
        "x | float(5)",
        'x | sort(attribute="a,b")',
    ],
    attributes: ["adapter.config.threads", "modules.datetime.datetime.min"],
    formats: ['"%c" % x', '"%02x" | format(x)'],
    expressions_with_flags: [r'"(?s)a.b"', r'"(?im)a"', r'"a\\Z"'],
    chained_comparisons: ["1 < x < 3", "x in y == true"],
    loops_that_change_their_filter: [
        "% for x in y if x > n.last %}{% set n.last = x %}{% endfor %",
        "% for x in y if x not in z %}{% do z.append(x) %}{% endfor %",
        "% for x in y if z[0].a %}{% if x %}{% do z[0].update(x) %}{% endif %}"
        "{% endfor %",
    ],
    slices_beyond_the_beginning: ["x[-5:]", "x[:-2]"],
    slices_in_call_blocks: ["% call f() %}{{ x[:1] }}{% endcall %"],
}
KEEP = [
    'modules.re.search("(?s:a.b)", x)',
    "x.isoformat()",
    "x.pop()",
    "x | sum",
    "x | sum(start=[])",
    'x | map(attribute="a") | sum',
    "x | max",
    "x | int",
    "x | int(base=16)",
    'x | sort(attribute="a", case_sensitive=true)',
    "config.update",
    '"%06d %s" % x ~ "%c"',
    "1 < x and x < 3",
    "x[-1:] + x[:-1] + x[1:3]",
    "% call f(x[:1]) %}{{ x[1] }}{% endcall %",
    "% for x in y if x > first %}{% set n.last = x %}{% endfor %",
    "% for x in y if x.a %}{% do x.update({}) %}{% do z.append(x) %}{% endfor %",
]


def parsed(snippet):
    return ENVIRONMENT.parse(
        f"{{{snippet}}}" if snippet[0] == "%" else f"{{{{{snippet}}}}}"
    )


@pytest.fixture(params=RULES, ids=lambda rule: rule.__name__)
def rule(request):
    return request.param


def test_what_the_engines_do_differently_is_wrapped(rule):
    found = [(name, each.lineno) for name in TREES for each in rule(TREES[name])]
    assert found == []


def test_each_rule_finds_what_breaks_it(rule):
    assert [one for one in BREAK[rule] if not [*rule(parsed(one))]] == []
    assert [one for one in KEEP if [*rule(parsed(one))]] == []
