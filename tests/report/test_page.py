"""The page of the report: its filters, its widths, and what it does with odd data."""

from itertools import pairwise

import pytest
import yaml

import report
from console import Problem
from ports import free_port
from report_data import FIGURES, ITEMS, contents
from report_page import filled_page
from spark import ROOT

PHONE = 390
CHARTS = (
    *("by-state", "in-and-out", "months", "lead-times", "ages", "ages-by-week"),
    "flow",
)
EMPTY = {
    "by-state": "No items.",
    "in-and-out": "Nothing moved.",
    "months": "Nothing was done.",
    "lead-times": "No milestone was reached.",
    "ages": "No week ends in these days; ages are those at the end of one.",
    "ages-by-week": "Fewer than two weeks end in these days.",
    "flow": "Nothing moved from one state to another.",
}
ASKED = [
    ("2015-01-01", "2015-12-31", "(all)", "(all)"),
    ("2015-06-10", "2015-08-20", "(all)", "(all)"),
    ("2015-06-10", "2015-08-20", "team", "Network"),
]


def test_a_filter_changes_every_chart(drawn):
    seen = []
    for asked in ASKED:
        drawn.choose(*asked)
        texts = [drawn.page.inner_text(part) for part in ("#tiles", "#months-changed")]
        seen.append([*texts, *(drawn.traces(chart) for chart in CHARTS)])
    for figures in zip(*seen, strict=True):
        assert all(a != b for a, b in pairwise(figures))


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        (
            ("2015-08-20", "2015-06-10"),
            "“From”, 20 August 2015, is later than “To”, 10 June 2015.",
        ),
        (
            ("2020-01-01", "2015-12-31"),
            "“From”, 1 January 2020, is later than “To”, 31 December 2015.",
        ),
        (
            ("2020-01-01", "2020-03-31"),
            "The log has no days from 1 January 2020 to 31 March 2020.",
        ),
        (
            ("2014-01-01", "2014-12-31"),
            "The log has no days from 1 January 2014 to 31 December 2014.",
        ),
    ],
)
def test_a_period_without_days_shows_no_figures(drawn, days, sentence):
    """Neither its own, nor those of the period before."""
    drawn.choose(*days, "(all)", "(all)")
    choose = "Choose days from 1 January 2015 to 31 December 2015."
    assert drawn.page.inner_text("#panels").strip() == f"{sentence} {choose}"
    assert drawn.tiles() == {}
    drawn.choose(*ASKED[1])
    assert drawn.tiles()
    assert all(drawn.traces(chart) for chart in CHARTS)


def test_a_day_without_items_leaves_charts_that_say_so(drawn):
    """A Saturday, before the first critical issue."""
    drawn.choose("2015-01-03", "2015-01-03", "priority", "Critical")
    assert {chart: drawn.page.inner_text(f"#{chart}") for chart in CHARTS} == EMPTY


@pytest.mark.parametrize(
    "asked",
    [ASKED[0], *(pytest.param(each, marks=pytest.mark.stress) for each in ASKED[1:])],
)
def test_a_phone_shows_it_whole(opened, file, asked):
    drawn = opened(file, PHONE)
    drawn.choose(*asked)
    drawn.page.click("summary")
    assert drawn.page.evaluate("document.documentElement.scrollWidth") <= PHONE
    tables = ("tiles", "ages-figures", "oldest", "months-figures", "month-figures")
    for chart in (*CHARTS, *tables):
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
    nothing = {query: [] for query in ("states_in_order", ITEMS, *FIGURES)}
    return nothing | {"published_tables": tables} | rows


@pytest.fixture
def open_answers(opened, tmp_path):
    """Opens a page of what the analyses might return."""

    def open_page(*days, title=None, on_hand=None, **rows):
        file = tmp_path / "page.html"
        given = answers(days or (None, None), **rows)
        file.write_text(filled_page(contents(given, title, on_hand=on_hand)))
        return opened(file)

    return open_page


OPENED = [{"status": "Opened", "is_terminal": False}]


def of_all(figures, **keys):
    """A row of the dimension that counts every item."""
    return {"dimension": "(all)", "value": "(all)", "status": "Opened"} | keys | figures


