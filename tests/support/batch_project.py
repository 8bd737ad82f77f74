"""A dbt project made for a test: its models, what they read, and runs of it."""

import json
import os
import re
import subprocess
import textwrap
from pathlib import Path
from urllib.parse import unquote

from pyhive import hive

from support.dbt import COMMAND, invoke
from support.log_format import values_in
from support.own_session import OwnSession

PACKAGE = Path(__file__).parents[2]
# What nobody reads: the manifest alone takes a fifth of a short run.
UNHEARD = ["--quiet", "--no-write-json", "--log-level-file", "none"]


def _tuple(row):
    values = ("null" if value is None else repr(value) for value in row)
    return f"({', '.join(values)})"


def typed_rows(columns, rows):
    """A query that gives rows, for columns as "id int, month string"."""
    # Types such as decimal(9, 2) have commas of their own; names may have blanks.
    each = re.split(r",\s*(?![^(<]*[)>])", columns.strip())
    pairs = [re.fullmatch(r"(.+?) (\w+(?:[(<].*)?)", one).groups() for one in each]
    names = ", ".join(f"`{column}`" for column, _ in pairs)
    typed = ", ".join(f"cast(`{c}` as {t}) as `{c}`" for c, t in pairs)
    values = ", ".join(_tuple(row) for row in rows or [(None,) * len(pairs)])
    return (
        f"select {typed} from values {values} as t ({names})"
        f" where {str(bool(rows)).lower()}"
    )


def connect(port):
    """A cursor of the Thrift server on a port, or of dbt's own session."""
    if isinstance(port, OwnSession):
        return port.cursor()
    return hive.connect("127.0.0.1", port=port, username="daybook").cursor()


def _way(port):
    """What a profile says of how to get there."""
    if isinstance(port, OwnSession):
        return port.output()
    place = {"method": "thrift", "host": "127.0.0.1", "port": port}
    return {**place, "threads": 2, "poll_interval": 0}


