"""What readers meet while a model is published again, by daybook and by its peers.

    python tools/bench/readers.py [republishes]

Four connections read a model of ten partitions over and over while dbt builds it anew,
30 times by default. All five are dbt models on one server. A read is mixed if it finds
anything else than one publish, stale if a later one had been finished when it began.
Seconds are those of the model in a dbt run, the median.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOOLS), str(TOOLS.parent / "tests")]

from parts import delta  # noqa: E402

from console import Parser, run, say  # noqa: E402
from server import temporary_server  # noqa: E402
from support.batch_project import Project  # noqa: E402
from support.readers import COLUMNS, Published, Readers, rows  # noqa: E402

READERS = 4
NEW_ROWS = "select * from {{ target.schema }}.months_in"
# Two tables in turn: the one that the view does not show is written, then shown.
TWO_TABLES = """
{%- set marker = "select max(marker) from " ~ target.schema ~ ".months_in" -%}
{%- if execute -%}
    {%- set side = target.schema ~ ".side_" ~ run_query(marker).rows[0][0] % 2 -%}
    {%- do run_query("drop table if exists " ~ side) -%}
    {%- do run_query(
        "create table " ~ side ~ " using parquet partitioned by (month)"
        ~ " as select * from " ~ target.schema ~ ".months_in"
    ) -%}
{%- endif -%}
select * from {{ side }}
"""
MODELS = {
    "delta": ('materialized="table", file_format="delta"', NEW_ROWS),
    "batched": ('materialized="batched"', NEW_ROWS),
    "insert_overwrite": (
        'materialized="incremental", incremental_strategy="insert_overwrite",'
        ' file_format="parquet"',
        NEW_ROWS,
    ),
    "table": ('materialized="table", file_format="parquet"', NEW_ROWS),
    "view_of_two_tables": ('materialized="view"', TWO_TABLES),
}


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("republishes", nargs="?", type=int, default=30)
    republishes = parser.parse_args().republishes
    columns = ("republishes", "reads", "failed", "mixed", "stale", "seconds each")
    table = Table("model", *columns)
    with temporary_server(delta.settings()) as server, TemporaryDirectory() as folder:
        project = Project(Path(folder), server.port, "bench_readers")
        for name, (config, sql) in MODELS.items():
            head = f'{{{{ config({config}, partition_by="month") }}}}'
            project.model(name, f"{head}\n{sql}", None)
        for name in MODELS:
            readers, seconds = republished(project, name, republishes)
            table.add_row(
                name,
                str(republishes),
                str(sum(readers.reads)),
                *(str(readers.counts[kind]) for kind in ("failed", "mixed", "stale")),
                f"{seconds:.2f}",
            )
            amiss = [f"{kind}: {what}"[:200] for kind, what in readers.problems]
            say(f"{name}: {amiss[0] if amiss else 'nothing amiss'}")
    Console().print(table)


def republished(project: Project, name: str, times: int) -> tuple[Readers, float]:
    """The model's readers, and the median of its seconds."""
    taken = []

    def note(event):
        if event.info.name == "LogModelResult":
            taken.append(event.data.execution_time)

    def publish(marker):
        project.feed("months", COLUMNS, rows(marker))
        project.ok(select=name, on_event=note)

    publish(0)
    published = Published(0)
    relation = f"{project.schema}.{name}"
    with Readers(READERS, project.port, relation, published) as readers:
        for marker in range(1, times + 1):
            with published.moving_to(marker):
                publish(marker)
    # The first creates what the others find.
    return readers, median(taken[1:])


if __name__ == "__main__":
    run(main)
