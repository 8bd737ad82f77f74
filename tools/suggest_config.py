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
from config_keys import in_letters, project_variables
from configuration import DEFAULTS, read_config
from console import Parser, Problem, Progress, alone, run, say, spoken
from contradictions import has_ties
from event_files import Events, check_text, events_of
from event_rows import LINE_NUMBER, may_number_lines, read_as
from guesses.columns import Column
from guesses.first_run import FirstRun, final_states, first_run, last_states
from guesses.roles import guessed_roles
from guesses.text import guessed_text
from guesses.written import source_of, text_of
from input_rows import TOLERANT, InputRows
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
        suggest(Target(wanted_server(), SCHEMA), events, config)
    say(f"{config} has the guesses. Review each, then run:")
    say(f"    make run EVENTS={quote(given)} CONFIG={quote(str(config))}")


def suggest(target: Target, events: Events, config: Path) -> Problem | None:
    """Writes CONFIG. What a run would refuse of the log comes back."""
    server = target.server
    keys = guessed_text(events)
    check_text(events, config, DEFAULTS | keys)
    given = DEFAULTS | keys | {"schema": SCHEMA}
    guessing = spoken(Progress(f"guessing from {events.name}"))
    with landed(server, events, TABLE, given) as table, guessing:
        columns = sample_of(server, table, events)
        roles = guessed_roles(columns, lambda time: instants_of(server, table, time))
        source = {
            "schema": schema_of(server, events),
            "title": events.title,
            **keys,
            **source_of(roles),
            "time_zone": DEFAULTS["time_zone"],
        }
        rows = rows_of(target, table, Origin(events, config, DEFAULTS | source))
        may_number = may_number_lines(events, rows.source, rows.columns)
        if may_number and has_ties(rows):
            source["order"] = [*source["order"], line_order(rows)]
            rows = rows_of(target, table, Origin(events, config, DEFAULTS | source))
        posted = first_run(rows)
        source["calendar"] = rows.source["calendar"] = calendar_of(posted)
        problem = problem_of(rows)
        ends = last_states(rows, posted)
        source["terminal_states"] = final_states(ends)
        if problem:
            say(f"A run would refuse the log as it is: {problem}")
        say(in_words(posted))
    text = text_of(source, roles, len(columns[0].values), events.name, config, ends)
    write(config, text)
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


def instants_of(server: Server, table: str, time: Column) -> list[int | None]:
    read = time.form.expression(time.sql)
    micros = f"unix_micros(try_cast({read} as timestamp))"
    rows = server.query(TOLERANT, f"select {micros} from {table} limit {ROWS}")
    return [number for (number,) in rows]


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
    sql = read_as(origin.events, origin.config, origin.source, table, columns)
    return InputRows(target, Arrival("", SCHEMA, variables_of(sql), (), table, origin))


def calendar_of(posted: FirstRun) -> dict | None:
    """If the usual one lacks a day; what was long ago may as well be a mistake."""
    usual = project_variables()["calendar"]
    first, last = usual["start_date"], usual["end_date"]
    if not posted.events or (posted.first_day >= first and posted.last_day <= last):
        return None
    years = {"start_date": min(first, f"{posted.first_day[:4]}-01-01")}
    years["end_date"] = max(last, f"{posted.last_day[:4]}-12-31")
    is_likely = years["start_date"] > "1970" and years["end_date"] < "2100"
    return years if is_likely else None


def problem_of(rows: InputRows) -> Problem | None:
    try:
        refuse_unusable_rows(rows)
    except Problem as found:
        return found
    return None


def line_order(rows: InputRows) -> str:
    """Some programs write what is newest first."""
    read = f"select daybook_item, string(daybook_occurred_at_utc) from ({rows.sql})"
    last, down = {}, 0
    for item, time in rows.server.query(TOLERANT, f"{read} limit {ROWS}"):
        if item and time:
            before = last.get(item, time)
            down += (time < before) - (time > before)
            last[item] = time
    return f"-{LINE_NUMBER}" if down > 0 else LINE_NUMBER


def in_words(found: FirstRun) -> str:
    return (
        f"A first run would post {found.entries:,} entries of {found.items:,} items, "
        f"from {found.events:,} events"
        + (f" of {found.first_day} to {found.last_day}." if found.events else ".")
    )


def write(config: Path, text: str) -> None:
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