class Project:
    """Models read what `feed` puts into the view <model>_in, so no run parses again."""

    profile = "consumer"

    def __init__(self, path, port, schema, settings=()):
        self.path, self.port, self.schema = Path(path), port, schema
        self.settings = settings
        # Where dbt's project lies; what dbt writes goes below the path.
        self.root = self.path
        # What `dbt parse` returned, where it is not to be done again.
        self.manifest = None
        self.cursor = connect(port)
        self.drop()
        # That of the locks too, so that no first run says that it creates it.
        for name in (schema, f"{schema}__daybook"):
            self.query(f"create schema {name}")
        output = {"type": "spark", "schema": schema, **_way(port)}
        profile = {"target": "local", "outputs": {"local": output}}
        self.write("profiles.yml", json.dumps({self.profile: profile}))
        self.packages = []
        self._make()

    def _make(self):
        hooks = json.dumps([f"set {each}" for each in self.settings])
        self.write(
            "dbt_project.yml",
            f"""
            name: consumer
            version: 1.0.0
            profile: {self.profile}
            flags: {{send_anonymous_usage_stats: false}}
            models: {{+pre-hook: {hooks}}}
            """,
        )
        self.add_package(PACKAGE)

    def add_package(self, folder):
        self.packages.append(f"{{local: {folder}}}")
        self.write("packages.yml", f"packages: [{', '.join(self.packages)}]")
        assert self._dbt(["deps"]).success

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text).strip() + "\n")

    def model(self, name, sql, config="", yml=None):
        config = (
            f'{{{{ config(materialized="batched", {config}) }}}}\n'
            if config is not None
            else ""
        )
        self.write(f"models/{name}.sql", config + textwrap.dedent(sql).strip())
        if yml is not None:
            self.write(f"models/{name}.yml", yml)

    def fed_model(self, name, config="", yml=None):
        self.model(
            name, f"select * from {{{{ target.schema }}}}.{name}_in", config, yml
        )

    def feed(self, name, columns, rows):
        """What the model reads from now on: columns as "id int, month string"."""
        self.query(
            f"create or replace view {self.schema}.{name}_in"
            f" as {typed_rows(columns, rows)}"
        )

    def query(self, sql):
        self.cursor.execute(sql)
        # Spark 3 names a column Result where there is none.
        columns = [column[0] for column in self.cursor.description or []]
        return self.cursor.fetchall() if columns not in ([], ["Result"]) else None

    def rows(self, name, columns="*", where="true"):
        """The model's rows as a reader sees them, sorted."""
        sql = f"select {columns} from {self.schema}.{name} where {where}"
        return sorted(self.query(sql), key=lambda row: [(v is None, v) for v in row])

    def ids(self, name):
        return [id for (id,) in self.rows(name, "id")]

    def digest(self, table, columns, where="true"):
        """How many rows a table or a query has, and what their hashes add up to."""
        # A hash passes over a NULL, in whichever column it is.
        nulls = ", ".join(f"{column} is null" for column in columns.split(", "))
        return self.query(
            "select count(*), bit_xor(hash), sum(cast(hash as decimal(38)))"
            f" from (select xxhash64({columns}, {nulls}) as hash"
            f" from {table} where {where})"
        )[0]

    def log(self, name):
        """The model's events in order, as its log has them."""
        return values_in(self.properties(name), "log")

    def checkpoint(self, name):
        """What the model's deleted events add up to, if there are any."""
        first = self.log(name)[0]["position"] - 1
        checkpoints = values_in(self.properties(name), "state")
        return next((c for c in checkpoints if c["position"] == first), None)

    def properties(self, name):
        """What the copies of the model's log have: {name: text}. What was begun is in
        the view alone, and what a flip showed last, in the table."""
        copies = [self.log_copies(name)[kind] for kind in ("view", "table")]
        of_both = {}
        for copy in copies:
            of_both |= dict(self.query(f"show tblproperties {copy}"))
        return of_both

    def log_copies(self, name):
        """What has the two copies of the model's log."""
        return {
            "table": f"{self.schema}.{name}__batches",
            "view": f"{self.schema}__daybook.{name}__log",
        }

    def alter_log(self, name, change):
        """In both of its copies, by hand."""
        for kind, copy in self.log_copies(name).items():
            self.query(f"alter {kind} {copy} {change}")

    def position_shown(self, name):
        """The position that the model's view or table names; 0 if there is none yet."""
        if name not in self.names():
            return 0
        text = self.query(f"show create table {self.schema}.{name}")[0][0]
        named = r"daybook position (\d+) |'daybook.position' = '(\d+)'"
        return max(int(n) for found in re.findall(named, text) for n in found if n)

    def published(self, name):
        """The ids of the batches in effect, as committed."""
        return [e["batch_id"] for e in self.log(name) if e["event"] == "committed"]

    def folder(self, table):
        """Where a table's files are."""
        rows = self.query(f"describe table extended {self.schema}.{table}")
        location = dict(row[:2] for row in rows)["Location"]
        return Path(location.removeprefix("file:"))

    def schema_folder(self):
        """The folder in which a table that names no location has its own."""
        rows = self.query(f"describe schema {self.schema}")
        # Of a schema it is a URI, of a table it is a path.
        return Path(unquote(dict(rows)["Location"].removeprefix("file:")))

    def ids_on_disk(self, name):
        """The batches of a model that have files."""
        files = self.folder(f"{name}__batches").glob("**/batch_id=*/[!._]*")
        return {int(re.search(r"batch_id=(\d+)", str(file))[1]) for file in files}

    def drop(self):
        """Everything that the project has made."""
        for schema in (self.schema, f"{self.schema}__daybook"):
            self.query(f"drop schema if exists {schema} cascade")

    def lock(self, name, hours=6, schema=None):
        """A lock of a model that another run holds, for so many hours from now."""
        schema = f"{schema or self.schema}__daybook"
        self.query(f"create schema if not exists {schema}")
        self.query(
            f"create view {schema}.{name} tblproperties ('daybook.holder' = 'another',"
            f" 'daybook.since' = '2015-01-01 00:00:00', 'daybook.hours' = '{hours}')"
            " as select 1 as locked"
        )

    def expire_locks(self, like="*__lock*"):
        """As if the runs that hold them had died long ago."""
        for lock in self.locks(like):
            self.query(
                f"alter view {self.schema}__daybook.{lock}"
                " set tblproperties ('daybook.hours' = '0')"
            )

    def names(self, like="*", schema=None):
        listed = f"show tables in {schema or self.schema} like '{like}'"
        return sorted(row[1] for row in self.query(listed))

    def locks(self, like="*__lock*"):
        """The locks that are held, and what is left of those that were broken."""
        return self.names(like, f"{self.schema}__daybook")

    def logs(self):
        """The views that have a copy of a model's log."""
        return self.names("*__log", f"{self.schema}__daybook")

    def read(self, vars):
        """For all commands that follow, if they agree on models and columns."""
        self.manifest = self._dbt(["parse", "--vars", json.dumps(vars)]).result

    def arguments(self, arguments):
        place = ["--project-dir", str(self.root), "--profiles-dir", str(self.path)]
        return [*arguments, *place, *UNHEARD]

    def _dbt(self, arguments, on_event=None):
        return invoke(self.arguments(arguments), on_event, self.manifest)

    def run(
        self, *arguments, select=None, full_refresh=False, vars=None, on_event=None
    ):
        """One dbt run: {model: "success", or its error}."""
        arguments = ["run", *arguments]
        if select:
            arguments += ["--select", *select.split()]
        if full_refresh:
            arguments += ["--full-refresh"]
        if vars:
            arguments += ["--vars", json.dumps(vars)]
        return self._outcome(arguments, on_event)

    def build(self, *arguments, vars=None):
        """One dbt build, with tests: {node: "success", "skipped", or its error}."""
        arguments = ["build", *arguments]
        if vars:
            arguments += ["--vars", json.dumps(vars)]
        return self._outcome(arguments)

    def freshness(self):
        """What dbt says of the table of each source; the hooks are results too."""
        return {r.node.name: r for r in self._results(["source", "freshness"])}

    def compiled(self, vars, *options):
        """The SQL of models: {model: what it says}."""
        results = self._results(["compile", *options, "--vars", json.dumps(vars)])
        return {r.node.name: r.node.compiled_code for r in results}

    def _outcome(self, arguments, on_event=None):
        return {
            r.node.name: "success"
            if r.status in ("success", "no-op", "pass")
            else r.message or str(r.status)
            for r in self._results(arguments, on_event)
        }

    def results(self, select):
        """What dbt returns of a run, by model."""
        results = self._results(["run", "--select", select])
        return {r.node.name: r for r in results}

    def _results(self, arguments, on_event=None):
        outcome = self._dbt(arguments, on_event)
        if outcome.exception:
            raise outcome.exception
        return outcome.result.results

    def ok(self, *arguments, **options):
        """One dbt run in which nothing may fail."""
        outcome = self.run(*arguments, **options)
        assert set(outcome.values()) <= {"success"}, outcome
        return outcome

    def operation(self, name, **arguments):
        """A run-operation: "success", or what dbt printed."""
        success, said = self._operate(name, arguments)
        return "success" if success else said

    def operate(self, name, **arguments):
        """A run-operation that may not fail: what it printed."""
        success, said = self._operate(name, arguments)
        assert success, said
        return said

    def _operate(self, name, arguments):
        call = ["run-operation", f"daybook.{name}", "--args", json.dumps(arguments)]
        outcome = self._dbt(call)
        return outcome.success, "\n".join(outcome.lines)

    def start(self, *arguments):
        """A dbt run in a process of its own, to be killed or waited for."""
        return subprocess.Popen(
            [*COMMAND, *self.arguments(arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "DO_NOT_TRACK": "1"},
        )


class Checkout(Project):
    """The project of this repository, in a schema of the test's own."""

    profile = "daybook"

    def _make(self):
        self.root = PACKAGE

    def arguments(self, arguments):
        place = ["--target-path", self.path / "target", "--log-path", self.path]
        return [*super().arguments(arguments), *map(str, place)]
