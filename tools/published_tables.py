"""Keep the rows that the models publish, to compare them with another version's.

    python tools/published_tables.py keep FOLDER        the sample, after each arrival
    python tools/published_tables.py compare OLD NEW    row by row

Batch ids are left aside, and of sketches it keeps what they estimate: their bytes also
depend on how the rows were spread over tasks.

With DAYBOOK_DATA, the folder of the full event data, `keep` takes the incidents too.
"""

import gzip
import os
from collections import Counter
from pathlib import Path

from arrival import Arrival, from_events, sample
from console import Parser, Problem, alone, run, say
from project import Target
from server import HOME, Server
from spark import ROOT
from temporary_server import temporary_server

IDS = ["batch_id", "posted_batch_id"]
# Ids come from the clock; which batch posted a row, the first or the third, does not.
POSTED_BY = "dense_rank() over (order by posted_batch_id) as posted_by"


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("command", choices=["keep", "compare"])
    parser.add_argument("folders", nargs="+", type=Path)
    given = parser.parse_args()
    if len(given.folders) != (1 if given.command == "keep" else 2):
        parser.error("keep takes one folder, and compare two")
    (keep if given.command == "keep" else compare)(*given.folders)


def keep(folder: Path) -> None:
    if folder.exists():
        raise Problem(f"{folder} already exists: name another folder.")
    with alone(HOME / "run.lock"), temporary_server() as server:
        keep_from(server, _arrivals(server), folder)


def keep_from(server: Server, arrivals: list[Arrival], folder: Path) -> None:
    for number, arrival in enumerate(arrivals, 1):
        say(f"{arrival.name}:")
        target = Target(server, arrival.schema)
        target.dbt(*arrival.command, variables=arrival.variables)
        keep_tables(target, folder / f"{number}_{arrival.schema}")


def _arrivals(server: Server) -> list[Arrival]:
    data = os.environ.get("DAYBOOK_DATA")
    if not data:
        return sample()
    events = Path(data, "incidents", "events.parquet")
    config = ROOT / "examples" / "incidents.yml"
    return [*sample(), from_events(server, str(events), str(config))]


def keep_tables(target: Target, folder: Path) -> None:
    folder.mkdir(parents=True)
    for _, table, *_ in target.query("show tables in {schema}"):
        # What stands beside a model, such as its batches.
        if "__" in table:
            continue
        described = target.query("describe table {schema}.{table}", table=table)
        sql = f"select {kept_row(described)} from {{schema}}.{{table}}"
        rows = sorted(row for (row,) in target.query(sql, table=table))
        with gzip.open(folder / f"{table}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{row}\n" for row in rows)


def kept_row(described: list[tuple]) -> str:
    """SQL of what is kept of a row, for [(column, type, ...), ...]."""
    sketches = [
        name
        for name, kind, *_ in described
        if kind == "binary" and name.endswith("_sketch")
    ]
    is_batched = {*IDS} <= {name for name, *_ in described}
    others = [f"hll_sketch_estimate(`{name}`) as `{name}`" for name in sketches]
    others += [POSTED_BY] if is_batched else []
    left_out = [f"`{name}`" for name in sketches] + (IDS if is_batched else [])
    rest = f"* except ({', '.join(left_out)})" if left_out else "*"
    return f"to_json(struct({', '.join([rest, *others])}))"


def compare(old: Path, new: Path, briefly: bool = False) -> str:
    """How much is equal; what is not is a problem. Briefly, that is all it says."""
    differences, equal = 0, 0
    names = {
        file.relative_to(folder)
        for folder in (old, new)
        for file in folder.rglob("*.jsonl.gz")
    }
    for name in sorted(names):
        if not ((old / name).exists() and (new / name).exists()):
            say(f"{name}: it is in one of the folders only")
            differences += 1
            continue
        before, after = _rows(old / name), _rows(new / name)
        gone, come = before - after, after - before
        equal += (before & after).total()
        if briefly and before == after:
            continue
        say(
            f"{name}: {before.total()} rows, "
            + (f"{gone.total()} gone, {come.total()} new" if gone or come else "equal")
        )
        for sign, rows in (("-", gone), ("+", come)):
            for row in list(rows)[:3]:
                say(f"  {sign} {row.strip()}")
        differences += bool(gone or come)
    if differences or not names:
        raise Problem(f"{differences} of {len(names)} tables differ.")
    return f"{len(names)} tables with {equal:,} rows are equal"


def _rows(file: Path) -> Counter:
    with gzip.open(file, "rt", encoding="utf-8") as rows:
        return Counter(rows)


if __name__ == "__main__":
    run(main)