def known(day, batch_id, items, came=0, **keys):
    figures = {"quantity_in": came, "quantity_out": 0, "quantity_on_hand": items}
    return of_all(figures, snapshot_date=day, known_batch_id=batch_id) | keys


def test_no_entries_make_a_page_that_says_so(open_answers):
    drawn = open_answers()
    assert drawn.page.inner_text("#basis").startswith("No entries have been posted yet")
    for part in ("#filters", "main"):
        assert not drawn.page.locator(part).is_visible()


def test_a_log_of_ones_own_has_its_title_and_no_scores(open_answers):
    rows = [known("2015-01-01", 60, 4)]
    days = ("2015-01-01", "2015-01-01")
    given = {"states_in_order": OPENED, "balances_as_known_at": rows}
    drawn = open_answers(*days, title="<b>Parcels</b>", **given)
    assert drawn.traces("by-state")
    assert drawn.page.inner_text("h1") == "<b>Parcels</b>"
    assert drawn.page.title() == "daybook: <b>Parcels</b>"
    drawn.page.click("summary")
    assert "late_entries" in drawn.page.inner_text("footer")
    assert "score" not in drawn.page.inner_text("body")


# By what more of them is: which card says what.
MEANINGS = {
    "bad": {"Open": "Lower", "Done": "Higher", "Median age": "Lower"},
    "good": {"Open": "Higher"},
    "neither": {},
}


@pytest.mark.parametrize("up_is", MEANINGS)
def test_a_config_chooses_the_word_and_whether_more_is_good(open_answers, up_is):
    """Of what else the cards show, the page only knows it where items are work."""
    rows = [known("2015-01-01", 60, 40), known("2015-01-02", 60, 44)]
    drawn = open_answers(
        *("2015-01-01", "2015-01-02"),
        on_hand={"name": "Open", "up_is": up_is},
        states_in_order=[*OPENED, {"status": "Closed", "is_terminal": True}],
        balances_as_known_at=rows,
    )
    drawn.choose_days("2015-01-02", "2015-01-02")
    assert drawn.page.inner_text("h2 >> nth=0") == "Open by state"
    assert "acklog" not in drawn.page.inner_text("body")
    judged = {"bad": ", worse", "good": ", better", "neither": ""}
    assert drawn.tiles()["Open"] == ("44", f"+4 (+10 %){judged[up_is]}")
    for tile in drawn.page.locator("#tiles > div").all():
        meaning = tile.locator(".meaning").inner_text()
        better = MEANINGS[up_is].get(tile.locator("dt").inner_text())
        said = f"{better} is better." if better else "More is neither good nor bad."
        if tile.locator("dt").inner_text() != "Median lead time":
            assert meaning.endswith(f". {said}")


def test_no_share_is_of_a_few_items(open_answers):
    """Neither in a card, nor in what is drawn of nine lead times."""
    day, before = "2015-01-02", "2015-01-01"
    times = [
        of_all({"items": items}, reached_date=day, milestone=name)
        | {"lead_working_days": days}
        for name, counts in {"Nine": (5, 4), "Ten": (5, 5)}.items()
        for days, items in enumerate(counts, 1)
    ]
    drawn = open_answers(
        *(before, day),
        states_in_order=[*OPENED, *({"status": name, "is_terminal": False}
                                    for name in ("Nine", "Ten"))],
        balances_as_known_at=[known(before, 60, 2), known(day, 60, 40)],
        milestone_lead_times=times,
    )  # fmt: skip
    drawn.choose_days(day, day)
    assert drawn.tiles()["Backlog"] == ("40", "+38, worse")
    *strokes, medians = drawn.traces("lead-times")
    assert {stroke["y"][0] for stroke in strokes} == {1}
    nine, ten = (row[-1] for row in medians["customdata"])
    assert (nine, "80 % of them" in ten) == ("", True)


