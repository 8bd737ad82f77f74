"""Aggregates without Spark: arguments, measures, marks, and the SQL of a first run."""

import re
from datetime import datetime
from types import SimpleNamespace

import pytest
from dbt_common.exceptions import DbtRuntimeError

from support.macros import Macros

SUMS = {"amount": "sum(amount)", "sales": "count(*)"}
COLUMNS = {
    "sales": [
        ["sold_at", "timestamp_ntz"], ["sold_on", "date"], ["n", "int"],
        ["price", "decimal(9,2)"], ["product", "string"], ["amount", "int"],
        ["batch_id", "bigint"], ["word", "string collate UTF8_LCASE"],
    ],
    "products": [["id", "string"], ["number", "int"], ["kind", "string"]],
    # Of any other query: that of a segment.
    None: [
        ["product", "string"], ["amount", "bigint"], ["sales", "bigint"],
        ["daybook_rows", "bigint"], ["daybook_segment", "int"],
    ],
}  # fmt: skip


class Aggregates(Macros):
    """Of sales, joined with products; COLUMNS is what Spark says of both."""

    def __init__(self, config=("batched", "model"), **figures):
        super().__init__({"materialized": config[0]})
        self.context["model"]["resource_type"] = config[1]
        self.fact = self.other("sales")
        self.figures = {"last": "2015-03-09 10:00:00", "rows": 9, "unset": 0} | figures
        self.context["graph"] = {}
        self.context["daybook"] |= {
            "describe": self.described,
            "is_built": lambda _: True,
            "_log_of": lambda relation: self.call("_no_log", relation),
            "json_rows": self.json_rows,
        }

    def other(self, name, **more):
        return self.relation.incorporate(path={"identifier": name}, **more)

    def described(self, _, source):
        name = source.removeprefix("select * from shop.")
        return {"columns": COLUMNS.get(name, COLUMNS[None])}

    def json_rows(self, query, once=False):
        """Two rows of one product; and the last of all sales."""
        return [[1]] if "having" in query else [self.figures]

    def given(self, **arguments):
        named = {"fact": self.fact, "dimensions": ["product"], "measures": SUMS}
        return named | {"posted": self.relation} | arguments

    def run(self, **arguments):
        """The plan of a run, with the SQL of its rows."""
        plan = self.plan = {"inputs": [], "logs": {}}
        text = self.call("incremental_aggregate", **self.given(**arguments))
        return plan | {"sql": sql(text)}

    def refusal_of_run(self, **arguments):
        with pytest.raises(DbtRuntimeError) as refused:
            self.run(**arguments)
        return str(refused.value.msg)


AT, N = {"indicator": "sold_at"}, {"indicator": "n"}


def by(strategy, **more):
    return {"layout": {"partition_strategy": strategy} | more}


BY_DAY = by("user", partition_key="day")


def joined(key="id", columns=("kind",), of="product", name="products", **more):
    """A join of the fact's products with the products."""
    relation = Aggregates().other(name, **more)
    return {"joins": [{"relation": relation, "key": {of: key}, "columns": columns}]}


