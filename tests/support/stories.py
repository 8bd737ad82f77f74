"""A model's log as random runs and operations would write it, beside its rows.

The story knows rows alone: which there are on disk, in the directory of a partition and
a batch, and which of them readers are to see. What the macros make of the log has to
lead to the same rows.
"""

import json
import random

ALL = "all"
# What a batch says of its model, besides its partitions; the fields of a log that it
# does not have here have their defaults.
SAID = {"columns": ["id"], "batch": "append", "file_format": "parquet"}


def key_of(values):
    """A partition as the log names it."""
    return json.dumps([str(value) for value in values])


class Story:
    def __init__(self, seed, partition_by=(("month", "string"),), values=None):
        self.random = random.Random(seed)
        self.partition_by = [[*column] for column in partition_by]
        self.values = values or [(f"2015-{month:02}",) for month in range(1, 7)]
        self.keys = {key_of(value): value for value in self.values}
        self.events, self.next_id, self.next_row = [], 100, 1
        # {(partition, batch id): rows}; nobody may see those that dead writes left.
        self.disk = {}
        # {row: (partition, batch id)} that readers are to see, and so it was.
        self.shown, self.past = {}, [{}]
        self.dead = []
        self.private = []

    def tell(self, steps):
        for _ in range(steps):
            kinds = ["commit"] * 6 + ["fail", "compact", "point", "clean", "protect"]
            getattr(self, self.random.choice(kinds))()
        return self

    def some_keys(self, most=4):
        most = min(most, len(self.keys))
        return self.random.sample(list(self.keys), self.random.randint(0, most))

    def new_id(self):
        self.next_id += self.random.randint(1, 3)
        return self.next_id

    def commit(self, keys=None, replaced=None, rows=None, **more):
        keys = self.some_keys() if keys is None else keys
        if replaced is None:
            replaced = self.random.choice([[], [], keys, self.some_keys(), ALL])
        batch, shown = self.new_id(), dict(self.shown)
        for row, (key, _) in self.shown.items():
            if replaced == ALL or key in replaced:
                del shown[row]
        partitions = []
        for key in keys:
            new = self.new_rows(rows or self.random.choice([1, 1, 2, 50]))
            self.disk[key, batch] = new
            shown |= dict.fromkeys(new, (key, batch))
            partitions.append([key, len(new)])
        event = {
            "event": "committed",
            "batch_id": batch,
            "at": "2015-06-01 00:00:00",
            "partitions": partitions,
            "replaced": replaced,
            "inputs": {},
            "partition_by": self.partition_by,
            "private": self.private,
        }
        self.end(SAID | event | more, shown)
        return batch

    def new_rows(self, count):
        self.next_row += count
        return [*range(self.next_row - count, self.next_row)]

    def fail(self):
        """What a dead write has left is anywhere."""
        batch = self.new_id()
        self.dead.append(batch)
        for key in self.some_keys():
            self.disk[key, batch] = [f"dead {batch}"]
        event = {"event": "failed", "batch_id": batch, "why": "it died"}
        self.end(event, self.shown)

    def compact(self, merged=None):
        if merged is None:
            by_key = self.pointer()
            keys = [key for key in self.some_keys() if key in by_key]
            merged = {
                key: self.random.sample(
                    by_key[key], self.random.randint(1, len(by_key[key]))
                )
                for key in keys
            }
        if not merged:
            return
        batch, shown, partitions = self.new_id(), dict(self.shown), []
        for key, ids in merged.items():
            rows = [
                row for row, at in self.shown.items() if at in [(key, i) for i in ids]
            ]
            self.disk[key, batch] = rows
            shown |= dict.fromkeys(rows, (key, batch))
            partitions.append([key, len(rows)])
        event = {
            "event": "compacted",
            "batch_id": batch,
            "at": "2015-06-01 00:00:00",
            "partitions": partitions,
            "merged": [[key, ids] for key, ids in merged.items()],
        }
        self.end(event, shown)

    def protect(self):
        self.end({"event": "protected", "of": 1, "of_position": 1}, self.shown)

    def clean(self):
        """Files that nobody sees go, half of them: first said, then done."""
        seen, files = set(self.shown.values()), {}
        for key, batch in [*self.disk]:
            hidden = (key, batch) not in seen and batch not in self.dead
            if hidden and self.random.random() < 0.5:
                files.setdefault(key, []).append(batch)
        self.end({"event": "dropping", "files": files}, self.shown)
        for key, ids in files.items():
            for batch in ids:
                del self.disk[key, batch]
        self.end({"event": "dropped", "files": files, "at": ""}, self.shown)

    def point(self, macros=None, to=None):
        """Back to what was shown once, where its files are still there; with the
        macros, their event says what the move changes."""
        positions = [
            event["position"]
            for event in self.events
            if event["event"] == "committed"
            and all(at in self.disk for at in self.past[event["position"]].values())
        ]
        if not positions:
            return
        position = to or self.random.choice(positions)
        shown, committed = self.past[position], self.events[position - 1]
        pointer = self.pointer(shown)
        event = {
            "event": "pointed",
            "to": committed["batch_id"],
            "at": "2015-06-01 00:00:00",
            "in_effect": [],
            "replaced": {},
            "pointer": pointer,
            "since": dict.fromkeys(pointer, position),
            "inputs": {},
        }
        says = {name: committed[name] for name in (*SAID, "partition_by", "private")}
        if macros:
            states = [self.log(macros, up_to)["state"] for up_to in (None, position)]
            event |= macros.call("_pointed_event", *states, committed["batch_id"])
        self.end(says | event, shown)

    def end(self, event, shown):
        self.events.append(event | {"position": len(self.events) + 1})
        self.shown = shown
        self.past.append(shown)

    def pointer(self, shown=None):
        """{partition: batch ids}, of the rows that are shown."""
        pointer = {}
        for key, batch in (self.shown if shown is None else shown).values():
            pointer.setdefault(key, set()).add(batch)
        return {key: sorted(ids) for key, ids in pointer.items()}

    def log(self, macros, up_to=None):
        """The log as the macros have read it."""
        events = json.loads(json.dumps(self.events[:up_to]))
        log = macros.call("_no_log", macros.relation)
        return macros.call("_log_of_events", log, events)

    def read(self, pointer):
        """The rows in the directories of a pointer, each as often as it is read."""
        return sorted(
            row
            for key, ids in pointer.items()
            for i in ids
            for row in self.disk[key, i]
        )