def test_what_takes_less_than_a_working_day_is_not_drawn(open_answers):
    day = "2015-01-01"
    times = [
        of_all({"items": 1}, reached_date=day, milestone="Opened", lead_working_days=0)
    ]
    drawn = open_answers(day, day, states_in_order=OPENED, milestone_lead_times=times)
    said = "No milestone took a working day."
    assert drawn.page.inner_text("#lead-times") == said
    note = "Not drawn, because it took less than a working day: Opened (1 item)."
    assert drawn.page.inner_text("#lead-note") == note


def test_what_came_in_is_less_what_left_the_log(open_answers):
    day = "2015-01-01"
    moves = [
        of_all({"items": items}, event_date=day, from_status=left, to_status=entered)
        | {"changes_value": False}
        for left, entered, items in ((None, "Opened", 7), ("Opened", None, 2))
    ]
    drawn = open_answers(
        *(day, day),
        states_in_order=OPENED,
        balances_as_known_at=[known(day, 60, 5, 7, quantity_out=2)],
        flow_between_states=moves,
    )
    assert drawn.tiles()["Came in"][0] == "5"
    meaning = drawn.page.inner_text("#tiles > div:nth-child(2) .meaning")
    assert meaning.startswith("new items, minus 2 that left the log.")


def test_what_one_batch_knew_is_known_now(open_answers):
    rows = [known("2015-01-01", 60, 4), known("2015-01-02", 60, 5)]
    days = ("2015-01-01", "2015-01-02")
    drawn = open_answers(*days, states_in_order=OPENED, balances_as_known_at=rows)
    assert drawn.page.locator("#known option").all_inner_texts() == ["now"]
    assert drawn.on_hand() == {(days[0], "Opened"): 4, (days[1], "Opened"): 5}
    assert drawn.page.inner_text("#known-note") == ""


def test_a_state_that_was_withdrawn_is_known_as_before(open_answers):
    """The second batch puts a misspelled state right."""
    day = "2015-01-01"
    rows = [known(day, 3600, 2, 2), known(day, 3600, 5, 5, status="Opned")]
    rows += [known(day, 7200, 5, 5), known(day, 7200, -5, -5, status="Opned")]
    states = [*OPENED, {"status": "Opned", "is_terminal": False}]
    drawn = open_answers(day, day, states_in_order=states, balances_as_known_at=rows)
    assert drawn.table() == {"Opened": [0, 7, 0, 7]}
    drawn.page.select_option("#known", label="after 1970-01-01 01:00:00 UTC")
    assert drawn.table() == {"Opened": [0, 2, 0, 2], "Opned": [0, 5, 0, 5]}


def test_an_item_that_is_done_twice_took_as_long_as_to_the_first(open_answers):
    """It was resolved after 2 days, and closed after 30."""
    day, done = "2015-01-31", ("Resolved", "Closed")
    terminal = [{"status": status, "is_terminal": True} for status in done]
    times = [
        of_all(
            {"items": 1}, reached_date=day, milestone=milestone, lead_working_days=days
        )
        for milestone, days in (("Resolved", 2), ("Closed", 30), (None, 2))
    ]
    rows = [known(day, 60, 1, 1, status="Closed")]
    given = {"balances_as_known_at": rows, "milestone_lead_times": times}
    drawn = open_answers(day, day, states_in_order=[*OPENED, *terminal], **given)
    assert drawn.tiles()["Median lead time"][0] == "2"
    names = [row[0] for row in drawn.traces("lead-times")[-1]["customdata"]]
    assert names == [*done]