WRONG = (
    ({"fact": "sales"}, "name a relation, by ref() or source()"),
    ({"fact": joined(type="cte")["joins"][0]["relation"]}, "make it a view or a table"),
    ({"posted": None}, "use posted=this"),
    ({"measures": {}}, "use a mapping, such as {'amount': 'sum(amount)'}"),
    (by("user", key="a"), "for layout: its keys can be max_segments, partition_str"),
    ({"layout": "user"}, '"user" for layout: use a mapping: its keys can be max_segm'),
    ({"policies": {"late": "repair"}}, "its keys can be null_indicators, late_rows, "),
    ({"policies": "repair"}, "for policies: use a mapping: its keys can be null_indi"),
    ({"indicator": {"columns": "n"}}, "for indicator: its keys can be column, grace_"),
    ({"indicator": ["n"]}, "for indicator.column: name one column"),
    ({"layout": {"levels": ["month"]}}, "use a mapping, such as {'month': "),
    ({"layout": {"max_segments": 0}}, "use a whole number from 1 on"),
    ({"policies": {"late_rows": "keep"}}, "use report or refuse or repair"),
    *[
        ({"measures": {"m": text}}, "segments can be merged of sum(x)")
        for text in (
            "median(a)", "sum(a) / sum(b)", "sum(a, b)", "sum(*)", "sum()",
            "sum(distinct a)", "count(distinct a, b)", 7,
            "sum(a + length('(')) / sum(b + length(')'))",
        )
    ],
    # Names.
    ({"dimensions": ["daybook_rows"]}, "the prefix daybook_ is reserved"),
    ({"dimensions": [{"a${b}": "1"}]}, "rename the column"),
    *[
        (AT | arguments, f"would publish two columns called {name}")
        for arguments, name in (
            ({"measures": {"product": "sum(amount)"}}, "product"),
            ({"dimensions": ["n", "N"]}, "N"),
            ({"measures": {"m": "avg(n)", "m_sum": "sum(n)"}}, "m_sum"),
            ({"dimensions": ["batch_id"]}, "batch_id"),
        )
    ],
    (AT | {"dimensions": ["store"]}, "no such column in shop.sales (columns: "),
    # Indicators.
    ({}, "has no batches: materialize it as batched and run it first, or name"),
    ({"indicator": "sold"}, "no such column in shop.sales (columns: sold_at"),
    ({"indicator": "price"}, "it is a decimal(9,2), and values grow in a bigint, int"),
    ({"indicator": "product"}, "it is a string, and values grow in a bigint, int"),
    ({"indicator": {"grace_period": "1d"}}, "by posted_batch_id nothing is ever late"),
    *[
        (
            {"indicator": {"column": column, "grace_period": given}},
            "use a whole number from 0 on, of",
        )
        for column, given in (
            ("sold_at", "1y"), ("sold_at", -1), ("sold_at", 1.5), ("sold_at", True),
            ("sold_on", "100s"), ("n", "1d"),
        )
    ],
    # Partitions.
    (by("hash"), "use user or indicator or distribution"),
    ({"layout": {"partition_key": "a"}}, "it needs layout.partition_strategy='user'"),
    (AT | BY_DAY, "which has sold_at_year, sold_at_quarter, sold_at_month, sold_at_da"),
    (AT | by("user", partition_key=["day"]), "for layout.partition_key: use a text"),
    (N | BY_DAY, "the indicator, which has none: name one of them, or give layout.lev"),
    (AT | by("indicator"), "each time would be a partition: use segments"),
    (by("indicator"), "each batch would be a partition: use segments"),
    (N | by("distribution"), "the indicator n has no levels: give layout.levels"),
    (
        AT | BY_DAY | {"policies": {"null_indicators": "include"}},
        "without layout.partition_strategy, or 'leave_out'",
    ),
    # Joins.
    ({"joins": [{"key": "a"}]}, "missing the required argument joins.relation"),
    (joined(type="cte"), "it is ephemeral: make it a view or a table"),
    (AT | joined(), "has 1 keys (`id`) with several rows"),
    (AT | joined(key="number"), "of type string in shop.sales, and number of type int"),
    (AT | joined(of="word"), "UTF8_LCASE, of which different texts are equal, so what"),
    (AT | joined(key="key_of"), "no such column in shop.products (columns: id"),
    (AT | joined(of="store"), "no such column in shop.sales (columns: sold_at"),
    (AT | joined(columns={"amount": "kind"}), "a column of that name: give it one of"),
)  # fmt: skip


DEFAULTS = {
    "grace_period": 0,
    "max_segments": 30,
    "partition_strategy": None,
    "partition_key": None,
    "levels": {},
    "target_rows": 1000000,
    "null_indicators": "refuse",
    "late_rows": "report",
    "changed_dimensions": "rebuild",
}


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_an_argument_that_cannot_be_used_is_refused(arguments, sentence):
    assert sentence in Aggregates().refusal_of_run(**arguments)


def test_what_is_not_given_has_a_default():
    macros = Aggregates()
    found = macros.call("_checked_aggregate", macros.given())
    assert found["indicator"]["name"] == "posted_batch_id"
    assert {name: found[name] for name in DEFAULTS} == DEFAULTS
    # A key that is given leaves the others as they are.
    found = macros.call(
        "_checked_aggregate",
        macros.given(indicator={"column": "n"}, layout={"target_rows": 5}),
    )
    assert {name: found[name] for name in DEFAULTS} == DEFAULTS | {"target_rows": 5}


