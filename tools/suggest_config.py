"""Guess what the columns of a log of events are, and write it as a CONFIG beside it.

    python tools/suggest_config.py --events log.csv

It reads the names and a thousand rows. EVENTS of the environment says the same. An
existing file is not changed.
"""

import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shlex import quote

from arrival import Arrival, Origin, variables_of
from config_keys import in_letters
from configuration import DEFAULTS, in_sql, read_config
from console import Parser, Problem, alone, run, say
from event_files import Events, check_text, events_of
from guesses.columns import Column
from guesses.first_run import FirstRun, final_states, first_run
from guesses.roles import Roles, guessed_roles
from guesses.text import guessed_text
from guesses.written import source_of, text_of
from input_rows import InputRows
from landing import columns_of, landed
from project import Target
from server import HOME, Server
from spark_text import quoted_name
from time_formats import form_of
from unusable_rows import refuse_unusable_rows
from wanted_server import wanted_server

ROWS = 1000
SCHEMA = "default"
TABLE = f"{SCHEMA}.daybook_guess"
# A metastore takes 128, and a schema for locks and logs beside it has a longer name.
LETTERS_OF_SCHEMA = 80


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("--events", default=os.environ.get("EVENTS"))
    given = parser.parse_args().events
    if not given:
        raise Problem(
            "EVENTS is missing: name the log, as in `make config EVENTS=...`."
        )
    events = events_of(given)
    config = events.config
    if config.exists():
        raise Problem(f"{config} already exists: remove it first.")
    with alone(HOME / "run.lock"):
        problem = suggest(Target(wanted_server(), SCHEMA), events, config)
    say(f"{config} has the guesses. Review each, then run:")
    say(f"    make run EVENTS={quote(given)} CONFIG={quote(str(config))}")
    if problem:
        say(f"Before that: {problem}")


def suggest(target: Target, events: Events, config: Path) -> Problem | None:
    """Writes CONFIG. What a run would refuse of the log comes back."""
    server = target.server
    keys = guessed_text(events)
    check_text(events, config, DEFAULTS | keys)
    problem = None
    with landed(server, events, TABLE, DEFAULTS | keys | {"schema": SCHEMA}) as table:
        columns = sample_of(server, table, events)
        roles = guessed_roles(columns)
        source = {
            "schema": schema_of(server, events),
            "title": events.title,
            **keys,
            **source_of(roles),
            "time_zone": DEFAULTS["time_zone"],
        }
        rows = rows_of(target, table, Origin(events, config, DEFAULTS | source))
        try:
            refuse_unusable_rows(rows)
        except Problem as found:
            problem = found
        posted = first_run(rows)
        source["terminal_states"] = final_states(rows, posted)
        say(in_words(posted))
    write(config, source, roles, len(columns[0].values), events)
    return problem


def sample_of(server: Server, table: str, events: Events) -> list[Column]:
    names = columns_of(server, table)
    if any(form_of([name]) for name in names):
        raise Problem(
            f"EVENTS {events.name}: its first line must have the names of the columns, "
            f"and has {', '.join(names)}."
        )
    texts = ", ".join(f"string({quoted_name(name)})" for name in names)
    rows = server.query(f"select {texts} from {table} limit {ROWS}")
    if not rows:
        raise Problem(f"EVENTS {events.name} has no rows to guess from.")
    return [
        Column(name, [*values])
        for name, values in zip(names, zip(*rows, strict=True), strict=True)
    ]


def schema_of(server: Server, events: Events) -> str:
    """Named after the log. It ends in a hash of where the log is if a schema of that
    name is there, or if letters were left out, which another log may have."""
    name = in_letters(events.config.stem)[:LETTERS_OF_SCHEMA]
    is_whole = name.replace("_", "") == re.sub(r"[\W_]", "", events.config.stem.lower())
    schema = f"daybook_{name}"
    if name and is_whole and not server.query(f"show schemas like '{schema}'"):
        return schema
    digest = sha256(os.fsencode(events.path or events.name)).hexdigest()[:8]
    return "_".join(part for part in ("daybook", name, digest) if part)


def rows_of(target: Target, table: str, origin: Origin) -> InputRows:
    columns = columns_of(target.server, table)
    sql = in_sql(origin.source, columns) | {"relation": table}
    return InputRows(target, Arrival("", SCHEMA, variables_of(sql), (), origin))


def in_words(found: FirstRun) -> str:
    return (
        f"A first run would post {found.entries:,} entries of {found.items:,} items, "
        f"from {found.events:,} events"
        + (f" of {found.first_day} to {found.last_day}." if found.events else ".")
    )


def write(config: Path, source: dict, roles: Roles, rows: int, events: Events) -> None:
    text = text_of(source, roles, rows, events.name, config)
    try:
        with config.open("x", encoding="utf-8") as file:
            file.write(text)
        read_config(config)
    except FileExistsError:
        raise Problem(f"{config} already exists.") from None
    except Problem:
        with suppress(OSError):
            config.unlink()
        raise


if __name__ == "__main__":
    run(main)
