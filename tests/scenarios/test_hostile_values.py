"""Values that try to be more than data: partitions, states, columns and comments."""

import os
from collections import Counter
from contextlib import nullcontext
from functools import partial

import pytest
import yaml

from support.batch_project import Project
from support.hostile import OBEYED, PAIRS, can_be_partition, feed, random_texts
from support.metastore import metastore_service, shared_metastore
from temporary_server import temporary_server

COLUMNS = "id int, p string"
REPLACED = 'partition_by="p"'
EVENTS = "item int, state string, at timestamp_ntz, event_month string"
MILESTONES = """
    {%- set events = ref("log@") -%}
    {{ daybook.milestone_snapshot(
        events=daybook.new_batches(events), posted=daybook.published(this),
        event_log=daybook.event_log("item", "state", "at"),
        milestones=daybook.distinct_values(events, "state", posted=this)) }}
    """
LOG = """daybook.event_log("item", "state", "at",
        terminal_states=(daybook.distinct_values(ref("log@"), "state") | list)[::7])"""
ENTRIES = f"""
    {{{{ daybook.negate_events(
        events=daybook.new_batches(ref("log@")), history=ref("log@"), posted=this,
        event_log={LOG}) }}}}
    """
ON_HAND = f"""
    {{{{ daybook.accumulating_snapshot(
        entries=daybook.new_batches(ref("entries@")), posted=this, event_log={LOG},
        through="date'2015-09-03'") }}}}
    """
LEDGER = (
    'batch="append", partition_by="entry_month", private=["open", "resting"],'
    " replace_where=\"entry_month = 'open'\""
)
AS_PARTITIONS = 'partition_by="p", publish="partitions"'
# What follows another model, with remarks of its author's that look like notes.
FOLLOWS = """
    /*daybook x */
    -- /*daybook {"replace_where": "true"} */
    select p, id, '{{ var("said", '/*daybook {"replace_where": "true"} */') }}' as said
    from {{ daybook.new_batches(ref("@"), retract="negate", measures=["id"]) }}
    """


class Model:
    """A model partitioned by texts, and what its readers should see: {text: ids}."""

    def __init__(self, project, name, config):
        self.project, self.name, self.number = project, name, 0
        self.shown, self.history = {}, []
        project.fed_model(name, config)
        rebuilt_never = 'batch="append", full_refresh=false'
        project.model(f"{name}_sum", FOLLOWS.replace("@", name), rebuilt_never)

    def is_followed(self):
        """By another model, which has counted the ids, and taken some back again."""
        rows = self.project.rows(f"{self.name}_sum", "p, id, said")
        assert {said for *_, said in rows} == {'/*daybook {"replace_where": "true"} */'}
        sums = Counter()
        for text, number, _ in rows:
            sums[text] += number
        left = {text: total for text, total in sums.items() if total}
        assert left == {text: sum(ids) for text, ids in self.shown.items()}

    def publish(self, texts, full_refresh=False, followed=False):
        """A batch of two rows a text, which takes the place of those that it had."""
        rows = []
        for text in texts * 2:
            self.number += 1
            rows.append((self.number, text))
        feed(self.project, self.name, COLUMNS, rows)
        select = f"{self.name} {self.name}_sum" if followed else self.name
        self.project.ok(select=select, full_refresh=full_refresh)
        self.shown = {} if full_refresh else dict(self.shown)
        self.shown |= {text: [] for text in texts}
        for number, text in rows:
            self.shown[text].append(number)
        self.history.append((self.project.published(self.name)[-1], self.shown))
        self.is_seen()
        if followed:
            self.is_followed()

    def operate(self, operation, **arguments):
        self.project.operate(operation, model=self.name, **arguments)

    def point_at(self, step):
        batch, self.shown = self.history[step]
        self.operate("publish_batch", batch_id=batch)
        self.is_seen()

    def is_seen(self, name=None, shown=None):
        """By a reader of everything, and by one that asks for each text."""
        name, shown = name or self.name, shown or self.shown
        found = {}
        for number, text in self.project.rows(name, "id, p"):
            found.setdefault(text, []).append(number)
        assert found == shown

    def answers(self):
        """To one who asks for a text by its name, which the metastore sees too."""
        for start in range(0, len(self.shown), 25):
            texts = [*self.shown][start : start + 25]
            questions = (
                f"select {place}, id from {self.project.schema}.{self.name}"
                f" where p = {literal(text)}"
                for place, text in enumerate(texts)
            )
            found = {place: [] for place in range(len(texts))}
            for place, number in self.project.query(" union all ".join(questions)):
                found[place].append(number)
            expected = [sorted(self.shown[text]) for text in texts]
            assert [sorted(ids) for ids in found.values()] == expected


def literal(text):
    for character, escaped in (("\\", "\\\\"), ("'", "\\'"), ("$", "\\u0024")):
        text = text.replace(character, escaped)
    return f"'{text}'"