def test_an_indicator_alone_is_one_without_a_grace_period():
    plans = [
        Aggregates().run(indicator=indicator)
        for indicator in ("sold_at", {"column": "sold_at"})
    ]
    assert plans[0] == plans[1]


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({"unset": 2}, "2 of 11 rows of shop.sales have no sold_at. Nothing was"),
        ({"last": "+12015-01-01"}, "value is +12015-01-01, and years have four digits"),
    ],
)  # fmt: skip
def test_a_fact_whose_rows_have_no_place_is_refused(figures, sentence):
    assert sentence in Aggregates(**figures).refusal_of_run(**AT)


def test_texts_with_a_collation_are_not_counted():
    macros = Aggregates()

    def described(kind, source):
        if "(word) as `words`" not in source:
            return macros.described(kind, source)
        return {"columns": [["words", "string collate UTF8_LCASE"]]}

    macros.context["daybook"]["describe"] = described
    measures = {"words": "count(distinct word)"}
    refusal = macros.refusal_of_run(**AT, measures=measures)
    assert 'invalid value "words" for measures: it counts values of the type' in refusal
    assert "UTF8_LCASE, of which different texts are equal: count lower(" in refusal


def test_an_aggregate_is_a_batched_model():
    refusal = Aggregates(("table", "model")).refusal_of_run(**AT)
    assert 'invalid value "table" for materialized: use batched' in refusal


@pytest.mark.parametrize(
    ("text", "function", "argument"),
    [
        (" SUM( amount ) ", "sum", "amount"),
        ("mean(x)", "avg", "x"),
        ("count(*)", "count", "*"),
        ("count(distinct buyer)", "count distinct", "buyer"),
        ("count(distinct_id)", "count", "distinct_id"),
        ("approx_count_distinct(distinct buyer)", "count distinct", "buyer"),
        (
            "sum(case when k = '),(' then 1 end)",
            "sum",
            "case when k = '),(' then 1 end",
        ),
        ("max(greatest(a, `b)`))", "max", "greatest(a, `b)`)"),
    ],
)
def test_a_measure_is_one_call(text, function, argument):
    (measure,) = Aggregates().call("_measure_list", {"m": text})
    assert (measure["function"], measure["argument"]) == (function, argument)


NTZ, DATE = ("timestamp_ntz", "time"), ("date", "date")
INT, UTC = ("int", "number"), ("timestamp", "time")


@pytest.mark.parametrize(
    ("of", "last", "grace", "before", "open_from"),
    [
        (INT, "86500", 86400, None, "100"),
        (INT, "5", 3, "7", "7"),
        (INT, "-5", 3, "-9", "-8"),
        (INT, f"9{'0' * 30}", 1, None, f"8{'9' * 30}"),
        (UTC, "5000000", 3, None, "2000000"),
        # Nothing of the type is before it, and a literal would be none.
        (UTC, "5000000", 10**13, None, f"-{2**63}"),
        (("int", "number"), "5", 2**32, None, f"-{2**31}"),
        (("tinyint", "number"), "5", 200, None, "-128"),
        (("decimal(3,0)", "number"), "5", 2000, None, "-999"),
        (DATE, "2015-03-09", 7, None, "2015-03-02"),
        (DATE, "2015-03-09", 7, "2015-03-04", "2015-03-04"),
        (DATE, "0002-01-01", 999999, None, "0001-01-01"),
        (NTZ, "2015-03-29 02:01:40", 100, None, "2015-03-29 02:00:00.000000"),
        (NTZ, "2015-03-29 02:01:40.5", 100, None, "2015-03-29 02:00:00.500000"),
        (NTZ, "0987-03-01 00:00:00.000001", 1, None, "0987-02-28 23:59:59.000001"),
        (NTZ, "2015-03-01 00:00:00.000000", 10**12, None, "0001-01-01 00:00:00.000000"),
        (NTZ, None, 5, None, None),
        (DATE, None, 5, "2015-03-09", "2015-03-09"),
    ],
)
def test_rows_are_open_from_the_last_less_the_grace_period(
    of, last, grace, before, open_from
):
    indicator = {"name": "at", "type": of[0], "kind": of[1]}
    found = Aggregates().call("_open_from", indicator, last, grace, before)
    assert found == open_from


