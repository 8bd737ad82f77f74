"""Milestones: how they are given, and what a run makes of events and cells."""

import json
from types import SimpleNamespace

import pytest
from dbt.exceptions import DependencyError

from support.macros import Macros

LOG = Macros().call("event_log", "id", "status", "at", recorded_at="came")
GIVEN = {"events": "log", "event_log": LOG, "posted": None}


def rendered(columns=()):
    """Macros of a model under its lock, whose view has these columns, and its log."""
    macros = Macros({"materialized": "batched"})
    state = macros.call("_fields_in", "state") | {
        "columns": [*columns],
        "chain": [{}],
    }
    log = macros.call("_no_log", macros.relation) | {"state": state}
    logs = {macros.call("model_key", macros.relation): log}
    plan = {"pattern": None, "inputs": [], "logs": logs}
    macros.plan = plan
    macros.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=False)
    return macros


@pytest.mark.parametrize("given", [["a", 1], 5, {"a": None}, {"a": 1}])
def test_milestones_are_texts_or_have_names(given):
    macros = Macros()
    said = macros.refusal("milestone_snapshot", milestones=given, **GIVEN)
    assert f"invalid value {given} for milestones: use a list of" in said
    assert "or a mapping, such as {'On Hold': 'on_hold'}" in said


def test_milestones_are_given():
    said = Macros().refusal("milestone_snapshot", **GIVEN)
    assert "milestone_snapshot is missing the required argument milestones" in said


@pytest.mark.parametrize("given", ["Closed", ["Closed"], {"Closed": "closed"}])
def test_a_single_milestone_needs_no_list(given):
    sql = Macros().call("milestone_snapshot", milestones=given, **GIVEN)
    assert "status = 'Closed'" in sql
    assert sql.count("as `closed_date_tk`") == sql.count("_date_tk` is not null") == 1


@pytest.mark.parametrize(
    ("published", "is_new"),
    [("closed_date_tk", False), ("CLOSED_DATE_TK", False), ("opened_date_tk", True)],
)
def test_a_cell_stays_where_its_name_changes_in_case_alone(published, is_new):
    macros = rendered(["id", published])
    cells = macros.call("_milestone_columns", {"Closed": "Closed"})["cells"]
    args = {"item": "id", "dimensions": [], "late": "keep"}
    sql = macros.call("_merged_milestones", macros.relation, cells, args)
    sql = " ".join(sql.split())
    assert "coalesce(carried.`Closed_date_tk`, touched.`Closed_date_tk`)" in sql
    assert ("cast(null as int) as `Closed_date_tk`" in sql) == is_new


def test_events_that_cannot_be_placed_are_refused_by_one_query():
    macros, asked = rendered(), []
    missing = {"events": 9, "counts": [1, 0, 2, 0, 3]}

    def run_query(sql):
        asked.append(" ".join(sql.split()))
        return [[json.dumps(missing)]]

    macros.context["run_query"] = run_query
    given = GIVEN | {"events": macros.relation}
    plan = macros.plan
    names = ["id", "status", "at", "came"]
    described = [[name, "string"] for name in names]
    read = {"text": str(macros.relation), "columns": described}
    plan["inputs"].append(read)
    said = macros.refusal("milestone_snapshot", milestones=["a"], **given)
    assert "of 9 events 1 have no id, 2 have no at that can be read as a" in said
    assert "3 have no came that can be read as a time. Nothing was published" in said
    assert len(asked) == 1
    assert all(f"count_if({name} is null)" in asked[0] for name in names)


def distinct(values, published=()):
    """The names of a column's values, or the refusal; and the queries."""
    macros, asked = rendered(), []
    macros.context["run_query"] = lambda sql: (
        asked.append(" ".join(sql.split())) or [[json.dumps([each])] for each in values]
    )
    macros.context["daybook"] |= {
        "_milestone_names": lambda _: dict(published),
        "_check_columns_read": lambda *_: None,
    }
    given = {"relation": "(log)", "column": "status", "posted": macros.relation}
    try:
        return macros.call("distinct_values", **given), asked
    except DependencyError as error:
        return str(error.msg), asked


def test_values_that_have_one_name_are_numbered():
    values = ["A", "A 2", "A-", "a", "a 2", "a 2 2", "a!"]
    names, _ = distinct([*values, "posted", "new"], {"posted": "New", "gone": "a_4"})
    assert names == {
        "posted": "New",
        "gone": "a_4",
        "A": "a",
        "A 2": "a_2",
        "A-": "a_3",
        "a": "a_5",
        "a 2": "a_2_2",
        "a 2 2": "a_2_2_2",
        "a!": "a_6",
        "new": "new_2",
    }


def test_a_column_of_free_text_is_no_column_of_states():
    """A thousand values are the most, also of one name; nobody fetches more."""
    values = ["?" * (number + 1) for number in range(1001)]
    names, asked = distinct(values[:1000])
    numbered = [f"state__{number}" for number in range(2, 1001)]
    assert list(names.values()) == ["state_", *numbered]
    (sql,) = asked
    assert sql.endswith("order by daybook_value limit 1001")
    for given in ((values,), (values[:1000], {"posted": "posted"})):
        said, _ = distinct(*given)
        assert 'shop.orders: invalid value "status" for column: it has more' in said
        assert "more than 1000 values" in said
