"""Draw the report: one HTML page that opens without a network.

    python tools/report.py [--schema S] [--vars FILE_OR_JSON] [--output FILE]

Every figure on the page comes from the SQL in analyses/, as dbt compiles it.
"""

import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from pyhive import hive
from thrift.transport.TTransport import TTransportException

from console import Parser, Problem, Progress, run, say, spoken
from ports import wanted_ports
from project import as_yaml, failures, invoke, words_of
from report_data import ANALYSES, HISTORY, contents, contents_of_history
from report_page import filled_page
from sentences import spark_said
from server import find
from spark import ROOT
from text_files import text_flaw

PAGE = ROOT / "target" / "report" / "index.html"
TABLES = (
    *("fct_issue_entries", "snap_issues_daily", "snap_issues_aged"),
    "snap_issue_milestones",
)
TABLES_OF_THE_SAMPLE = ("snap_customer_scores",)
TITLE_OF_THE_SAMPLE = "Issues of a tracker: the sample"


def write(
    port: int, schema: str, dbt_vars: dict, output: Path, manifest=None, **about
) -> Path:
    """Draw the page from what is built in the schema, and say how large it is. What
    it is about are arguments of report_data.contents, such as a title."""
    with spoken(Progress("drawing the report")):
        page = _write(port, schema, dbt_vars, output, manifest, about)
    say(f"The report has {page.stat().st_size / 10**6:.1f} MB.")
    return page


def _write(
    port: int, schema: str, dbt_vars: dict, output: Path, manifest, about: dict
) -> Path:
    is_sample = not dbt_vars.get("input")
    look_for_tables(port, schema, TABLES + TABLES_OF_THE_SAMPLE * is_sample)
    compiled = compiled_analyses(port, schema, dbt_vars, manifest=manifest)
    asked = [*ANALYSES, *(name for name in HISTORY if name in compiled)]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda name: ask(port, schema, compiled[name]), asked)
        try:
            answers = dict(zip(asked, found, strict=True))
        except hive.OperationalError as error:
            raise Problem(
                f"the tables of {schema} are not what the analyses ask for; were they "
                f"built with the same variables? {spark_said(error)} The report of a "
                "file of events is drawn by `make run EVENTS=... CONFIG=...`."
            ) from None
    title = about.pop("title", None) or (TITLE_OF_THE_SAMPLE if is_sample else schema)
    figures = contents(answers, title, **about)
    if is_sample:
        history = output.with_name(f"{output.stem}.scores.html")
        scores = contents_of_history(answers) | {"report_page": output.name}
        replace(history, filled_page(scores, "history.html"))
        figures["history_page"] = history.name
    return replace(output, filled_page(figures))


def replace(file: Path, text: str) -> Path:
    """A reader sees the old page or the new one, and never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(file.name + ".part")
    unfinished.write_text(text, encoding="utf-8")
    return unfinished.replace(file)


def look_for_tables(port: int, schema: str, tables: tuple[str, ...]) -> None:
    try:
        socket.create_connection(("127.0.0.1", port), 10).close()
        there = {row["tableName"] for row in ask(port, schema, "show tables")}
    except OSError:
        raise silent(port) from None
    except hive.OperationalError:
        there = set()
    missing = [table for table in tables if table not in there]
    if missing:
        raise Problem(
            f"schema {schema} has no {', '.join(missing)}: build it with `make build`, "
            "or from a file of events with `make run EVENTS=... CONFIG=...`."
        )


def ask(port: int, schema: str, sql: str) -> list[dict]:
    # Not closed: its session ends with the socket, when it goes out of scope. Spark 4.2
    # lacks a Hive class, and a client that closes it may wait forever (SPARK-51041).
    try:
        connection = hive.connect("127.0.0.1", port, database=schema)
        cursor = connection.cursor(arraysize=20_000)
        cursor.execute(sql)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    except TTransportException:
        raise silent(port) from None


def silent(port: int) -> Problem:
    return Problem(f"Spark does not answer on port {port}: start it, with `make up`.")


def compiled_analyses(
    port: int,
    schema: str,
    dbt_vars: dict,
    path: str = "analyses/*.sql",
    manifest=None,
) -> dict[str, str]:
    """The SQL of every analysis there, by its name."""
    with TemporaryDirectory() as folder:
        command = [
            *("compile", "--select", f"path:{path}", "--vars", as_yaml(dbt_vars)),
            *("--target-path", folder, "--log-path", folder),
        ]
        done = invoke(port, schema, command, manifest=manifest)
    if not done.success:
        said = [words_of(done.exception)] if done.exception else failures(done.result)
        raise Problem(f"dbt cannot compile the analyses: {'; '.join(said)}")
    return {each.node.name: each.node.compiled_code for each in done.result.results}


def variables(text: str) -> dict:
    """As dbt takes them, or the file that has them."""
    file = Path(text)
    try:
        if _is_file(file):
            if flaw := text_flaw(file):
                raise Problem(f"--vars {file}: {flaw}. Save it as UTF-8.")
            text = file.read_text("utf-8")
        found = yaml.safe_load(text) or {}
    except (OSError, yaml.YAMLError):
        found = None
    if not isinstance(found, dict):
        raise Problem(f"--vars must be a YAML file or JSON with names, not {text!r}.")
    return found


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        # JSON may be longer than the name of a file.
        return False


def port_of_server() -> int:
    """Asked for by DAYBOOK_PORT, or that of this folder's server."""
    if os.environ.get("DAYBOOK_PORT"):
        return wanted_ports()[0]
    server = find()
    if server is None:
        raise Problem("Spark is not running: start it, with `make up`.")
    return server.port


def main() -> None:
    parse = Parser(__doc__)
    parse.add_argument("--schema", default=os.environ.get("DAYBOOK_SCHEMA", "daybook"))
    parse.add_argument("--vars", default="{}", help="a file, or JSON, as dbt takes it")
    parse.add_argument("--output", type=Path, default=PAGE)
    asked = parse.parse_args()
    # dbt moves into the project.
    output = asked.output.resolve()
    started = time.monotonic()
    page = write(port_of_server(), asked.schema, variables(asked.vars), output)
    say(f"The report took {time.monotonic() - started:.1f} s:")
    print(page)


if __name__ == "__main__":
    run(main)