def test_days_that_a_batch_did_not_know_are_not_there(open_answers):
    """The second batch posts nothing but a correction, and knew no less for that."""
    rows = [
        *(known(f"2015-01-{day:02}", 3600, 4) for day in range(1, 4)),
        known("2015-01-01", 7200, -1),
        *(known(f"2015-01-{day:02}", 9000, day) for day in range(1, 6)),
    ]
    days = ("2015-01-01", "2015-01-05")
    drawn = open_answers(*days, states_in_order=OPENED, balances_as_known_at=rows)
    texts = drawn.page.locator("#known option").all_inner_texts()
    times = ("1970-01-01 02:00:00 UTC", "1970-01-01 01:00:00 UTC")
    assert texts == ["now", *(f"after {time}" for time in times)]
    for label, expected in zip(
        texts, ([4, 6, 7, 4, 5], [3, 4, 4], [4, 4, 4]), strict=True
    ):
        drawn.page.select_option("#known", label=label)
        assert list(drawn.on_hand().values()) == expected
        assert drawn.table() == {"Opened": [0, 0, 0, expected[-1]]}
    note = drawn.page.inner_text("#known-note")
    assert "up to 3 January 2015; the figures of “Backlog” are of the end" in note

    drawn.choose_days("2015-01-04", "2015-01-05")
    assert drawn.page.inner_text("#by-state") == "No day of the period was known then."
    assert drawn.lines("figures", "tfoot")["All items"] == ["4", "0", "0", "-"]
    drawn.choose_days("2015-01-05", "2015-01-05")
    assert drawn.lines("figures", "tfoot")["All items"] == ["-", "0", "0", "-"]
    assert drawn.tiles()["Backlog"][0] == "5"


def aged(day, age, items, working_days):
    figures = {"quantity_on_hand": items, "working_days": working_days}
    return of_all(figures, snapshot_date=day, age_from=age)


def test_ages_are_of_the_last_end_of_a_week(open_answers):
    """The 4th and 11th are Sundays, the 14th is the last day."""
    rows = [
        *(aged("2015-01-04", 0, 3, 0), aged("2015-01-04", 2, 1, 4)),
        *(aged("2015-01-11", 20, 2, 50), aged("2015-01-11", 60, 1, 61)),
    ]
    days = ("2015-01-01", "2015-01-14")
    drawn = open_answers(*days, states_in_order=OPENED, ageing_by_week=rows)
    assert drawn.page.inner_text("#ages") == "No items."
    assert not drawn.page.locator("#ages-figures").is_visible()
    assert "14 January 2015, the last day" in drawn.page.inner_text("#ages-day")
    weeks = {
        ("End of 4 January 2015", "0"): 3,
        ("End of 4 January 2015", "2-4"): 1,
        ("End of 11 January 2015", "20-59"): 2,
        ("End of 11 January 2015", "60 and more"): 1,
    }
    assert drawn.ages("ages-by-week") == weeks

    drawn.choose_days("2015-01-03", "2015-01-13")
    assert drawn.ages("ages") == {("Opened", "20-59"): 2, ("Opened", "60 and more"): 1}
    assert drawn.lines("ages-figures") == {"Opened": ["3", "37.0", "3"]}
    drawn.choose_days("2015-01-03", "2015-01-08")
    assert drawn.lines("ages-figures") == {"Opened": ["4", "1.0", "0"]}
    assert drawn.page.inner_text("#ages-by-week").startswith("Fewer than two weeks")
    drawn.choose_days("2015-01-05", "2015-01-08")
    assert drawn.page.inner_text("#ages").startswith("No week ends in these days")
    assert not drawn.page.locator("#ages-figures").is_visible()
    assert drawn.page.inner_text("#ages-day") == ""


def month(end, reported, now, **keys):
    names = FIGURES["late_difference_by_month"][1]
    figures = dict(zip(names, (*reported, *now), strict=True))
    return of_all(figures, month_end=end) | keys


def test_late_data_is_told_of_full_months_alone(open_answers):
    """What is published begins on 10 January: of that month there is no more."""
    rows = [
        month("2015-01-31", (5, 1, 4), (5, 1, 4)),
        month("2015-02-28", (7, 2, 9), (9, 1, 12)),
        month("2015-02-28", (1, 0, 1), (0, 0, 0), dimension="team", value="Apps"),
    ]
    days = ("2015-01-10", "2015-03-20")
    late = {"event_date": "2015-02-05", "entries": 6, "late_entries": 1}
    late |= {"dimension": "(all)", "value": "(all)"}
    given = {"late_difference_by_month": rows, "late_entries": [late]}
    drawn = open_answers(*days, states_in_order=OPENED, **given)
    drawn.page.select_option("#period", "all")
    changed = {"Feb 2015": ["5 → 8", "0", "9 → 12"]}
    assert drawn.lines("months-figures") == changed | {"Jan 2015": ["4", "0", "4"]}
    assert drawn.lines("month-figures") == {"Opened": ["9", "12", "+3"]}
    drawn.page.select_option("#month-figure", "1")
    assert drawn.lines("month-figures") == {"Opened": ["2", "1", "-1"]}
    drawn.page.select_option("#month", label="Jan 2015")
    assert drawn.lines("month-figures") == {"Opened": ["1", "1", "0"]}

    drawn.choose(*days, "team", "Apps")
    shown = {"Feb 2015": ["1 → 0", "0", "1 → 0"], "Jan 2015": ["0", "0", "0"]}
    assert drawn.lines("months-figures") == shown

    drawn.choose("2015-01-11", "2015-03-20", "(all)", "(all)")
    assert drawn.lines("months-figures") == changed
    assert drawn.lines("month-figures") == {"Opened": ["2", "1", "-1"]}
    drawn.choose_days("2015-02-02", "2015-03-20")
    assert drawn.page.inner_text("#months-note").startswith("There is no full month")
    assert not drawn.page.locator("#months-changed").is_visible()


