"""The page of the report: its filters, its widths, and what it does with odd data."""

from itertools import pairwise

import pytest
import yaml

import report
from console import Problem
from ports import free_port
from report_page import FIGURES, contents, filled_page
from spark import ROOT

PHONE = 390
CHARTS = ("on-hand", "in-and-out", "flow", "lead-times")
ASKED = [
    ("2015-01-01", "2015-12-31", "(all)", "(all)"),
    ("2015-06-10", "2015-08-20", "(all)", "(all)"),
    ("2015-06-10", "2015-08-20", "team", "Network"),
]


def test_a_filter_changes_every_chart(drawn):
    seen = []
    for asked in ASKED:
        drawn.choose(*asked)
        seen.append([drawn.traces(chart) for chart in CHARTS])
    for figures in zip(*seen, strict=True):
        assert all(a != b for a, b in pairwise(figures))


def test_a_period_without_days_is_said_to_be_one(drawn):
    drawn.choose("2015-08-20", "2015-06-10", "(all)", "(all)")
    summary = drawn.page.inner_text("#summary")
    assert summary.startswith("There is nothing from 20 August 2015 to 10 June 2015")


def test_a_day_without_moves_leaves_charts_that_say_so(drawn):
    drawn.choose("2015-01-03", "2015-01-03", "priority", "Critical")
    for chart in CHARTS:
        place = drawn.page.locator(f"#{chart}")
        assert drawn.traces(chart) or place.inner_text().strip().endswith(".")


@pytest.mark.parametrize("asked", ASKED)
def test_a_phone_shows_it_whole(opened, file, asked):
    drawn = opened(file, PHONE)
    drawn.choose(*asked)
    drawn.page.click("summary")
    assert drawn.page.evaluate("document.documentElement.scrollWidth") <= PHONE
    for chart in CHARTS:
        box = drawn.page.locator(f"#{chart}").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE


def answers(days=(None, None), **rows):
    """What the analyses would return: nothing, but what is given."""
    sizes = {"row_count": len(rows), "last_batch_id": 1 if rows else None}
    tables = [
        {"table_name": name, "first_day": days[0], "last_day": days[1], **sizes}
        for name in report.TABLES
    ]
    nothing = {query: [] for query in ("states_in_order", *FIGURES)}
    return nothing | {"published_tables": tables} | rows


def test_no_entries_make_a_page_that_says_so(opened, tmp_path):
    file = tmp_path / "empty.html"
    file.write_text(filled_page(contents(answers())))
    drawn = opened(file)
    assert drawn.page.inner_text("#basis").startswith("No entries have been posted yet")
    assert drawn.page.inner_text("#on-hand") == "No entries."


def test_values_may_be_many_and_of_any_kind(opened, tmp_path):
    """The smallest go in as one; what looks like HTML is shown as it is."""
    day, state, evil = "2015-01-01", "<b>&amp;", "</script><!--<script>"
    values = {f"team {number}": number + 1 for number in range(40)} | {evil: 99}
    rows = [
        {"dimension": dimension, "value": value, "quantity_on_hand": items}
        | {"snapshot_date": day, "status": state}
        for dimension, value, items in [
            ("(all)", "(all)", sum(values.values())),
            *(("team", value, items) for value, items in values.items()),
        ]
    ]
    moved = [
        {"dimension": row["dimension"], "value": row["value"], "event_date": day}
        | {"quantity_in": row["quantity_on_hand"], "quantity_out": 0, "status": state}
        for row in rows
    ]
    states = [{"status": state, "is_terminal": False}]
    file = tmp_path / "many.html"
    given = {"on_hand_by_day": rows, "in_and_out_by_day": moved}
    file.write_text(
        filled_page(contents(answers((day, day), states_in_order=states, **given)))
    )
    drawn = opened(file)
    drawn.page.select_option("#dimension", "team")
    drawn.page.select_option("#value", evil)
    assert drawn.table() == {state: [0, 99, 0, 99]}
    drawn.page.select_option("#value", "(other)")
    assert drawn.page.locator("#value option").count() == 26
    assert drawn.table() == {state: [0, 136, 0, 136]}


def test_what_is_missing_is_said_in_a_sentence(sample, tmp_path):
    with pytest.raises(Problem, match="Spark does not answer on port"):
        report.write(free_port(), "daybook", {}, tmp_path / "page.html")
    with pytest.raises(
        Problem, match=r"schema nowhere has no fct_issue_.*EVENTS=\.\.\."
    ):
        report.write(sample.port, "nowhere", {}, tmp_path / "page.html")


def test_other_variables_than_it_was_built_with_are_told_in_one_line(sample, tmp_path):
    other = {"input": {"dimensions": {"crew": "crew"}}}
    with pytest.raises(Problem, match=r"same variables.*`crew` cannot be") as told:
        report.write(sample.port, sample.schema, other, tmp_path / "page.html")
    assert "\n" not in str(told.value)
    assert "Exception" not in str(told.value)


def test_dbts_page_leads_to_it():
    (exposure,) = yaml.safe_load((ROOT / "models" / "_exposures.yml").read_text())[
        "exposures"
    ]
    assert ROOT / "target" / exposure["url"] == report.PAGE
    for place in ("target/report/index.html", "target/report/<schema>.html"):
        assert place in exposure["description"]


@pytest.mark.parametrize("text", ["[1, 2]", "a: b: c", "words"])
def test_variables_that_are_none_are_refused(text):
    with pytest.raises(Problem, match="--vars must be"):
        report.variables(text)


def test_variables_come_as_text_or_in_a_file(tmp_path):
    file = tmp_path / "vars.yml"
    file.write_text("recorded_until: '2015-08-31'")
    expected = {"recorded_until": "2015-08-31"}
    assert report.variables('{"recorded_until": "2015-08-31"}') == expected
    assert report.variables(str(file)) == expected
