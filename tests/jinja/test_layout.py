"""The columns of a batch, beside those of the batches that are there."""

import pytest

from support.macros import Macros

TYPES = {"id": "int", "month": "string", "amount": "double"}
OPTIONS = {
    "partition_by": ["Month"],
    "file_format": "parquet",
    "on_schema_change": "append_new_columns",
    "publish": "view",
    "keeps_posted_batch_id": False,
    "private": [],
}
STATE = {
    "chain": [1],
    "types": TYPES,
    "columns": list(TYPES),
    "partition_by": [["month", "string"]],
    "file_format": "parquet",
}


OWN = {"posted_batch_id": "bigint", "batch_id": "bigint"}
TABLE = [*(TYPES | OWN).items(), ("# Partition", ""), ("month", ""), ("batch_id", "")]


def macros(described, full_refresh=False):
    """Of a model whose SQL has these columns: {column: type}."""
    made = Macros(full_refresh=full_refresh)
    made.context["run_query"] = lambda query: (
        TABLE if "describe table" in query else list(described.items())
    )
    return made


def arguments(made, state=STATE, options=OPTIONS):
    return "_layout_of_batch", made.relation, {"exists": True}, state, options, "select"


def layout(described, state=STATE, **run):
    made = macros(described, **run)
    return made.call(*arguments(made, state))


def test_a_batch_like_those_before():
    assert layout(TYPES) == {
        "columns": ["id", "month", "amount"],
        "types": TYPES,
        "selected": ["`id`", "`month`", "`amount`"],
        "added": [],
        "partition_by": [["month", "string"]],
        "table_types": TYPES,
        "starts_over": False,
    }


def test_columns_are_spelled_as_in_the_table():
    assert layout({"ID": "int", "Month": "string", "amount": "double"}) == layout(TYPES)


def test_a_column_may_begin_like_a_heading():
    types = {"id": "int", "# of": "int", "# col_name": "int", "month": "string"}
    table = [*(types | OWN).items(), ("# Partition Information", "")]
    table += [("# col_name", "data_type"), ("month", "string"), ("batch_id", "bigint")]
    made = macros({})
    made.context["run_query"] = lambda query: table
    for kind in ("table", "query"):
        assert made.call("describe", kind, "x") == {
            "columns": [list(column) for column in (types | OWN).items()],
            "partition_by": ["month", "batch_id"],
            "with_default": [],
        }


def test_columns_with_a_default_are_told_apart_from_partitions():
    defaults = [("", ""), ("# Column Default Values", ""), ("amount", "0.0D")]
    made = macros({})
    made.context["run_query"] = lambda query: [*TABLE, *defaults]
    described = made.call("describe", "table", "x")
    assert described["partition_by"] == ["month", "batch_id"]
    assert described["with_default"] == ["amount"]


def test_new_and_missing_columns_are_appended_and_filled():
    made = layout({"id": "int", "month": "string", "note": "string"})
    assert made["columns"] == ["id", "month", "amount", "note"]
    filled = "cast(null as double) as `amount`"
    assert made["selected"] == ["`id`", "`month`", "`note`", filled]
    assert made["added"] == ["note"]
    assert made["table_types"] == TYPES | {"note": "string"}


def test_a_full_refresh_leaves_columns_out():
    described = {"note": "string", "month": "string"}
    made = layout(described, full_refresh=True)
    assert made["columns"] == ["note", "month"]
    assert made["selected"] == ["`note`", "`month`"]
    assert made["added"] == ["note"]


@pytest.mark.parametrize("described", [{"id": "int", "month": "string"}, TYPES])
def test_a_table_that_nobody_saw_is_made_again_if_it_differs(described):
    """It may be what a first run left that died, with other columns."""
    made = layout(described, state=STATE | {"chain": []})
    assert made["starts_over"] == (described != TYPES)
    assert made["types"] == described


