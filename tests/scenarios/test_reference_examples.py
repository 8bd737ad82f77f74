"""The examples of the reference work, and the SQL that it shows is what they send.

DAYBOOK_WRITE_SQL=1 writes docs/compiled-sql again, in place of comparing with it.
"""

import os
import re
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from reference.macros import COMPILED, public_macros
from reference.text import short
from support import statements
from support.batch_project import Project
from support.compiled_sql import IDS, Shown, query_of_batch, without_comment
from support.descriptions import Description
from support.operated import EVENT_COLUMNS, ORDER, operate

# The examples' models have the names of this repository's own, as a user's may have.
# {what an example reads: its columns, its rows in the first run and in a later one}
INPUTS = {
    "issue_events": (
        EVENT_COLUMNS,
        [
            ("ISS-1", "Opened", "2015-09-01 09:30", "Data"),
            ("ISS-2", "Opened", "2015-09-02 10:00", None),
            ("ISS-1", "In Progress", "2015-09-03 08:00", "Data"),
        ],
        [
            ("ISS-2", "Closed", "2015-09-05 11:00", None),
            ("ISS-1", "Closed", "2015-09-08 16:00", "Data"),
        ],
    ),
    "orders": (
        "order_id int, amount decimal(9,2), order_month string",
        [(1, 19.90, "2015-08"), (2, 5.00, "2015-09")],
        [(3, 7.50, "2015-09")],
    ),
    "customer_scores": (
        "customer_id string, score int, score_date date, arrived_at timestamp_ntz",
        [
            ("C-1", 768, "2015-08-31", "2015-08-31 04:00"),
            ("C-2", 590, "2015-08-31", "2015-08-31 04:00"),
        ],
        [
            ("C-1", 742, "2015-09-10", "2015-09-10 04:00"),
            ("C-2", 601, "2015-08-31", "2015-09-10 04:00"),
        ],
    ),
    "stg_price_lists": (
        "branch string, product_id int, price decimal(9, 2), list_date date,"
        " arrived_at timestamp_ntz",
        [
            ("North", 1, 9.95, "2015-09-01", "2015-09-01 04:00"),
            ("North", 2, 20.00, "2015-09-01", "2015-09-01 04:00"),
        ],
        [
            ("North", 1, 10.45, "2015-10-01", "2015-10-01 04:00"),
            ("North", 2, 20.00, "2015-10-01", "2015-10-01 04:00"),
        ],
    ),
    "product_snapshot": (
        "product_id int, name string, snapshot_id int",
        [(1, "Pen", 1), (2, "Ink", 1)],
        [(1, "Fountain pen", 2), (2, "Ink", 2), (3, "Cap", 2)],
    ),
    "product_sales": (
        "sale_id int, customer_id string, product_id int, sold_at timestamp_ntz,"
        " amount decimal(9,2)",
        [(1, "C-1", 1, "2015-09-01 12:00", 19.90), (2, "C-2", 2, "2015-09-02 9:00", 4)],
        [
            (1, "C-1", 1, "2015-09-01 12:00", 19.90),
            (2, "C-2", 2, "2015-09-02 9:00", 4),
            (3, "C-1", 1, "2015-09-12 17:30", 19.90),
        ],
    ),
}
# Of the inputs that are batched, the config.
BATCHED = {"stg_price_lists": 'meta={"batch": "append"}'}
# Of a materialization, the statements that change something, without its questions.
CHANGES = {
    "batched": "create|insert|alter|drop",
    "pointer_clone": "create|insert|alter|drop",
    # Its view merges what the batches hold.
    "incremental_aggregate": "(create|alter) view (?!if )",
}


@dataclass
class Played:
    project: Project
    # {macro: what its YAML says}, of those whose example is a file.
    told: dict[str, Description]
    # Of the first run and of a later one: {model: its statements}.
    sent: list[dict[str, list[str]]]
    # {analysis or test: its SQL}
    compiled: dict[str, str]
    shown: Shown

    def example(self, macro):
        return self.told[macro].examples[0]

    def name(self, macro):
        return Path(self.example(macro).file).stem

    def asked(self, macro):
        """The SQL of an example that is an analysis or a test; none of a model."""
        if self.example(macro).language == "yaml":
            return next(
                (
                    sql
                    for test, sql in self.compiled.items()
                    if test.startswith(f"daybook_{macro}_")
                ),
                None,
            )
        return self.compiled.get(self.name(macro))

    def compiled_sql(self, macro):
        """{run, as RUNS has it: its SQL}"""
        if sql := self.asked(macro):
            return {"": self.shown.sql(sql)}
        first, later = (self.of_run(macro, sent) for sent in self.sent)
        return {"": first} if first == later else {".first": first, ".later": later}

    def of_run(self, macro, sent):
        statements = sent.get(self.name(macro), [])
        kept = [sql for sql in statements if re.match(CHANGES.get(macro, "-"), sql)]
        if macro not in ("batched", "pointer_clone"):
            inserts = [sql for sql in statements if sql.startswith("insert")]
            kept = [*map(query_of_batch, inserts), *kept]
        return self.of_statements(kept)

    def of_statements(self, kept):
        return ";\n\n".join(map(self.shown.sql, kept))