def test_what_has_not_changed_is_not_listed(open_answers):
    """No entry came late."""
    days = ("2015-01-01", "2015-02-10")
    entries = {"dimension": "(all)", "value": "(all)", "event_date": days[0]}
    drawn = open_answers(
        *days,
        states_in_order=OPENED,
        late_difference_by_month=[month("2015-01-31", (5, 1, 4), (5, 1, 4))],
        late_entries=[entries | {"entries": 6, "late_entries": 0}],
    )
    assert drawn.page.inner_text("#late") == "No entry dated in this period came late."
    assert drawn.page.inner_text("#months-note") == ""
    assert not drawn.page.locator("#months-changed").is_visible()


def test_values_may_be_many_and_of_any_kind(open_answers):
    """The smallest go in as one; what looks like markup is shown as it is."""
    day, state, evil = "2015-01-01", "=<b>%{x}&amp;", "</script><!--<script>"
    done = "<i>%{y}"
    values = {f"team {number}": number + 1 for number in range(40)}
    values |= {evil: 99, "(other)": 98}
    rows = [
        known(day, 60, items, items, dimension=dimension, value=value, status=state)
        for dimension, value, items in [
            ("(all)", "(all)", sum(values.values())),
            *(("team", value, items) for value, items in values.items()),
        ]
    ]
    states = [
        {"status": state, "is_terminal": False},
        {"status": done, "is_terminal": True},
    ]
    times = [
        {"dimension": row["dimension"], "value": row["value"], "items": 1}
        | {"reached_date": day, "milestone": milestone, "lead_working_days": 1}
        for row in rows
        for milestone in (done, None)
    ]
    item = {"status": state, "entered_on": day, "age_working_days": 0}
    items = [
        item | {"dimension": row["dimension"], "value": row["value"], "issue_id": name}
        for row in rows
        for name in (evil, "=1+1")
    ]
    given = {"balances_as_known_at": rows, "oldest_items": items}
    given["milestone_lead_times"] = times
    drawn = open_answers(day, day, states_in_order=states, **given)
    drawn.page.select_option("#dimension", "team")
    drawn.page.select_option("#value", evil)
    assert drawn.table() == {state: [0, 99, 0, 99]}
    drawn.page.select_option("#value", "(other)")
    assert drawn.table() == {state: [0, 98, 0, 98]}
    drawn.page.select_option("#value", label="17 others, as one")
    assert drawn.page.locator("#value option").count() == 26
    assert "the 17 others of team" in drawn.page.inner_text("#summary")
    assert drawn.table() == {state: [0, 153, 0, 153]}
    listed = drawn.page.locator("#oldest tbody th").all_inner_texts()
    assert listed == [evil] * 17 + ["=1+1"] * 3
    for chart, name in {
        "by-state": state,
        "in-and-out": state,
        "months": done,
        "lead-times": done,
    }.items():
        assert name in drawn.hovered(chart), chart
    with drawn.page.expect_download() as saved:
        drawn.page.click("[aria-label='Backlog by state as CSV']")
    assert saved.value.path().read_text() == f"day,state,items\n{day},'{state},153\n"


