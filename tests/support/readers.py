"""Readers of a model that is published meanwhile, and what each read may find.

Each batch of the model brings one row for every partition, with the batch's marker. So
all partitions hold the same markers, and which they are says what was published.
"""

import threading
from collections import Counter
from contextlib import contextmanager
from operator import gt

from support.batch_project import connect
from support.waiting import wait_for

MONTHS = [f"2015-{month:02}" for month in range(1, 11)]
COLUMNS = "marker int, month string"
# Spark writes an array as Python writes a list.
READ = """
    select count(distinct markers), count(*), min(markers)
    from (
        select month, cast(sort_array(collect_list(marker)) as string) as markers
        from {relation}
        group by month
    )
"""


def rows(marker):
    return [(marker, month) for month in MONTHS]


class Published:
    """What its writer publishes: one list of markers after the other."""

    def __init__(self, *markers):
        self.states, self.floor = [str([*markers])], 0
        self.raising = threading.Lock()

    @contextmanager
    def moving_to(self, *markers):
        """Within the block readers may find the old or the new, then only the new."""
        self.states.append(str([*markers]))
        yield
        self._raise_floor(len(self.states) - 1)

    def allows(self, found, floor):
        """Whether a read may find this that began at a floor, and has just ended.

        Once a read has found the new, no read that begins later may find the old.
        """
        since = [p for p in range(floor, len(self.states)) if self.states[p] == found]
        if since:
            self._raise_floor(since[0])
        return bool(since)

    def _raise_floor(self, position):
        with self.raising:
            self.floor = max(self.floor, position)


class Readers:
    """Connections that read until the block ends, each in a thread of its own."""

    def __init__(self, number, port, relation, published):
        self.port, self.published = port, published
        self.sql = READ.format(relation=relation)
        self.reads = [0] * number
        # How many were failed, mixed or stale; and in words, what was wrong.
        self.counts, self.problems = Counter(), []
        self.running = True
        self.threads = [
            threading.Thread(target=self._read_on, args=(reader,), daemon=True)
            for reader in range(number)
        ]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error):
        self.running = False
        for thread in self.threads:
            thread.join()

    def wait_for_new_reads(self):
        """Until every read under way is one that began after this was called."""
        before = [*self.reads]
        wait_for(lambda: all(map(gt, self.reads, before)))

    def _read_on(self, reader):
        cursor = connect(self.port)
        while self.running:
            floor = self.published.floor
            try:
                cursor.execute(self.sql)
                self._judge(cursor.fetchone(), floor)
            except Exception as error:
                self._note("failed", str(error))
            self.reads[reader] += 1

    def _judge(self, row, floor):
        different, months, found = row
        if (different, months) != (1, len(MONTHS)):
            self._note("mixed", row)
        elif not self.published.allows(found, floor):
            self._note("stale", f"{found} after {self.published.states[floor]}")

    def _note(self, kind, what):
        self.counts[kind] += 1
        self.problems.append((kind, what))
