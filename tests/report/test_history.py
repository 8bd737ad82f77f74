"""The scores in both times: rectangles that no other covers, and two questions."""

from itertools import combinations
from urllib.parse import urlsplit

import yaml

import report
from report_data import ANALYSES, HISTORY
from spark import ROOT

# Score, and when it held and was believed, up to where the next can begin; None is the
# edge of the picture.
JANES_RECTANGLES = [
    ("768", "2016-10-30", None, "2016-10-30 04:16:09", "2016-11-01 03:58:11"),
    ("768", "2016-10-30", "2016-11-01", "2016-11-01 03:58:11", None),
    ("771", "2016-11-01", None, "2016-11-01 03:58:11", "2016-11-16 07:14:27"),
    ("771", "2016-11-01", "2016-11-16", "2016-11-16 07:14:27", None),
    ("774", "2016-11-16", None, "2016-11-16 07:14:27", "2016-11-19 15:32:04"),
    ("775", "2016-11-16", None, "2016-11-19 15:32:04", None),
]
THEN, NOW = "as believed on 18 November 2016 at 14:44", "as known now"
CUSTOMERS = ["C-1001, Jane", "C-1002, Jon", "C-1003, Mary", "C-1004, Ann"]


def told(history):
    """The rows of the table, as (score, when it held, when that was believed)."""
    rows = history.page.locator("#versions tbody tr").all()
    texts = [row.locator("th, td").all_inner_texts() for row in rows]
    return [tuple(text.replace("\n", " ") for text in row) for row in texts]


def chosen(history):
    return history.page.locator("#customer option:checked").inner_text()


def answered(history):
    """{question: answer} of the table."""
    lines = history.lines("answers")
    return {question[2:]: answer for question, (answer,) in lines.items()}


def rectangles(history):
    """(score, left, right, bottom, top) of each, as times."""
    return [
        (trace["name"], *trace["x"][:2], *trace["y"][1:3])
        for trace in history.traces("scores")
        if trace["name"] != "questions"
    ]


def edges(history):
    """The last that the picture shows of event time and of system time."""
    history.traces("scores")
    layout = history.page.evaluate("document.getElementById('scores').layout")
    return [layout[axis]["range"][1] for axis in ("xaxis", "yaxis")]


def test_janes_six_versions(history):
    """As in "Bi-temporal data modeling with Envelope"."""
    across, up = edges(history)
    found = [
        (
            score,
            left.removesuffix(" 00:00:00"),
            None if right > across else right.removesuffix(" 00:00:00"),
            bottom,
            None if top > up else top,
        )
        for score, left, right, bottom, top in rectangles(history)
    ]
    assert found == JANES_RECTANGLES


def test_the_auditors_two_questions(history):
    assert answered(history) == {THEN: "774", NOW: "775"}
    (points,) = (t for t in history.traces("scores") if t["name"] == "questions")
    places = list(zip(points["x"], points["y"], strict=True))
    up = edges(history)[1]
    day = "2016-11-18 12:00:00"
    assert places == [(day, "2016-11-18 14:44:00"), (day, up)]
    asked = [["18 November 2016", THEN, "774"], ["18 November 2016", NOW, "775"]]
    assert points["customdata"] == asked
    within = [
        score
        for x, y in places
        for score, left, right, bottom, top in rectangles(history)
        if left <= x < right and bottom <= y < top
    ]
    assert within == ["774", "775"]


def test_the_versions_are_those_of_the_history(history, ask):
    rows = ask("""
        select score, as_of_start_date, as_of_end_date, system_start_ts, system_end_ts
        from snap_customer_scores
        order by customer_id, system_start_ts, as_of_start_date
    """)
    expected = []
    for score, *times in (map(str, row.values()) for row in rows):
        ends = [
            "and on" if time[:4] == "9999" else f"to {time}" for time in times[1::2]
        ]
        held, believed = (f"{a} {b}" for a, b in zip(times[::2], ends, strict=True))
        expected.append((score.replace("None", "not known"), held, believed))
    found = []
    for customer in CUSTOMERS:
        history.page.select_option("#customer", label=customer)
        found += told(history)
    assert found == expected


def test_customers_can_be_chosen(history):
    """Of that day Jon's score came late, Mary had none, and Ann's was right at once."""
    options = history.page.locator("#customer option").all_inner_texts()
    assert options == CUSTOMERS
    expected = [("774", "775"), ("none", "690"), ("none", "none"), ("650", "650")]
    for customer, (then, now) in zip(CUSTOMERS, expected, strict=True):
        history.page.select_option("#customer", label=customer)
        assert answered(history) == {THEN: then, NOW: now}
        for one, other in combinations(rectangles(history), 2):
            apart = [
                one[begin + 1] <= other[begin] or other[begin + 1] <= one[begin]
                for begin in (1, 3)
            ]
            assert any(apart), (customer, one, other)
    assert {row[0] for row in rectangles(history)} == {"not known", "650"}


def test_the_address_names_the_customer(history, opened, file):
    *_, last = CUSTOMERS
    history.page.select_option("#customer", label=last)
    told_of_last = told(history)
    history.page.reload()
    history.page.wait_for_selector("[data-ready]")
    assert chosen(history) == last
    fragment = "#" + urlsplit(history.page.url).fragment
    page = file.with_name(f"{file.stem}.scores.html")
    shared = opened(page, address=fragment)
    assert (chosen(shared), told(shared)) == (last, told_of_last)
    shared.page.evaluate("location.hash = 'customer=C-1001'")
    shared.page.wait_for_function(
        "document.getElementById('customer').value == 'C-1001'"
    )
    assert told(shared) != told_of_last
    unknown = opened(page, address="#customer=<b>")
    assert chosen(unknown) == CUSTOMERS[0]
    assert urlsplit(unknown.page.url).fragment == "customer=C-1001"


def test_it_is_accessible(history):
    history.traces("scores")
    history.check_accessibility()


def test_the_page_of_the_sample_leads_to_it_and_back(opened, file, history):
    drawn = opened(file)
    drawn.page.click("#history-page a")
    assert drawn.page.url == history.page.url
    assert drawn.page.title() == "daybook: a score in two times"
    drawn.page.click("#report-page[href]")
    # It writes its filters into its address.
    drawn.page.wait_for_url(f"{file.as_uri()}#*")
    drawn.page.wait_for_selector("[data-ready]")


def test_a_phone_shows_it_whole(opened, file):
    drawn = opened(file.with_name(f"{file.stem}.scores.html"), 390)
    for part in ("scores", "answers", "versions"):
        box = drawn.page.locator(f"#{part}").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_of_a_log_of_ones_own_no_scores_are_asked(sample):
    defaults = yaml.safe_load((ROOT / "dbt_project.yml").read_text())["vars"]
    variables = {"input": defaults["input"] | {"relation": "landed.log"}}
    asked = report.compiled_analyses(sample.port, sample.schema, variables)
    assert not set(asked) & set(HISTORY)
    assert set(asked) >= set(ANALYSES)
    assert not [name for name, sql in asked.items() if "customer_scores" in sql]