@pytest.mark.parametrize(
    ("kind", "given", "grace"),
    [
        ("number", 5, 5), ("number", "5", 5), ("date", "1w", 7), ("date", 7, 7),
        ("date", "48 h", 2), ("time", "90m", 5400), ("time", "1d", 86400),
        ("time", 0, 0),
    ],
)  # fmt: skip
def test_a_grace_period_is_in_the_indicators_unit(kind, given, grace):
    assert (
        Aggregates().call("_grace_in_units", {"name": "at", "kind": kind}, given)
        == grace
    )


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        ("tinyint", "number"), ("bigint", "number"), ("decimal(38,0)", "number"),
        ("date", "date"), ("timestamp", "time"), ("timestamp_ntz", "time"),
    ],
)  # fmt: skip
def test_an_indicator_has_a_type_whose_values_grow(type, kind):
    macros = Aggregates()
    given = macros.fact, {"name": "AT"}, [["at", type]]
    found = macros.call("_described_indicator", *given)
    assert found == {"name": "AT", "type": type, "kind": kind}


def sql(text):
    """In one line, with blanks between words alone."""
    return re.sub(r" ?([(),]) ?", r"\1", " ".join(text.split()))


def test_what_is_rendered_before_a_run_is_what_readers_see_of_a_first_run():
    macros = Aggregates()
    arguments = macros.given(
        indicator="sold_at",
        measures={"mean": "avg(amount)", "buyers": "count(distinct b)"},
    )  # fmt: skip
    text = macros.call("incremental_aggregate", **arguments)
    assert sql(text) == sql(
        """
        select `product`, try_divide(`mean_sum`, `mean_count`) as `mean`,
            ifnull(hll_sketch_estimate(`buyers_sketch`), 0) as `buyers`,
            1 as posted_batch_id, 1 as batch_id
        from (
            select
                `product` as `product`,
                sum(amount) as `mean_sum`,
                count(amount) as `mean_count`,
                hll_sketch_agg(case when (b) is null then null
                    when typeof(b) like '%<%' then xxhash64(b, replace(to_json(
                        struct(b),
                        map('ignoreNullFields', 'false', 'timeZone', 'UTC')
                    ), '-0.0', '0.0'))
                    else xxhash64(b) end) as `buyers_sketch`,
                count(*) as daybook_rows, 0 as daybook_segment
            from shop.sales
            group by `product`
        )
        """
    )


@pytest.mark.parametrize(
    ("layout", "shown"),
    [
        ({}, ["mean", "buyers"]),
        ({"show_parts": False}, ["mean", "buyers"]),
        (
            {"show_parts": True},
            ["mean", "mean_sum", "mean_count", "buyers", "buyers_sketch"],
        ),
    ],
)
def test_readers_see_parts_if_layout_says_so(layout, shown):
    measures = {"mean": "avg(amount)", "buyers": "count(distinct amount)"}
    plan = Aggregates().run(indicator="n", measures=measures, layout=layout)
    assert [name for name, _ in plan["view"]["shown"]] == shown
    parts = ["mean_sum", "mean_count", "buyers_sketch"]
    assert [name for name, _ in plan["view"]["merged"]] == parts


def test_a_question_has_measures():
    macros = Aggregates()
    given = {"aggregates": [], "dimensions": ["product"], "measures": []}
    refusal = macros.refusal("from_aggregates", macros.fact, **given)
    assert "use a mapping, such as {'amount': 'sum(amount)'}" in refusal


MONTH = "date_format(sold_at, 'yyyy-MM')"
KIND = {"relation": "s.kinds", "key": {"product": "id"}, "columns": {"kind": "kind"}}
KNOWN = [
    {
        "relation": "by_kind",
        "dimensions": {"kind": "`kind`", "product": "`product`"},
        "measures": {"total": ["sum", "amount"], "sales": ["count", "*"]},
        "joins": [["s.kinds", {"product": "id"}, {"kind": "kind"}]],
        "shown": ["total", "sales"],
    },
    {
        "relation": "by_month",
        "dimensions": {"month": MONTH},
        "measures": {"total": ["sum", "amount"], "weight": ["sum", "2 * amount"]},
        "joins": [],
        "shown": ["total", "weight"],
    },
]