def test_no_name_is_taken_for_one_that_the_page_gives(open_answers):
    """A state and a value may be called as what is none: new, gone, elsewhere."""
    day, names = "2015-01-01", ["(new)", "(gone)", "(elsewhere)", "-1"]
    values = {"(none)": 3, "(other)": 2, "((none))": 4, None: 9}
    rows = [known(day, 60, 18, 18, status=names[0])] + [
        known(day, 60, items, items, dimension="team", value=value, status=names[0])
        for value, items in values.items()
    ]
    moves = {
        (None, "(new)", False): 1,
        ("(new)", "(gone)", False): 2,
        ("(gone)", "(elsewhere)", False): 4,
        ("(elsewhere)", "-1", False): 8,
        ("-1", None, False): 16,
        ("(gone)", None, True): 32,
        (None, "(elsewhere)", True): 64,
    }
    flow = [
        {"event_date": day, "dimension": "team", "value": None, "items": items}
        | dict(zip(("from_status", "to_status", "changes_value"), ends, strict=True))
        for ends, items in moves.items()
    ]
    states = [{"status": name, "is_terminal": False} for name in names]
    drawn = open_answers(
        *(day, day),
        states_in_order=states,
        balances_as_known_at=rows,
        flow_between_states=flow,
    )
    drawn.page.select_option("#dimension", "team")
    offered = drawn.page.locator("#value option").all_inner_texts()
    assert offered == ["((none))", "(none)", "(other)", "(((none)))"]
    for value, shown in zip(("(none)", "(((none)))"), (3, 9), strict=True):
        drawn.page.select_option("#value", value)
        assert drawn.table() == {names[0]: [0, shown, 0, shown]}
    drawn.page.select_option("#value", "(((none)))")
    assert drawn.flow() == {
        ("came in", "(new)"): 1,
        ("(new)", "(gone)"): 2,
        ("(gone)", "(elsewhere)"): 4,
        ("(elsewhere)", "-1"): 8,
        ("-1", "left the log"): 16,
        ("(gone)", "to another team"): 32,
        ("from another team", "(elsewhere)"): 64,
    }


def test_what_is_missing_is_said_in_a_sentence(sample, tmp_path):
    with pytest.raises(Problem, match="Spark does not answer on port"):
        report.write(free_port(), "daybook", {}, tmp_path / "page.html")
    with pytest.raises(
        Problem, match=r"schema nowhere has no fct_issue_.*_scores:.*EVENTS=\.\.\."
    ):
        report.write(sample.port, "nowhere", {}, tmp_path / "page.html")


def test_other_variables_than_it_was_built_with_are_told_in_one_line(sample, tmp_path):
    other = {"input": {"dimensions": {"crew": "crew"}}}
    with pytest.raises(Problem, match=r"same variables.*`crew` cannot be") as told:
        report.write(sample.port, sample.schema, other, tmp_path / "page.html")
    assert "\n" not in str(told.value)
    assert "Exception" not in str(told.value)


def test_dbts_page_leads_to_it():
    file = ROOT / "models" / "snapshots" / "_exposures.yml"
    (exposure,) = yaml.safe_load(file.read_text())["exposures"]
    assert ROOT / "target" / exposure["url"] == report.PAGE
    for place in ("target/report/index.html", "target/report/<schema>.html"):
        assert place in exposure["description"]


def test_variables_come_as_text_or_in_a_file(tmp_path):
    file = tmp_path / "vars.yml"
    file.write_text("recorded_until: '2015-08-31'")
    for given in ('{"recorded_until": "2015-08-31"}', str(file)):
        assert report.variables(given) == {"recorded_until": "2015-08-31"}
    # Longer than the name of a file may be.
    assert report.variables('{"input": "%s"}' % ("x" * 300)) == {"input": "x" * 300}
    file.write_bytes(b"a: \xe4")
    wrong = dict.fromkeys(("[1, 2]", "a: b: c", "words"), "--vars must be")
    wrong[str(file)] = f"--vars {file}: line 1: byte 4 of the file, 0xE4"
    for given, sentence in wrong.items():
        with pytest.raises(Problem, match=sentence):
            report.variables(given)
