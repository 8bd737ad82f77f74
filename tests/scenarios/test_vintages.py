"""Published vintages of real time series: each is answered as it was published.

Hospital admissions and visits to emergency departments by state, week and day of
publication, from the COVID-19 forecast hub of the CDC; in the folder of DAYBOOK_DATA.
"""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from support.told_histories import CONFIG

DATA = os.environ.get("DAYBOOK_DATA")
pytestmark = [
    pytest.mark.stress,
    pytest.mark.skipif(
        not DATA, reason="DAYBOOK_DATA is not set: the vintages are not there"
    ),
]
ROWS, VINTAGES = 702_878, 84 + 55
COLUMNS = "target, location, target_end_date, observation, as_of"
CUTS = ["1900-01-01", "2025-03-01", "2026-01-01", "2030-01-01"]
HISTORY = """
    {{
        daybook.bitemporal_history(
            arrivals=daybook.new_batches(ref("vintages")),
            posted=this,
            values=["observation"],
            event_time="target_end_date",
            system_time="as_of",
            %s
        )
    }}
"""
# A week as part of the key; or the weeks of a series as versions, each of its own day.
BY_WEEK = 'key=["target", "location", "target_end_date"]'
BY_SERIES = 'key=["target", "location"], valid_until="target_end_date"'


def publish(project, arguments, where):
    """The history of what was published, in three runs."""
    file = Path(DATA) / "vintages" / "time-series.parquet"
    project.model(
        "vintages",
        f"select {COLUMNS} from parquet.`{file}` where {where}"
        " and as_of > '{{ var('after') }}' and as_of <= '{{ var('until') }}'",
        'batch="append"',
    )
    project.model("series", HISTORY % arguments, CONFIG)
    for number, (after, until) in enumerate(pairwise(CUTS)):
        vars = {"after": after, "until": until}
        project.ok(vars=vars, full_refresh=number == 0)


def count(project, sql):
    ((number,),) = project.query(f"select count(*) from ({sql})")
    return number


def answered_as_published(project):
    """How many rows, in how many vintages, if the history has each of them."""
    published = f"select {COLUMNS} from {project.schema}.vintages"
    vintages = f"select distinct target, as_of from {project.schema}.vintages"
    answered = f"""
        select target, location, valid_from as target_end_date, observation, as_of
        from {project.schema}.series
        inner join ({vintages}) using (target)
        where as_of between known_from and known_to
    """
    rows = count(project, published)
    assert count(project, answered) == rows
    assert count(project, f"{published} except all {answered}") == 0
    return rows, count(project, vintages)


def values_published(project):
    """How often a week of a series had another value than in the vintage before."""
    changes = f"""
        select
            lag(as_of) over of_week is null
            or not observation <=> lag(observation) over of_week as is_change
        from {project.schema}.vintages
        window of_week as (
            partition by target, location, target_end_date order by as_of
        )
    """
    return count(project, f"select * from ({changes}) where is_change")


def test_every_vintage_is_answered_as_it_was_published(project):
    publish(project, BY_WEEK, "true")
    assert answered_as_published(project) == (ROWS, VINTAGES)
    rows = count(project, f"select * from {project.schema}.series")
    assert rows == values_published(project) < ROWS / 20


def test_so_it_is_where_a_series_is_the_key(project):
    publish(project, BY_SERIES, "location = '01'")
    rows, vintages = answered_as_published(project)
    assert rows > 10_000
    assert vintages == VINTAGES
    found = count(project, f"select * from {project.schema}.series")
    assert found == values_published(project)


@pytest.mark.stress
def test_so_it_is_for_all_series(project):
    publish(project, BY_SERIES, "true")
    assert answered_as_published(project) == (ROWS, VINTAGES)
