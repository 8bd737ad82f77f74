"""What a batched model of one row costs, beside dbt-spark's table of the same row.

    python tools/bench/one_row.py

Five models of each kind, one after the other in each of three runs; the median of their
seconds. A table is dropped and written anew; a batched model locks, logs and flips.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOOLS), str(TOOLS.parent / "tests")]

from console import Parser, run  # noqa: E402
from server import temporary_server  # noqa: E402
from support.batch_project import Project  # noqa: E402

KINDS = {
    "table": '{{ config(materialized="table", file_format="parquet") }}',
    "batched": '{{ config(materialized="batched") }}',
    "batched, by month": '{{ config(materialized="batched", partition_by="month") }}',
    "batched, nothing new": (
        '{{ config(materialized="batched", batch="append") }} '
        "select * except (posted_batch_id) "
        'from {{ daybook.new_batches(ref("upstream")) }} union all '
    ),
}


def main() -> None:
    Parser(__doc__).parse_args()
    seconds = {kind: [] for kind in KINDS}
    with temporary_server() as server, TemporaryDirectory() as folder:
        project = Project(Path(folder), server.port, "bench_one_row")
        row = "select 1 as id, '2015-06' as month"
        project.model("upstream", row, 'batch="append"')
        project.ok(select="upstream")
        for number in range(5):
            for kind, config in KINDS.items():
                name = f"{kind.replace(', ', '_').replace(' ', '_')}_{number}"
                project.model(name, f"{config} {row}", None)
        for _ in range(4):
            taken = {}

            def note(event, taken=taken):
                if event.info.name == "LogModelResult":
                    node = event.data.node_info.node_name
                    taken[node] = event.data.execution_time

            project.ok("--exclude", "upstream", "--threads", "1", on_event=note)
            for kind in KINDS:
                stem = kind.replace(", ", "_").replace(" ", "_")
                seconds[kind] += [taken[f"{stem}_{number}"] for number in range(5)]
    table = Table("model", "seconds", "more than table", "as a ratio")
    usual = median(seconds["table"][5:])
    for kind, each in seconds.items():
        # The first run creates what the others find.
        middle = median(each[5:])
        table.add_row(
            kind, f"{middle:.2f}", f"{middle - usual:+.2f}", f"{middle / usual:.1f}"
        )
    Console().print(table)


if __name__ == "__main__":
    run(main)
