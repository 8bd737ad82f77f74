"""The query of daily balances, as the three daily snapshots have it made."""

import re

from support.macros import Macros

RUN = {"entries": "entries", "posted": "days", "last_day": "date'2015-09-30'"}
NEXT_RUN = RUN | {"opening_day": "2015-09-30", "restates_from": "2015-09-01"}


def sql(run, *arguments, **named):
    text = Macros().call("_daily_balances", run, *arguments, **named)
    return re.sub(r"\s+", " ", text)


def test_a_measure_is_named_once():
    """In an opening balance it is 0, and in a filler; a run that restates sums it."""
    measures = {"reopened": "if(direction = 'again', event_count, 0)"}
    query = sql(NEXT_RUN, ["status"], measures=measures)
    assert "if(direction = 'again', event_count, 0) as reopened" in query
    assert "0 as reopened, quantity_on_hand as daybook_moved from days" in query
    assert "then reopened else 0 end as reopened" in query
    assert query.count("sum(reopened) as reopened") == 2


def test_a_first_run_reads_nothing_of_what_is_published():
    query = sql(RUN, ["status"])
    assert "from days" not in query
    assert "union" not in query
    assert "having sum(daybook_moved) <> 0" in query


def test_the_day_on_which_an_age_began_is_part_of_the_key():
    query = sql(NEXT_RUN, ["status"], since={"daybook_state_since": "age_days"})
    assert "date_sub(event_date, age_days) as daybook_state_since" in query
    assert query.count("date_sub(snapshot_date, age_days) as daybook_state_since") == 2
    assert "partition by status, daybook_state_since order by daybook_day" in query


def test_with_details_each_entry_keeps_its_row():
    query = sql(NEXT_RUN | {"restates_from": None}, ["item"], details=["at"])
    assert "group by" not in query
    assert "partition by item order by daybook_day, at" in query
    assert "null as at, quantity_on_hand as daybook_moved from days" in query
    assert "when snapshot_date = daybook_day then at end as at" in query