REFUSED = {
    "its columns changed (new: note; missing: amount)": (
        {"id": "int", "month": "string", "note": "string"},
        {"on_schema_change": "fail"},
    ),
    "column id was int and is now string: cast it to what it was": (
        TYPES | {"id": "string"},
        {},
    ),
    "its batches are partitioned by month string; to change that, give the": (
        TYPES,
        {"partition_by": ["id"]},
    ),
    "its batches are parquet; to change that, give the model": (
        TYPES,
        {"file_format": "orc"},
    ),
    "the model selects two columns of one name, in id, ID, month": (
        {"id": "int", "ID": "int", "month": "string"},
        {},
    ),
    "the columns batch_id and posted_batch_id are daybook's own": (
        TYPES | {"batch_id": "bigint"},
        {},
    ),
    "invalid value true for keeps_posted_batch_id: select posted_batch_id too": (
        TYPES,
        {"keeps_posted_batch_id": True},
    ),
    "column note is NULL without a type (array<void>): cast it": (
        TYPES | {"note": "array<void>"},
        {},
    ),
    'invalid value "day" for partition_by: the model selects only id, month, amount': (
        TYPES,
        {"partition_by": ["day"]},
    ),
    "invalid value ['month', 'Month'] for partition_by: name each column once": (
        TYPES,
        {"partition_by": ["month", "Month"]},
    ),
    "its type double can't name a directory; cast it to a string": (
        TYPES,
        {"partition_by": ["amount"]},
    ),
    "its type timestamp can't name a directory; cast it to a date or a string": (
        TYPES | {"at": "timestamp"},
        {"partition_by": ["at"]},
    ),
    "Hive's metastore can't be asked for a partition column of that name": (
        TYPES | {"in": "int"},
        {"partition_by": ["in"]},
    ),
    "column at has the type timestamp_ntz, which Hive does not have: cast it": (
        TYPES | {"at": "timestamp_ntz"},
        {"publish": "partitions"},
    ),
    "Hive has no column with , ; or : in its name: alias a;b": (
        TYPES | {"a;b": "int"},
        {"publish": "partitions"},
    ),
    'invalid value "2015-1-1" for private: day has the type date: write its values': (
        TYPES | {"day": "date"},
        {"partition_by": ["day"], "private": ["2015-01-01", "2015-1-1"]},
    ),
    'invalid value "+2015-01-31" for private: day has the type date: write': (
        {"day": "date"},
        {"partition_by": ["day"], "private": ["+10000-01-31", "+2015-01-31"]},
    ),
    'invalid value "True" for private: it has the type boolean: write its values': (
        TYPES | {"it": "boolean"},
        {"partition_by": ["it"], "private": ["true", "True"]},
    ),
    'invalid value "007" for private: id has the type int: write its values as 7': (
        TYPES,
        {"partition_by": ["id"], "private": ["0", "-7", "007"]},
    ),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_a_batch_cannot_have_is_refused(sentence):
    described, options = REFUSED[sentence]
    made = macros(described)
    assert sentence in made.refusal(*arguments(made, options=OPTIONS | options))


@pytest.mark.parametrize("length", [256, 257])
def test_a_description_that_hive_cannot_hold_is_refused(length):
    """Of a table of partitions: Spark keeps those of its own tables elsewhere."""
    made = macros(TYPES)
    made.context["config"]["persist_docs"] = {"columns": True}
    columns = {"ID": {"description": "x" * length}, "month": {"description": "x" * 999}}
    made.context["model"]["columns"] = columns
    options = OPTIONS | {"publish": "partitions"}
    said = made.refusal(*arguments(made, STATE | {"chain": []}, options))
    if length > 256:
        assert "the description of id has 257 characters, and Hive's" in said
    else:
        assert said is None


OF = "in their partition columns (day, word)"
PROBLEMS = {
    '[null, "a"]': f"3 rows have NULL or empty text {OF}, where no reader",
    '["2015", "it\'s \\"a\\""]': f"3 rows have the text it's \"a\" {OF}: Hive's",
    '["2015", "a\\\\"]': "or with \\ at its end. Replace these characters",
    '["2015", "a "]': f'3 rows have the text "a " {OF}: with publish=',
}


@pytest.mark.parametrize("partition", PROBLEMS)
def test_partitions_that_no_reader_would_find(partition):
    names = [["day", "string"], ["word", "string"]]
    made = Macros()
    problem = made.call(
        "_files_problem",
        made.relation,
        [['["2015", "x"]', 1], [partition, 3]],
        names,
        "partitions",
    )
    assert PROBLEMS[partition] in problem
    assert "\n" not in problem


def test_partitions_that_can_be_named_are_no_problem():
    names = [["day", "string"], ["word", "string"]]
    good = [['["2015", "it\'s"]', 1], ['["2015", "a "]', 2]]
    made = Macros()
    assert made.call("_files_problem", made.relation, good, names, "view") is None
