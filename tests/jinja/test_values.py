"""Values, names and partitions as SQL has them."""

import pytest

from support.macros import Macros


@pytest.fixture(scope="module")
def macros():
    return Macros()


@pytest.mark.parametrize(
    ("macro", "arguments", "sql"),
    [
        ("quoted_text", ["it's \\ ${spark.x}"], r"'it\'s \\ \u0024{spark.x}'"),
        ("quoted_text", [7], "'7'"),
        ("quoted_text", [["a", "b"]], "'a', 'b'"),
        ("quoted_text", ["a"], "'a'"),
        ("quoted_column", ["odd `name`"], "`odd ``name```"),
        ("typed_literal", ["bigint", "5"], "5"),
        ("typed_literal", ["date", "2015-06-01"], "date'2015-06-01'"),
        ("typed_literal", ["string", "it's"], r"'it\'s'"),
        ("_partition_key", [[["d", "date"]]], "array(cast(`d` as string))"),
        ("_partition_key", [[]], "array()"),
    ],
)
def test_sql_of(macros, macro, arguments, sql):
    assert macros.call(macro, *arguments) == sql


@pytest.mark.parametrize(
    ("macro", "arguments", "sentence"),
    [
        ("quoted_column", ["a${b}"], "Spark would put a variable in place of ${...}"),
        ("typed_literal", ["int", "1; drop table t"], "it is no value of the type int"),
    ],
)
def test_what_cannot_be_written_is_refused(macros, macro, arguments, sentence):
    assert sentence in macros.refusal(macro, *arguments)


def test_a_schema_for_all_batches_has_a_plain_name():
    macros = Macros(vars={"daybook_schema": "a; drop"})
    said = macros.refusal("batches_table", macros.relation)
    assert "name a schema in letters, digits and underscores" in said


def test_a_column_of_what_is_read_may_be_named_in_any_case_and_in_backticks(macros):
    columns = [["Kunde Nr", "int"], ["batch_id", "bigint"]]
    check = [macros.relation, {"key": ["kunde nr", "`Kunde Nr`"], "by": None}, "it"]
    assert macros.refusal("check_columns", *check, columns) is None
    check[1]["by"] = "Kunde+1"
    assert macros.refusal("check_columns", *check, columns).endswith(
        'invalid value "Kunde+1" for by: there is no such column in it (columns:'
        " Kunde Nr). Select the expression there as a column first"
    )