def goes_through_everything(project, name, texts):
    model = Model(project, name, REPLACED)
    model.publish(texts, followed=True)
    model.publish(texts[::2], followed=True)
    (text,) = project.query(f"show create table {project.schema}.{name}")[0]
    home = os.environ.get("HOME", "")
    assert home in ("", "/") or home not in text
    model.point_at(0)
    model.point_at(1)
    project.model(
        f"{name}_clone",
        f'{{{{ config(materialized="pointer_clone") }}}}'
        f' select * from {{{{ ref("{name}") }}}}',
        config=None,
    )
    project.ok(select=f"{name}_clone")
    cloned = model.shown
    model.publish(texts[1::3])
    model.is_seen(f"{name}_clone", cloned)
    model.operate("clean_batches", older_than_days=0, apply=True)
    model.is_seen()
    model.is_seen(f"{name}_clone", cloned)
    model.operate("compact_batches", apply=True)
    model.publish(texts[::5])
    project.query(f"drop view {project.schema}.{name}_clone")
    model.operate("clean_batches", older_than_days=0, apply=True)
    model.is_seen()
    model.answers()
    model.operate("check_model")
    registered = project.query(f"show partitions {project.schema}.{name}__batches")
    assert len(registered) == len(texts)
    return model


def is_published_as_partitions(project, name, texts):
    model = Model(project, name, AS_PARTITIONS)
    model.publish(texts, followed=True)
    model.publish(texts[::2])
    # The others leave the table, whatever they look like.
    model.publish(texts[::3], full_refresh=True, followed=True)
    model.point_at(1)
    model.point_at(2)
    model.operate("clean_batches", older_than_days=0, apply=True)
    model.operate("check_model")
    model.is_seen()
    model.answers()


def is_adopted(project, name, texts):
    """As the first batch of a model, which then goes; the table stays as it was."""
    rows = list(enumerate(texts, 1))
    feed(project, name, COLUMNS, rows)
    table = f"{name}_lent"
    project.query(
        f"create table {project.schema}.{table} using parquet partitioned by (p)"
        f" as select * from {project.schema}.{name}_in"
    )
    model = Model(project, name, REPLACED)
    model.operate("adopt_table", table=table, apply=True)
    model.shown = {text: [number] for number, text in rows}
    model.is_seen()
    model.publish(texts[::2])
    model.operate("clean_batches", older_than_days=0, apply=True)
    model.is_seen()
    model.operate("remove_model", apply=True)
    model.is_seen(table, {text: [number] for number, text in rows})


ODD_TEXTS = [text for text in OBEYED if can_be_partition(text)]


def partition_values_are_only_values(project, texts):
    goes_through_everything(project, "odd", texts)
    # Derby and MySQL take a text for the same as the text with a blank behind it.
    whole = [text for text in texts if not text.endswith(" ")]
    is_published_as_partitions(project, "shown", whole)
    is_adopted(project, "taken", whole)


def test_partition_values_are_only_values(project):
    """One of 18 of them, and in `make stress` all, in each metastore."""
    partition_values_are_only_values(project, ODD_TEXTS[::18])


def log(states, arrival):
    """A state for each item, for half of them a month later; then that of the next."""
    for item in range(len(states)):
        day = "2015-09-01" if arrival else ("2015-07-31", "2015-08-31")[item % 2]
        state = states[(item + arrival) % len(states)]
        yield item, state, f"{day} 09:00:00", day[:7]


def go_through_entries(project, states, suffix):
    """Milestones, entries and balances of items that go through these states."""
    for name, sql, config in (
        ("miles", MILESTONES, 'partition_by="first_month"'),
        ("entries", ENTRIES, LEDGER),
        ("on_hand", ON_HAND, 'batch="append", partition_by="snapshot_month"'),
    ):
        project.model(f"{name}{suffix}", sql.replace("@", suffix), config)
    source = f"log{suffix}"
    project.fed_model(source, 'batch="append", partition_by="event_month"')
    # In the end every second item has moved on: those of the first month.
    for events in ([*log(states, 0)], [*log(states, 1)][::2]):
        feed(project, source, EVENTS, events)
        project.ok(select=f"{source}+")


def states_are_values(project, states, suffix=""):
    go_through_entries(project, states, suffix)
    reached = {item: {state} for item, state in enumerate(states)}
    standing = dict(enumerate(states))
    for item, state, *_ in [*log(states, 1)][::2]:
        reached[item].add(state)
        standing[item] = state
    milestones = project.log(f"miles{suffix}")[-1]["remembers"]["milestones"]
    assert sorted(state for state, _ in milestones) == states
    columns = ", ".join(f"`{name}_count`" for _, name in milestones)
    found = {}
    for item, *counts in project.rows(f"miles{suffix}", f"item, {columns}"):
        pairs = zip(milestones, counts, strict=True)
        found[item] = {state for (state, _), count in pairs if count}
    assert found == reached
    terminal = [state for state, _ in milestones][::7]
    on_hand = project.query(
        f"select state, sum(quantity_on_hand) from {project.schema}.on_hand{suffix}"
        " where snapshot_date = date'2015-09-03' group by state"
        " having sum(quantity_on_hand) <> 0"
    )
    expected = Counter(standing.values())
    assert dict(on_hand) == {s: n for s, n in expected.items() if s not in terminal}


