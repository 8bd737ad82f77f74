"""Years of daily runs of one model, in the package's macros alone.

The macros decide what they decide in a run: what is compacted, what the view says, what
the log holds, what cleaning removes. What Spark would do is left out: no file is
written, and rows are only counted.
"""

import json
from collections import Counter
from datetime import date, datetime, time, timedelta, timezone
from random import Random
from types import SimpleNamespace

from support.tables import Table

FIRST, SUNDAY = date(2024, 1, 1), 6
# Each day also brings so many parts of earlier days: days late mostly, a year at most.
LATE_PARTS, LATE_SHARE = 15, 0.05
COLUMNS = [f"column_{number:02}" for number in range(20)]
TEAMS = range(100)
# The partitions of a day: their values.
GRAINS = {
    "quarter": lambda day: [(f"{day.year}-{(day.month + 2) // 3}",)],
    "month": lambda day: [(f"{day:%Y-%m}",)],
    "week": lambda day: [(f"{day:%G-%V}",)],
    "day": lambda day: [(f"{day}",)],
    "day and team": lambda day: [(f"{day}", str(team)) for team in TEAMS],
}
LEFT_OUT = ("_insert_rows", "_remove_directories", "_drop_partitions")


class Clock(datetime):
    """What the macros take for the present."""

    @classmethod
    def now(cls, _):
        return cls.present


class Years(Table):
    """A model in partitions of a grain, and what its runs came to.

    count: rows that arrived, and that runs and compactions wrote; the partitions that
    runs wrote; the most that there was of the view, the log and the files.
    """

    def __init__(self, grain, rows_a_day=10**7, **options):
        super().__init__()
        self.partitions_of, self.rows_a_day = GRAINS[grain], rows_a_day
        by = [["at", "string"], ["team", "int"]][: len(grain.split(" and "))]
        self.layout = {"columns": COLUMNS, "partition_by": by, "table_types": {}}
        given = {"partition_by": [name for name, _ in by]} | options
        self.options = self.call("_checked_options", given)
        self.random, self.rows, self.count = Random(0), Counter(), Counter()
        self.leave_out_spark()
        self.kept = self.log()

    def call(self, name, *arguments):
        return self.macros.call(name, self.macros.relation, *arguments)

    def leave_out_spark(self):
        context = self.macros.context
        context["modules"]["datetime"]["datetime"] = Clock
        context["flags"] = SimpleNamespace(EMPTY=False)
        self.compact_files = context["daybook"]["_compact_files"]
        context["daybook"] |= dict.fromkeys(LEFT_OUT, lambda *_, **__: None)
        context["daybook"] |= {
            "_compact_files": self.compact,
            "_files_check": lambda *_: {"partitions": self.merged, "strays": []},
            "describe": lambda *_: {"columns": [[name] for name in COLUMNS]},
            "_registered_directories": lambda *_: [],
            "_docs_digest": lambda _: "0" * 32,
            "_write_view": lambda _, text, **_more: self.note("view", len(text)),
        }

    def note(self, what, number):
        """The most that there ever was of it."""
        self.count[what] = max(self.count[what], number)

    def arrivals(self, day):
        """{partition: rows} of a day."""
        late = int(self.rows_a_day * LATE_SHARE)
        today = self.partitions_of(day)
        found = Counter(dict.fromkeys(today, (self.rows_a_day - late) // len(today)))
        for _ in range(LATE_PARTS):
            age = min(365, int(self.random.paretovariate(0.8)))
            partitions = self.partitions_of(max(FIRST, day - timedelta(age)))
            found[self.random.choice(partitions)] += late // LATE_PARTS
        return Counter({json.dumps(at): rows for at, rows in sorted(found.items())})

    def run(self, number):
        """The run of a day; on Sundays, a cleaning follows."""
        day = FIRST + timedelta(number)
        Clock.present = datetime.combine(day, time(3), timezone.utc)
        self.macros.context["run_started_at"] = Clock.present
        arrived = self.arrivals(day)
        self.rows += arrived
        self.count["arrived"] += arrived.total()
        log = self.call("_compact_if_due", self.kept, self.options)
        is_whole = self.options["batch"] == "replace"
        log = self.publish(
            log, [[key, (self.rows if is_whole else arrived)[key]] for key in arrived]
        )
        if day.weekday() == SUNDAY:
            files = self.call("_batches_to_clean", log, 7)
            log = self.call("_drop_files", log, files) if files else log
        if due := self.macros.call("_checkpoints_due", log):
            self.call("_keep_log_short", log, due)
            log = self.log()
        self.kept = log
        self.note("log", sum(map(len, self.properties.values())))
        self.note("on disk", batches_in(log["state"]["files"]))

    def publish(self, log, partitions):
        self.count["partitions"] += len(partitions)
        self.note("most partitions", len(partitions))
        self.count["written"] += sum(rows for _, rows in partitions)
        started = self.macros.call("_started_event", log, {})
        log = self.call("_files_write_event", log, started)
        plan = self.macros.call("_empty_plan") | {"inputs": []}
        batch = {
            "event": log["events"][-1],
            "layout": self.layout,
            "partitions": partitions,
        }
        run = (log["state"], self.options, plan)
        by = self.layout["partition_by"]
        replaced = self.macros.call("_replaced_partitions", *run, partitions, by)
        committed = self.macros.call(
            "_committed_run", self.macros.relation, *run, batch, replaced
        )
        log = self.call("_files_write_event", log, committed)
        return self.call("_flip_pointer", log)

    def compact(self, relation, log, merged):
        old = log["state"] | {"pointer": merged}
        self.merged = [
            [key, self.macros.call("rows_of_pointer", old, [key])] for key in merged
        ]
        self.count["compactions"] += 1
        self.note("most partitions", len(merged))
        self.count["written"] += sum(rows for _, rows in self.merged)
        return self.compact_files(relation, log, merged)


def batches_in(files):
    """How many pairs of a partition and a batch there are."""
    return sum(map(len, files.values()))
