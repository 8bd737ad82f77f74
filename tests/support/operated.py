"""The statements of each operation's example, one operation after the other."""

import re
import shlex
from collections.abc import Iterator

import yaml

from support import statements
from support.compiled_sql import COMMENT, IDS

CHANGE = re.compile("create|insert|alter|drop")
ORDERS, ENTRIES = "monthly_orders", "fct_issue_entries"
# In an order in which each has something to do.
ORDER = (
    *("list_batches", "check_model", "publish_batch", "protect_batch"),
    *("unprotect_batch", "clean_batches", "recover", "compact_batches"),
    *("remove_model", "adopt_table"),
)
# Nothing was replaced a week ago.
MORE = {"clean_batches": {"older_than_days": 0}}


def arguments(operation, code):
    """What the command of an example gives to the operation."""
    *command, name, option, given = shlex.split(code)
    assert command == ["dbt", "run-operation"]
    assert (name, option) == (f"daybook.{operation}", "--args")
    return yaml.safe_load(given) | MORE.get(operation, {})


def die(project):
    """A run of the entries dies before its view shows what it has committed."""
    project.feed(
        "issue_events",
        "issue_id string, status string, event_at timestamp_ntz, team string",
        [("ISS-3", "Opened", "2015-09-09 10:00", "Data")],
    )
    project.ok(select="stg_issue_events")
    with statements.ends_at(f"alter view .*{ENTRIES} as"):
        project.run(select=ENTRIES)
    project.expire_locks()


def drop_the_clone(project):
    """It shows the batch that is to be cleaned."""
    project.query(f"drop view {project.schema}.orders_audited")


def have_a_table(project):
    """One that is as the model was before it was removed."""
    project.query(
        f"create table {project.schema}.old_orders using parquet"
        f" partitioned by (order_month) as select * from {project.schema}.orders"
    )


BEFORE = {"recover": die, "clean_batches": drop_the_clone, "adopt_table": have_a_table}


def operate(project, examples) -> Iterator[tuple[str, list[str]]]:
    """Each operation, and what its example sends: the statements that change something,
    or, where none does, all."""
    first, *_ = project.published(ORDERS)
    for operation in ORDER:
        given = arguments(operation, examples.pop(operation).code)
        if "batch_id" in given:
            assert given["batch_id"] == int(IDS[0])
            given["batch_id"] = first
        BEFORE.get(operation, lambda project: None)(project)
        sent = []

        def note(sql, send, sent=sent):
            sent.append(COMMENT.sub("", sql).strip())
            send()

        with statements.each(note):
            project.operate(operation, **given)
        yield operation, [sql for sql in sent if CHANGE.match(sql)] or sent
    assert not examples