@pytest.fixture(scope="module")
def descriptions():
    return {
        short(macro["name"]): Description(macro["description"])
        for macros in public_macros().values()
        for macro in macros
    }


@pytest.fixture(scope="module")
def played(project, descriptions):
    told = {name: each for name, each in descriptions.items() if each.examples[0].file}
    write(project, [each.examples[0] for each in told.values()])
    project.read({})
    sent, ends = [], []
    for number, left_out in enumerate(("test", "seed")):
        for name, (columns, *rows) in INPUTS.items():
            project.feed(name, columns, rows[number])
        sent.append(build(project, "--exclude-resource-type", left_out))
        ends.append(int(time.time()))
        # A batch's id is its epoch second, so the ids of the next run are greater.
        time.sleep(1)
    asked = ("--select", "resource_type:test", "resource_type:analysis")
    compiled = project.compiled({"first": ends[0]}, *asked)
    shown = Shown(project.schema, str(project.schema_folder()), ends)
    return Played(project, told, sent, compiled, shown)


def write(project, examples):
    entries = defaultdict(dict)
    for example in examples:
        # Its batch is of this run: the first one of the model.
        code = example.code.replace(IDS[0], "var('first', 0)")
        if example.language == "yaml":
            for kind, (entry,) in yaml.safe_load(code).items():
                merge(entries[kind].setdefault(entry["name"], {}), entry)
        else:
            project.write(example.file, code)
    for kind, by_name in entries.items():
        project.write(
            f"{kind}/_{kind}.yml", yaml.safe_dump({kind: [*by_name.values()]})
        )
    for name in INPUTS:
        project.fed_model(name, BATCHED.get(name))
    project.write("seeds/holidays.csv", "holiday_date\n2015-09-07")


def merge(entry, more):
    for key, value in more.items():
        entry[key] = entry.get(key, []) + value if isinstance(value, list) else value


def build(project, *arguments):
    """{model: the statements that dbt sends for it}"""
    sent = defaultdict(list)

    def note(sql, send):
        kind, name = statements.node_of(sql)
        if kind == "model":
            sent[name].append(without_comment(sql))
        send()

    with statements.each(note):
        outcome = project.build(*arguments)
    assert {*outcome.values()} == {"success"}, outcome
    return sent


def check(found, is_one):
    """found: {file name: its SQL}. is_one: whether a kept file belongs to the test."""
    kept = [file for file in COMPILED.glob("*.sql") if is_one(file)]
    if os.environ.get("DAYBOOK_WRITE_SQL"):
        for file in kept:
            file.unlink()
        kept = [COMPILED / name for name in found]
        for file in kept:
            file.write_text(f"{found[file.name]}\n")
    texts = {file.name: file.read_text() for file in kept}
    assert {name: f"{sql}\n" for name, sql in found.items()} == texts


def test_what_the_examples_send_is_what_the_reference_shows(played):
    found = {
        f"{macro}{run}.sql": sql
        for macro in played.told
        for run, sql in played.compiled_sql(macro).items()
        if sql
    }
    check(found, lambda file: file.stem not in ORDER)


def test_columns_are_of_the_types_that_the_yaml_tells(played):
    """An analysis is asked for that; what a test of dbt gives was asked before, and an
    event log has none."""
    wrong, asked = {}, 0
    for macro, told in played.told.items():
        example = played.example(macro)
        if example.language == "yaml" or example.file.startswith("macros"):
            continue
        if example.file.startswith("models"):
            of_model = f"describe {played.project.schema}.{played.name(macro)}"
            types = {name: of for name, of, _ in played.project.query(of_model)}
        else:
            played.project.query(played.asked(macro))
            asked += 1
            names = [column[:2] for column in played.project.cursor.description]
            types = {name: of.removesuffix("_TYPE").lower() for name, of in names}
        for column, type_name in told.columns().items():
            if types.get(column) != type_name:
                wrong[macro, column] = types.get(column)
    assert wrong == {}
    assert asked > 10


def test_what_the_operations_send_is_what_the_reference_shows(played, descriptions):
    """This test must run last, because it removes a model and drops a clone."""
    operations = {
        name: each.examples[0]
        for name, each in descriptions.items()
        if name not in played.told
    }
    found = {
        f"{operation}.sql": played.of_statements(sent)
        for operation, sent in operate(played.project, operations)
    }
    check(found, lambda file: file.stem in ORDER)
