"""The statements of each operation's example, one operation after the other."""

import re
import shlex
import time
from collections.abc import Iterator

import yaml

from support import statements
from support.compiled_sql import IDS, without_comment

# A temporary view is there for the questions that are asked of it.
CHANGE = re.compile(
    "(?!create or replace temporary|drop view daybook_files)(create|insert|alter|drop)"
)
ASKS = ("list_batches", "check_model")
EVENT_COLUMNS = "issue_id string, status string, event_at timestamp_ntz, team string"
ORDERS, ENTRIES = "monthly_orders", "fct_issue_entries"
# In this order, each operation has something to do.
ORDER = (
    *("list_batches", "check_model", "publish_batch", "protect_batch"),
    *("unprotect_batch", "clean_batches", "recover", "compact_batches"),
    *("remove_model", "adopt_table"),
)
# By default, only files that were replaced more than a week ago are cleaned.
MORE = {"clean_batches": {"older_than_days": 0}}


def arguments(operation, code):
    """The arguments in an example's command, and those in MORE."""
    *command, name, option, given = shlex.split(code)
    assert command == ["dbt", "run-operation"]
    assert (name, option) == (f"daybook.{operation}", "--args")
    return yaml.safe_load(given) | MORE.get(operation, {})


def die(project):
    """A run of the entries dies before its view shows what it has committed."""
    rows = [("ISS-3", "Opened", "2015-09-09 10:00", "Data")]
    project.feed("issue_events", EVENT_COLUMNS, rows)
    project.ok(select="stg_issue_events")
    with statements.ends_at(f"alter view .*{ENTRIES} as"):
        project.run(select=ENTRIES)
    project.expire_locks()


def drop_the_clone(project):
    """The clone shows the batch that is to be cleaned."""
    project.query(f"drop view {project.schema}.orders_audited")


def have_a_table(project):
    """A table with the columns and partitions of the model, to be adopted."""
    # No batch of another model has the same id.
    time.sleep(1)
    project.query(
        f"create table {project.schema}.old_orders using parquet"
        f" partitioned by (order_month) as select * from {project.schema}.orders"
    )


BEFORE = {"recover": die, "clean_batches": drop_the_clone, "adopt_table": have_a_table}


def operate(project, examples) -> Iterator[tuple[str, list[str]]]:
    """Yields each operation with the statements that its example sends: those that
    change something, or all if it only asks."""
    first, *_ = project.published(ORDERS)
    for operation in ORDER:
        given = arguments(operation, examples.pop(operation).code)
        if "batch_id" in given:
            assert given["batch_id"] == int(IDS[0])
            given["batch_id"] = first
        BEFORE.get(operation, lambda project: None)(project)
        sent = []

        def note(sql, send, sent=sent):
            sent.append(without_comment(sql))
            send()

        with statements.each(note):
            project.operate(operation, **given)
        if operation not in ASKS:
            sent = [sql for sql in sent if CHANGE.match(sql)]
            assert any("__lock" not in sql for sql in sent), operation
        yield operation, sent
    assert not examples
