"""What a batched model of one row costs, beside dbt-spark's table of the same row.

Five models of each kind, one after the other in each of three runs; the median of their
seconds. A table is dropped and written again; a batched model locks, logs and flips.
"""

from pathlib import Path
from statistics import median

from rich.table import Table

from bench.parts.steps import seconds_of
from server import Server
from support.batch_project import Project

OPTIONS = {}
KINDS = {
    "table": '{{ config(materialized="table", file_format="parquet") }}',
    "batched": '{{ config(materialized="batched") }}',
    "batched_by_month": '{{ config(materialized="batched", partition_by="month") }}',
    "batched_nothing_new": (
        '{{ config(materialized="batched", meta={"batch": "append"}) }} '
        "select * except (posted_batch_id) "
        'from {{ daybook.new_batches(ref("upstream")) }} union all '
    ),
}
RUNS = 3


def measure(server: Server, folder: Path, options):
    project = Project(folder, server.port, "bench_one_row")
    row = "select 1 as id, '2015-06' as month"
    project.model("upstream", row, 'meta={"batch": "append"}')
    project.ok(select="upstream")
    for number in range(5):
        for kind, config in KINDS.items():
            project.model(f"{kind}_{number}", f"{config} {row}", None)
    command = ("--exclude", "upstream", "--threads", "1")
    # The first run creates what the others find.
    _, *runs = (seconds_of(project, *command) for _ in range(1 + RUNS))
    seconds = {
        kind: median(run[f"{kind}_{number}"] for run in runs for number in range(5))
        for kind in KINDS
    }
    table = Table("model", "seconds", "more than table", "as a ratio")
    usual = seconds["table"]
    for kind, each in seconds.items():
        table.add_row(
            kind, f"{each:.2f}", f"{each - usual:+.2f}", f"{each / usual:.1f}"
        )
    yield table
