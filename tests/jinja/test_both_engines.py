"""Both engines of dbt make the same of the macros that ask Spark nothing."""

import json

import pytest

from project_files import called, project_files
from support.both_engines import Python, answers_of_dbt_2
from support.pure_calls import CALLS, REFUSED, jinja, on
from support.stories import Story

FIXTURES = project_files("tests/fixtures/logs/*/*.json")
# What a run writes on a log.
EVENT = {
    "event": "committed",
    "batch_id": 9 * 10**9,
    "at": "2031-01-01 00:00:00",
    "partitions": [['["é"]', 2], ['["a"]', 1]],
    "replaced": "all",
    "inputs": {"shop.ä": [1, 2, 3]},
    "remembers": {"é😀": [None, 1.5, {"b": "'", "a": "\\"}]},
    "docs": None,
}
TEAMS = [(f"2015-{month:02}", team) for month in (1, 2, 10) for team in ("a", "é")]
# How tables of the stories are partitioned, and the values that they have.
TABLES = [
    ([("month", "string")], None),
    ([("n", "int")], [(number,) for number in (-2, 2, 3, 9, 10, 11, 100)]),
    ([("day", "date")], [(f"20{year}-03-01",) for year in range(15, 20)]),
    ([("month", "string"), ("odd `name`", "string")], TEAMS),
    ([], [()]),
]


def of_fixture(file):
    properties = json.loads(file.read_text())["properties"]
    log = on("orders", "_log_in", properties)
    return f"daybook.all_of_log({log}, {jinja(EVENT)})"


def of_story(seed, partition_by, values):
    """What is folded is given as events, and not as their text."""
    events = Story(seed, partition_by, values).tell(12).events
    log = f"daybook._log_of_events(daybook._no_log(orders), {jinja(events)})"
    return f"daybook.all_of_log({log}, {jinja(EVENT)})"


LOGS = {called(file): of_fixture(file) for file in FIXTURES}
STORIES = {n: of_story(n, *TABLES[n % len(TABLES)]) for n in range(5)}


@pytest.fixture(scope="module")
def python():
    return Python()


@pytest.fixture(scope="module")
def dbt_2_says(dbt2, tmp_path_factory):
    expressions = [*CALLS, *REFUSED, *LOGS.values(), *STORIES.values()]
    return answers_of_dbt_2(dbt2, tmp_path_factory.mktemp("dbt 2"), expressions)


def begin(expression):
    return expression.lstrip("[").removeprefix("daybook.")[:60]


def text(answer):
    """1, 1.0 and true are not the same."""
    return json.dumps(answer, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("expression", CALLS, ids=begin)
def test_a_call_gives_the_same(python, dbt_2_says, expression):
    answer = python.answer(expression)
    assert "value" in answer
    assert text(dbt_2_says[expression]) == text(answer)


@pytest.mark.parametrize("expression", REFUSED, ids=begin)
def test_a_call_is_refused_with_the_same_sentence(python, dbt_2_says, expression):
    answer = python.answer(expression)
    assert answer["refused"].startswith("daybook: ")
    assert dbt_2_says[expression] == answer


@pytest.mark.parametrize("name", LOGS)
def test_a_log_says_the_same(python, dbt_2_says, name):
    answer = python.answer(LOGS[name])
    assert "value" in answer
    assert text(dbt_2_says[LOGS[name]]) == text(answer)


@pytest.mark.parametrize("seed", STORIES)
def test_events_add_up_to_the_same(python, dbt_2_says, seed):
    answer = python.answer(STORIES[seed])
    assert "value" in answer
    assert text(dbt_2_says[STORIES[seed]]) == text(answer)
