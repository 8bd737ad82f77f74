"""Published vintages of real time series: each is answered as it was published.

Hospital admissions and visits to emergency departments by state, week and day of
publication, from the COVID-19 forecast hub of the CDC; in the folder of DAYBOOK_DATA.
"""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from support.history_examples import history

DATA = os.environ.get("DAYBOOK_DATA")
pytestmark = [
    pytest.mark.stress,
    pytest.mark.skipif(
        not DATA, reason="DAYBOOK_DATA is not set: the vintages are not there"
    ),
]
VINTAGES = 84 + 55
COLUMNS = "target, location, target_end_date, observation, as_of"
CUTS = ["1900-01-01", "2025-03-01", "2026-01-01", "2030-01-01"]
# A week as part of the key; or the weeks of a series as versions, each of its own day.
BY_WEEK = {"key": '["target", "location", "target_end_date"]'}
BY_SERIES = {"key": '["target", "location"]', "more": 'valid_until="target_end_date"'}


def publish(project, given, where):
    """The history of what was published, in three runs."""
    file = Path(DATA) / "vintages" / "time-series.parquet"
    project.model(
        "vintages",
        f"select {COLUMNS} from parquet.`{file}` where {where}"
        " and as_of > '{{ var('after') }}' and as_of <= '{{ var('until') }}'",
        'batch="append"',
    )
    call = history(
        arrivals="vintages",
        values='["observation"]',
        times='event_time="target_end_date", system_time="as_of"',
        **given,
    )
    project.model("series", call)
    for number, (after, until) in enumerate(pairwise(CUTS)):
        vars = {"after": after, "until": until}
        project.ok(vars=vars, full_refresh=number == 0)


def count(project, sql):
    ((number,),) = project.query(f"select count(*) from ({sql})")
    return number


@pytest.mark.parametrize(
    ("given", "where", "published"),
    [
        pytest.param(BY_WEEK, "true", 702_878, id="by week"),
        pytest.param(BY_SERIES, "location = '01'", None, id="one by series"),
        pytest.param(BY_SERIES, "true", 702_878, id="all by series"),
    ],
)
def test_every_vintage_is_answered_as_it_was_published(
    project, given, where, published
):
    """A row is there where a week of a series has another value than before."""
    publish(project, given, where)
    vintages = f"select distinct target, as_of from {project.schema}.vintages"
    answered = f"""
        select target, location, valid_from as target_end_date, observation, as_of
        from {project.schema}.series
        inner join ({vintages}) using (target)
        where as_of between known_from and known_to
    """
    changes = f"""
        select
            lag(as_of) over of_week is null
            or not observation <=> lag(observation) over of_week as is_change
        from {project.schema}.vintages
        window of_week as (
            partition by target, location, target_end_date order by as_of
        )
    """
    told = f"select {COLUMNS} from {project.schema}.vintages"
    rows = count(project, told)
    assert rows == (published or rows) > 10_000
    assert count(project, vintages) == VINTAGES
    assert count(project, answered) == rows
    assert count(project, f"{told} except all {answered}") == 0
    written = count(project, f"select * from {project.schema}.series")
    assert written == count(project, f"select * from ({changes}) where is_change")
