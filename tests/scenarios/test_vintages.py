"""Published vintages of real time series: each is answered as it was published.

Hospital admissions and visits to emergency departments by state, week and day of
publication, from the COVID-19 forecast hub of the CDC; in the folder of DAYBOOK_DATA.
"""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from support.told_histories import history

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
# A week as part of the key; or the weeks of a series as versions, each of its own day.
HISTORIES = {
    "by_week": {"key": '["target", "location", "target_end_date"]'},
    "by_series": {
        "key": '["target", "location"]',
        "more": 'valid_until="target_end_date"',
    },
}
VALUES = {
    "arrivals": "vintages",
    "values": '["observation"]',
    "times": 'event_time="target_end_date", system_time="as_of"',
}


@pytest.fixture(scope="module")
def published(project):
    """The histories of what was published, in three runs."""
    file = Path(DATA) / "vintages" / "time-series.parquet"
    project.model(
        "vintages",
        f"select {COLUMNS} from parquet.`{file}`"
        " where as_of > '{{ var('after') }}' and as_of <= '{{ var('until') }}'",
        'batch="append"',
    )
    for name, given in HISTORIES.items():
        project.model(name, history(**given, **VALUES))
    for after, until in pairwise(CUTS):
        project.ok(vars={"after": after, "until": until})


def count(project, sql):
    ((number,),) = project.query(f"select count(*) from ({sql})")
    return number


@pytest.mark.parametrize("name", HISTORIES)
def test_every_vintage_is_answered_as_it_was_published(project, published, name):
    vintages = f"select distinct target, as_of from {project.schema}.vintages"
    answered = f"""
        select target, location, valid_from as target_end_date, observation, as_of
        from {project.schema}.{name}
        inner join ({vintages}) using (target)
        where as_of between known_from and known_to
    """
    told = f"select {COLUMNS} from {project.schema}.vintages"
    assert count(project, vintages) == VINTAGES
    assert count(project, told) == count(project, answered) == ROWS
    assert count(project, f"{told} except all {answered}") == 0


@pytest.mark.parametrize("name", HISTORIES)
def test_a_value_that_stays_makes_no_row(project, published, name):
    """There is a row where a week of a series has another value than before."""
    changes = f"""
        select
            lag(as_of) over of_week is null
            or not observation <=> lag(observation) over of_week as is_change
        from {project.schema}.vintages
        window of_week as (
            partition by target, location, target_end_date order by as_of
        )
    """
    rows = count(project, f"select * from {project.schema}.{name}")
    assert rows == count(project, f"select * from ({changes}) where is_change")
    assert rows < ROWS / 20
