"""What readers meet while a model is published again, by daybook and by its peers.

Four connections read a model of ten partitions over and over while dbt rebuilds it. All
five are dbt models on one server. A read is mixed if it finds anything else than one
publish, stale if a later one had been finished when it began. Seconds are those of the
model in a dbt run, the median.
"""

from pathlib import Path
from statistics import median

from rich.table import Table

from bench.parts import delta
from bench.parts.sql import sql
from bench.parts.steps import seconds_of
from console import say
from server import Server
from support.batch_project import Project
from support.readers import COLUMNS, Published, Readers, rows

SETTINGS = delta.settings
OPTIONS = {"republishes": (30, {})}
READERS = 4
CONFIGS = {
    "delta": 'materialized="table", file_format="delta"',
    "batched": 'materialized="batched"',
    "insert_overwrite": (
        'materialized="incremental", incremental_strategy="insert_overwrite",'
        ' file_format="parquet"'
    ),
    "table": 'materialized="table", file_format="parquet"',
}


def measure(server: Server, folder: Path, options):
    columns = ("republishes", "reads", "failed", "mixed", "stale", "seconds each")
    table = Table("model", *columns)
    project = Project(folder, server.port, "bench_readers")
    models = {name: sql("new_rows", config=CONFIGS[name]) for name in CONFIGS}
    models["view_of_two_tables"] = sql("view_of_two_tables")
    for name, text in models.items():
        project.model(name, text, None)
    for name in models:
        readers, seconds = republished(project, name, options.republishes)
        table.add_row(
            name,
            str(options.republishes),
            str(sum(readers.reads)),
            *(str(readers.counts[kind]) for kind in ("failed", "mixed", "stale")),
            f"{seconds:.2f}",
        )
        amiss = [f"{kind}: {what}"[:200] for kind, what in readers.problems]
        say(f"{name}: {amiss[0] if amiss else 'nothing amiss'}")
    yield table


def republished(project: Project, name: str, times: int) -> tuple[Readers, float]:
    """The model's readers, and the median of its seconds."""
    taken = []

    def publish(marker):
        project.feed("months", COLUMNS, rows(marker))
        taken.append(seconds_of(project, select=name)[name])

    publish(0)
    published = Published(0)
    relation = f"{project.schema}.{name}"
    with Readers(READERS, project.port, relation, published) as readers:
        for marker in range(1, times + 1):
            with published.moving_to(marker):
                publish(marker)
    # The first creates what the others find.
    return readers, median(taken[1:])
