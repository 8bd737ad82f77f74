"""Machines with dbt whose clocks are hours ahead or behind."""

import re
import time
from datetime import datetime, timezone

from support.clocks import clock_off_by

COLUMNS = "id int"
BUSY = "has been writing it since"


def seconds_from_now(event):
    at = datetime.strptime(event["at"], "%Y-%m-%d %H:%M:%S").replace(
        tzinfo=timezone.utc
    )
    return at.timestamp() - time.time(), event["batch_id"] - time.time()


def test_the_clock_of_the_metastore_decides(project, capsys):
    project.fed_model("timed")
    project.fed_model("held")
    for number in (1, 2):
        project.feed("timed", COLUMNS, [(number,)])
        project.feed("held", COLUMNS, [(number,)])
        project.ok()
    first = project.published("timed")[0]
    for ahead in (7, -7, 24 * 365):
        # A run that lives has its lock for six hours, and has just begun.
        project.lock("held__lock")
        project.feed("timed", COLUMNS, [(ahead,)])
        capsys.readouterr()
        with clock_off_by(ahead):
            outcome = project.run(select="timed held")
            cleaned = project.operate(
                "clean_batches", model="timed", older_than_days=7, apply=True
            )
        assert BUSY in outcome["held"]
        assert outcome["timed"] == "success"
        wrong = "behind" if ahead < 0 else "ahead of"
        said = capsys.readouterr().out + cleaned
        assert re.search(rf"is {abs(ahead) * 60} minutes {wrong} the metastore's", said)
        last = project.log("timed")[-1]
        assert all(abs(seconds) < 300 for seconds in seconds_from_now(last)), last
        assert project.ids("timed") == [ahead]
        # What was replaced a minute ago stays for seven days.
        assert first in project.ids_on_disk("timed")
        project.expire_locks()
        with clock_off_by(ahead):
            project.ok(select="held")
        assert project.locks() == []


def test_the_metastore_dates_a_lock_again_when_it_is_renewed(project):
    """A run renews its lock with this statement, and the lock expires by this date."""
    project.lock("renewed__lock")
    lock = f"{project.schema}__daybook.renewed__lock"
    times = []
    for number in range(2):
        time.sleep(2 * number)
        project.query(f"alter view {lock} set tblproperties ('daybook.renewed' = '1')")
        properties = dict(project.query(f"show tblproperties {lock}"))
        times.append(int(properties["transient_lastDdlTime"]))
    assert 2 <= times[1] - times[0] < 60