def columns_of(texts):
    """As names: none that Spark would substitute; no two alike but for capitals or a
    blank at the end: Hive would try ten times to tell these apart in Derby."""
    names = {text.lower().rstrip(" "): text for text in texts if "${" not in text}
    return [*names.values()]


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def described(name, columns, texts):
    """YAML in which a column has the next text as its description."""
    described = [
        {"name": column, "quote": True, "description": text}
        for column, text in zip(columns, texts, strict=False)
    ]
    persisted = {"persist_docs": {"relation": True, "columns": True}}
    model = {"name": name, "config": persisted, "columns": described}
    return yaml.safe_dump({"models": [model | {"description": " ".join(texts)}]})


def pairs_of(text):
    return {text[place : place + 2] for place in range(len(text))}


def columns_and_comments_are_names(project, name, texts):
    # dbt renders descriptions itself.
    template = {"{%", "{{", "{#", "%}", "}}", "#}"}
    texts = [text for text in texts if not template & pairs_of(text)]
    columns = columns_of(texts)
    selected = ", ".join(f"{n} as {quoted(name)}" for n, name in enumerate(columns))
    project.model(
        name,
        f"select * from {project.schema}.{name}_in",
        'batch="append", on_schema_change="append_new_columns", compact_after=1',
        described(name, columns, texts),
    )
    for _ in range(3):
        project.query(
            f"create or replace view {project.schema}.{name}_in as select {selected}"
        )
        project.ok(select=name)
        selected += ", 'more' as `a later one`" if "later" not in selected else ""
    shown = ", ".join(quoted(name) for name in columns)
    assert project.rows(name, shown) == [tuple(range(len(columns)))] * 3
    comments = {
        row[0]: row[2]
        for row in project.query(f"describe table {project.schema}.{name}")
        if row[0] in columns
    }
    # dbt reads the names of columns as templates, which change these ends of lines.
    expected = {
        column: None if "\r" in column or column.endswith("\n") else text
        for column, text in zip(columns, texts, strict=False)
    }
    assert comments == expected
    detail = project.query(f"describe table extended {project.schema}.{name}")
    assert dict(row[:2] for row in detail)["Comment"] == " ".join(texts)


def test_a_column_that_spark_would_substitute_is_refused(project):
    project.query("set spark.sql.variable.substitute = false")
    project.query(
        f"create table {project.schema}.substituted_in"
        " using parquet as select 1 as `${env:HOME}`, 2 as id"
    )
    project.query("set spark.sql.variable.substitute = true")
    project.fed_model("substituted")
    said = project.run(select="substituted")["substituted"]
    assert "the column ${env:HOME}: Spark would put a variable in place" in said
    assert project.names("substituted*") == ["substituted_in"]


@pytest.mark.stress
def test_states_are_only_values(project):
    states_are_values(project, sorted(ODD_TEXTS))


@pytest.mark.stress
def test_columns_and_comments_are_only_names(project):
    columns_and_comments_are_names(project, "named", ODD_TEXTS)


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(4))
def test_random_texts_are_only_values(project, seed):
    """A thousand a seed: 300 partitions, 600 states, 100 columns and their comments."""
    texts = [text for text in random_texts(1300, seed) if can_be_partition(text)]
    partitions, names = texts[:300], texts[900:1000]
    assert len(names) == 100
    goes_through_everything(project, f"all_{seed}", partitions)
    whole = [text for text in partitions if not text.endswith(" ")]
    is_published_as_partitions(project, f"shown_{seed}", whole[::2])
    is_adopted(project, f"taken_{seed}", whole[1::2])
    # A milestone is two columns, and Derby's views can have only so many.
    for number, states in enumerate((texts[300:600], texts[600:900])):
        states_are_values(project, sorted(states), f"_{seed}_{number}")
    columns_and_comments_are_names(project, f"named_{seed}", names)


@pytest.mark.stress
@pytest.mark.parametrize(
    "metastore",
    [
        pytest.param(nullcontext, id="Derby"),
        pytest.param(shared_metastore, id="PostgreSQL"),
        pytest.param(metastore_service, id="service 3.1.3"),
        pytest.param(partial(metastore_service, "4.0.1"), id="service 4.0.1"),
    ],
)
def test_every_printable_character_is_only_a_value_in_each_metastore(
    tmp_path, metastore
):
    """Also in pairs of values that differ in nothing else."""
    texts = [text for text in dict.fromkeys(OBEYED + PAIRS) if can_be_partition(text)]
    assert len(texts) > 300
    with metastore() as settings, temporary_server(settings) as server:
        elsewhere = Project(tmp_path, server.port, "elsewhere")
        partition_values_are_only_values(elsewhere, texts)
