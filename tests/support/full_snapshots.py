"""Random full snapshots of scopes, in random order, and what is true by them."""

import json
import random
from dataclasses import dataclass

TIMES = 16
OPEN = 9223372036854775807


@dataclass(frozen=True)
class Snapshot:
    scope: str
    taken_at: int
    recorded: int
    batch: int
    # {key: values}
    rows: dict

    def lines(self):
        for key, (text, amount) in self.rows.items():
            yield {
                "branch": self.scope,
                "id": key,
                "text": text,
                "amount": amount,
                "taken": self.taken_at,
                "recorded": self.recorded,
                "batch": self.batch,
            }


def random_snapshots(seed, keys, batches):
    """Snapshots of three scopes. Some come late, some twice, and in a batch they are
    recorded in any order. Keys go and come back, also in another scope."""
    rng = random.Random(seed)
    snapshots = []
    for scope in ("DE", "FR", "it's"):
        there = {
            key: ("x", rng.choice([1, None]))
            for key in range(keys)
            if rng.random() < 0.7
        }
        times = sorted(rng.sample(range(TIMES), TIMES - 4))
        # Most come in order.
        order = sorted(times, key=lambda time: time + rng.choice([0, 0, 0, 3, 6]))
        for place, time in enumerate(order):
            batch = 1 + place * batches // len(order)
            snapshots.append((scope, time, batch))
        contents = {}
        for time in times:
            for key in range(keys):
                if rng.random() < 0.08:
                    there.pop(key, None)
                elif rng.random() < 0.1:
                    there[key] = (
                        rng.choice(["x", "y", None]),
                        rng.choice([1, 2, None]),
                    )
            contents[time] = dict(there)
        snapshots = [
            (*each, contents[each[1]]) if len(each) == 3 else each for each in snapshots
        ]
    made = []
    for number in range(1, batches + 1):
        own = [each for each in snapshots if each[2] == number]
        rng.shuffle(own)
        for place, (scope, time, batch, rows) in enumerate(own):
            recorded = batch * 100 + (place if rng.random() < 0.7 else 0)
            made.append(Snapshot(scope, time, recorded, batch, rows))
        # Once more as it was, in this batch, also of a time of an earlier one.
        for each in rng.sample(made, min(4, len(made))):
            recorded = number * 100 + 99 if each.batch < number else each.recorded
            made.append(
                Snapshot(each.scope, each.taken_at, recorded, number, each.rows)
            )
    return made


def true_at(snapshots, recorded=OPEN):
    """{(scope, key, moment): values}: what the last snapshot up to a moment has, of
    those that were recorded by then."""
    cells = {}
    for scope in {each.scope for each in snapshots}:
        known = [e for e in snapshots if e.scope == scope and e.recorded <= recorded]
        own, there = {each.taken_at: each.rows for each in known}, {}
        for moment in range(TIMES):
            there = own.get(moment, there)
            for key, values in there.items():
                cells[scope, key, moment] = values
    return cells


def in_order(snapshots, runs):
    """Those that are later than all of their scope in earlier runs."""
    latest, taken = {}, []
    for first, last in runs:
        new = [each for each in snapshots if first <= each.batch <= last]
        taken += [e for e in new if e.taken_at > latest.get(e.scope, -1)]
        for each in new:
            at = max(each.taken_at, latest.get(each.scope, -1))
            latest[each.scope] = at
    return taken


def true_if_kept(snapshots):
    """What the last snapshot up to a moment that has the key says of it."""
    cells = {}
    for each in sorted(snapshots, key=lambda each: each.taken_at):
        for key, values in each.rows.items():
            for moment in range(each.taken_at, TIMES):
                cells[each.scope, key, moment] = values
    return cells


def versions(cells):
    """The rows that a history has of it: (scope, key, values, from, until)."""
    rows, last = [], {}
    for (scope, key, moment), values in sorted(cells.items(), key=lambda item: item[0]):
        before = last.get((scope, key))
        if before and before[2] == moment and before[1] == values:
            before[2] = moment + 1
        else:
            last[scope, key] = before = [moment, values, moment + 1]
            rows.append((scope, key, before))
    return sorted(
        (
            (scope, key, values, first, OPEN if until == TIMES else until)
            for scope, key, (first, values, until) in rows
        ),
        key=str,
    )


def feed_snapshots(project, snapshots, folder, name="copies"):
    """The model `name`: those of the batches between the variables from and to."""
    file = folder / f"{name}.json"
    lines = [json.dumps(line) for each in snapshots for line in each.lines()]
    file.write_text("\n".join(lines))
    project.query(
        f"create table {project.schema}.all_{name} using parquet as select branch,"
        " cast(id as int), text, cast(amount as int), cast(taken as bigint),"
        f" cast(recorded as bigint), cast(batch as int) from json.`{file}`"
    )
    project.model(
        name,
        "select branch, id, text, amount, taken, recorded"
        f" from {{{{ target.schema }}}}.all_{name}"
        " where batch between {{ var('from') }} and {{ var('to') }}",
        'batch="append"',
    )
