"""The SQL of the files in bench/sql.

Jinja fills in what stands in [[ ]] and [% %]: {{ }} and {% %} are dbt's.
"""

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bench import ROOT

FILES = Environment(
    loader=FileSystemLoader(ROOT / "bench" / "sql"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    variable_start_string="[[",
    variable_end_string="]]",
    block_start_string="[%",
    block_end_string="%]",
    comment_start_string="[#",
    comment_end_string="#]",
)


def sql(file: str, **values) -> str:
    return FILES.get_template(f"{file}.sql").render(values)


def drawn(*keys: object) -> str:
    """SQL for a number from 0 to 1: as good as random, and the same each time."""
    return f"(pmod(xxhash64({', '.join(map(str, keys))}), 1000003) / 1000003D)"


FILES.globals["drawn"] = drawn