@pytest.mark.parametrize(
    ("dimensions", "measure", "joins", "answering"),
    [
        ([["m", MONTH]], ["sum", "amount"], [], "by_month"),
        ([["m", MONTH.upper()]], ["sum", "amount"], [], None),
        ([], ["sum", "amount"], [], "by_kind"),
        ([], ["count", "*"], [], "by_kind"),
        ([], ["sum", "2 * amount"], [], "by_month"),
        ([], ["min", "amount"], [], None),
        ([["product", "`product`"]], ["sum", "amount"], [], "by_kind"),
        # Only the join says which kind it is.
        ([["kind", "`kind`"]], ["sum", "amount"], [], None),
        ([["kind", "`kind`"]], ["sum", "amount"], [KIND], "by_kind"),
        ([["m", MONTH]], ["sum", "amount"], [KIND], None),
    ],
)
def test_an_aggregate_answers_what_it_has_by_the_same_sql(
    dimensions, measure, joins, answering
):
    macros = Aggregates()
    relation = macros.relation.incorporate(path={"schema": "s", "identifier": "kinds"})
    question = {
        "dimensions": dimensions,
        "measures": [{"function": measure[0], "argument": measure[1]}],
        "joins": [join | {"relation": relation} for join in joins],
        "names": ["product", "amount", "sold_at"] + ["kind"] * len(joins),
    }
    found = macros.call("_answering_aggregate", question, KNOWN)
    assert (found and found["relation"]) == answering


@pytest.mark.parametrize(
    ("materialized", "second_shows", "source"),
    [
        ("table", False, "(batches)"),
        ("batched", True, "(batches)"),
        ("view", True, "second"),
        ("ephemeral", True, "second"),
        ("view", False, None),
    ],
)
def test_parts_that_are_not_shown_are_read_where_rows_are_kept(
    materialized, second_shows, source
):
    macros = Aggregates((materialized, "model"))
    known = {
        "dimensions": {},
        "measures": {"mean": ["avg", "amount"]},
        "joins": [],
        "batches": "(batches)",
    }
    parts = ["mean", "mean_sum", "mean_count"]
    aggregates = [
        known | {"relation": "first", "shown": parts[:1]},
        known | {"relation": "second", "shown": parts if second_shows else parts[:1]},
    ]
    question = {
        "dimensions": [],
        "measures": [{"function": "avg", "argument": "amount"}],
        "joins": [],
        "names": ["amount"],
    }
    if source:
        found = macros.call("_answering_aggregate", question, aggregates)
        assert found["source"] == source
    else:
        said = macros.refusal("_answering_aggregate", question, aggregates)
        assert "it is a view, and first has the answer, but does not show" in said
        assert 'mean_sum, mean_count: set layout={"show_parts": true} there' in said


@pytest.mark.parametrize(
    ("level", "is_exact"),
    [
        ("date_format(sold_at, 'yyyy-MM')", True),
        ("fiscal_year", False),
        ("concat(year(sold_at), PRODUCT)", False),
        ("`Fiscal Year`", False),
    ],
)
def test_a_level_of_the_indicator_alone_tells_where_it_begins(level, is_exact):
    run = {
        "names": ["sold_at", "product", "fiscal_year", "Fiscal Year"],
        "indicator": {"name": "sold_at"},
        "partition": ["level", level],
    }
    text = Aggregates().call("_open_begin", run, "date'2015-03-01'")
    assert ("least(" in text) == is_exact


def published(*segments):
    """What a run finds of closed segments, all of batch 7."""
    pointer = {f'["{number}"]': [7] for number in (0, *(n for n, _ in segments))}
    state = {
        "pointer": pointer,
        "files": pointer,
        "partition_by": [["daybook_segment", "int"]],
        "ids": [6, 7],
        "dead": [],
        "view": None,
    }
    remembered = {"segments": [*map(list, segments)], "open_from": segments[-1][1]}
    remembered["counted"] = 10
    so_far = {"state": state, "continues": True, "remembered": remembered}
    return so_far | {"built_with": {"fact": "shop.sales"}}


