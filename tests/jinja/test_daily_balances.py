"""The query of daily balances, as the three daily snapshots have it made."""

import re

from support.macros import Macros


def test_a_measure_is_named_once():
    """In an opening balance it is 0, and in a filler; a run that restates sums it."""
    run = {
        "entries": "entries",
        "posted": "days",
        "key": ["status"],
        "since": {},
        "measures": {"reopened": "if(direction = 'again', event_count, 0)"},
        "details": [],
        "last_day": "date'2015-09-30'",
        "published_to": "2015-09-29",
        "restates_from": "2015-09-01",
    }
    text = Macros().call("_daily_balances", run)
    query = re.sub(r"\s+", " ", text)
    assert "if(direction = 'again', event_count, 0) as reopened" in query
    assert "0 as reopened, quantity_on_hand as daybook_moved from days" in query
    assert "then reopened else 0 end as reopened" in query
    assert query.count("sum(reopened) as reopened") == 2