OPEN_OF_7 = "(`daybook_segment` = 0 and batch_id = 7 or isnan(batch_id))"
CLOSED_OF_7 = "(`daybook_segment` between 1 and 2 and batch_id = 7 or isnan(batch_id))"


@pytest.mark.parametrize(
    ("before", "last", "read", "after", "replaced", "counted"),
    [
        # What has left the grace period is closed; a fact without rows closes nothing.
        ([], "10", "where(`n` <= cast('10' as int))", [[1, "7"]], [], (0, None)),
        ([], None, "where false", [], [], (0, None)),
        # The open segment is replaced, and no other.
        (
            [(1, "7")], "14",
            "where(`n` >= cast('7' as int)and `n` <= cast('14' as int))",
            [[1, "7"], [2, "11"]], ["0"], (10, OPEN_OF_7),
        ),
        # There are max_segments: all become one.
        (
            [(1, "7"), (2, "11")], "18",
            "where(`n` >= cast('11' as int)and `n` <= cast('18' as int))",
            [[3, "15"]], ["0", "1", "2"], (0, None),
        ),
    ],
)  # fmt: skip
def test_a_run_closes_a_segment_and_replaces_what_was_open(
    before, last, read, after, replaced, counted
):
    macros = Aggregates(last=last)
    if before:
        macros.context["daybook"]["published_so_far"] = lambda _: published(*before)
    plan = macros.run(
        indicator={"column": "n", "grace_period": 3}, layout={"max_segments": 2}
    )
    assert f"daybook_number){read})" in plan["sql"]
    assert plan["remembers"]["segments"] == after
    assert plan["replaces"] == {"partitions": [f'["{number}"]' for number in replaced]}
    assert (plan["counts"]["before"], plan["counts"]["replaced"]) == counted
    merges = len(before) == 2
    assert (f"from shop.orders__batches where{CLOSED_OF_7}" in plan["sql"]) == merges


@pytest.mark.parametrize("shows_others", [False, True])
def test_where_other_columns_are_shown_the_next_run_writes_the_view(shows_others):
    """Also if nothing is new, and if a former release showed all parts."""
    macros = Aggregates(last="14")
    so_far = published((1, "7"))
    macros.context["daybook"]["published_so_far"] = lambda _: so_far
    measures = {"mean": "avg(amount)"}
    before = macros.run(indicator="n", measures=measures, layout={"show_parts": True})
    so_far["state"]["view"] = before["view"]
    layout = {"show_parts": not shows_others}
    plan = macros.run(indicator="n", measures=measures, layout=layout)
    assert plan["extends"] == plan["learns"] == shows_others


def test_rows_that_another_macro_has_published_are_not_continued():
    macros = Aggregates()
    so_far = published((1, "7")) | {"built_with": {}}
    macros.context["daybook"]["published_so_far"] = lambda _: so_far
    refusal = macros.refusal_of_run(indicator="n")
    assert "its published rows were not made by incremental_aggregate" in refusal


def test_a_batch_counts_what_it_writes_and_what_it_replaces():
    macros, asked = Aggregates(), []

    def count_by(table, partition_by, condition, numbers):
        asked.append((condition, numbers))
        # A dead run that the log knows nothing of has written batch 9.
        stray = ['["2", "9"]', 6, 6]
        own = [['["0", "8"]', 1, 3], ['["2", "8"]', 2, 4]]
        return [['["0", "7"]', 2, 5], *own, stray]

    macros.context["daybook"]["_count_by"] = count_by
    layout = {"partition_by": [["daybook_segment", "int"]]}
    counts = {"of": "sum(n)", "before": 10, "replaced": "daybook_segment = 0"}
    state, event = {"ids": [5, 7]}, {"batch_id": 8}
    counted = macros.call(
        "_counted_batch", macros.relation, state, layout, event, counts
    )
    assert counted == {
        "partitions": [['["0"]', 1], ['["2"]', 2]],
        "others": [[2, 5]],
        "strays": [9],
        "counted": 10 - 5 + 3 + 4,
    }
    condition = "(batch_id > 7 or daybook_segment = 0 or isnan(batch_id))"
    assert asked == [(condition, ["count(*)", "sum(n)"])]


def test_a_level_with_or_is_compared_as_a_whole():
    run = {
        "state": {"types": {"is_big": "boolean"}},
        "partition": ["is_big", "amount > 10 or is_paid"],
    }
    condition = Aggregates().call("_level_in", run, ["false", None])
    whole = "(amount > 10 or is_paid)"
    value = "cast('false' as boolean)"
    assert condition == f"({whole} in ({value}) or {whole} is null)"


def test_a_column_of_a_join_is_no_level_of_the_indicator():
    aggregate = {
        "levels": {},
        "indicator": {"name": "day", "kind": "date", "type": "date"},
        "names": ["day", "day_month"],
        "dimensions": [["day_month", "`day_month`"], ["day_year", "`day_year`"]],
    }
    levels = Aggregates().call("_levels_of_indicator", aggregate)
    assert levels["day_month"] == "`day_month`"
    assert levels["day_year"] == "year(`day`)"


@pytest.mark.parametrize(
    ("dimensions", "said"),
    [
        (["month"], "it is month(sold_at) in one aggregate and year(sold_at) * 100"),
        (["kind"], None),
        ([{"month": "month(sold_at)"}], None),
    ],
)
def test_a_name_that_aggregates_use_in_two_ways_is_asked_by_its_sql(dimensions, said):
    macros = Aggregates()
    ways = ("month(sold_at)", "year(sold_at) * 100")
    known = [
        {"relation": macros.other(f"by_{n}"), "dimensions": {"month": way, "kind": "x"}}
        for n, way in enumerate(ways)
    ]
    products = {
        "relation": macros.other("products"),
        "key": {"product": "id"},
        "columns": {"kind": "kind"},
    }
    asked = {"dimensions": dimensions, "measures": SUMS, "joins": [products]}
    call = ("_question_about_fact", macros.fact, asked, known)
    refused = macros.refusal(*call)
    assert (said in refused) if said else refused is None
    if dimensions == ["kind"]:
        assert macros.call(*call)["dimensions"] == [["kind", "`kind`"]]


@pytest.mark.parametrize("is_there", [True, False])
def test_texts_with_a_collation_are_counted_by_no_aggregate_and_not_from_the_fact(
    is_there,
):
    """A fact that is not there yet, as in dbt compile, cannot be asked."""
    macros = Aggregates(("table", "model"))
    macros.context["flags"] = SimpleNamespace(WHICH="run")
    columns = [["words", "string collate UTF8_LCASE"]]
    macros.context["daybook"] |= {
        "is_built": lambda _: is_there,
        "describe": lambda *_: {"columns": columns},
    }
    measures = {"words": "count(distinct word)"}
    asked = {"dimensions": ["product"], "measures": measures, "joins": []}
    said = macros.refusal("_question_about_fact", macros.fact, asked, [])
    assert ("different texts are equal" in said) if is_there else said is None


def test_a_year_of_five_digits_is_refused_as_a_timestamp_too():
    """Its marks are microseconds."""
    # In some zones, the first day of the year 10000 in UTC is still one of 9999.
    days = (datetime(9999, 12, 31) - datetime(1970, 1, 1)).days + 2
    year_10000 = days * 86400 * 10**6
    indicator = {"name": "at", "kind": "time", "type": "timestamp"}
    call = ("_open_from", indicator)
    said = Macros().refusal(*call, str(year_10000), 0, None)
    assert "its last value is in the year 10000 or later, and years have four" in said
    last = str(year_10000 - 1)
    assert Macros().call(*call, last, 1, None) == str(year_10000 - 1_000_001)


def test_a_joined_column_does_not_answer_for_one_that_the_fact_has_gained():
    question = {"names": ["kind", "amount"], "joins": []}
    question |= {"dimensions": [["kind", "`kind`"]], "measures": []}
    aggregate = {"dimensions": {"kind": "`kind`"}, "measures": {}, "left_out": 0}
    join = ["shop.products", {"product": "id"}]
    for columns, answers in (({"kind": "kind"}, False), ({"price": "price"}, True)):
        known = [aggregate | {"joins": [[*join, columns]]}]
        found = Macros().call("_answering_aggregate", question, known)
        assert (found is not None) == answers
