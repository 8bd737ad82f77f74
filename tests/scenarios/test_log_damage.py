"""Other sessions alter what daybook writes, and events are taken away by hand: each row
is there once, or a model is refused and keeps the rows that readers see."""

import re
import threading
from collections import Counter
from contextlib import contextmanager, suppress

import pytest
from pyhive.exc import OperationalError

from project_files import ROOT
from support.batch_project import Project, connect
from support.metastore import metastore_service, shared_metastore
from support.statements import models_end_at
from temporary_server import temporary_server

COLUMNS = "id int, month string"
NEW = 'select id, month from {{{{ daybook.new_batches(ref("{}")) }}}}'
CHAIN = {
    "landed": None,
    "accepted": NEW.format("landed"),
    "counted": NEW.format("accepted"),
}
# What a catalogue tool or a nightly job sends, about a table or a view of a model.
STATEMENTS = {
    "{table}": (
        "alter table {{}} set tblproperties ('steward' = '{number}')",
        "comment on table {{}} is 'No {number}'",
        "msck repair table {{}}",
        "analyze table {{}} compute statistics noscan",
    ),
    "{view}": ("alter view {{}} set tblproperties ('steward' = '{number}')",),
}


def write_chain(project):
    for name, sql in CHAIN.items():
        config = 'batch="append", partition_by="month", compact_after=3'
        if sql is None:
            project.fed_model(name, config)
        else:
            project.model(name, sql, config)
    clone = '{{ config(materialized="pointer_clone") }} '
    project.model("copied", clone + 'select * from {{ ref("accepted") }}', config=None)


def altered_objects(project):
    """The statements, each with what it is about; {number} is left in them."""
    for name in CHAIN:
        copies = project.log_copies(name)
        pairs = [("{table}", copies["table"]), ("{view}", copies["view"])]
        for kind, relation in [*pairs, ("{view}", f"{project.schema}.{name}")]:
            for statement in STATEMENTS[kind]:
                yield statement.replace("{{}}", relation)


@contextmanager
def altered_meanwhile(project, sessions):
    """Each session sends its share of the statements over and over. Gives how often
    each statement has ended."""
    statements = [*altered_objects(project)]
    ended, done = Counter(dict.fromkeys(statements, 0)), threading.Event()

    def alter(session):
        cursor, number = connect(project.port), session
        while not done.is_set():
            number += sessions
            sql = statements[number % len(statements)]
            # One that meets another session's may fail; that is that session's affair.
            with suppress(OperationalError):
                cursor.execute(sql.replace("{number}", str(number)))
                ended[sql] += 1

    threads = [threading.Thread(target=alter, args=(n,)) for n in range(sessions)]
    for thread in threads:
        thread.start()
    try:
        yield ended
    finally:
        done.set()
        for thread in threads:
            thread.join()
    print(*(f"{count:5} {sql}" for sql, count in ended.items()), sep="\n")


def check_chain(project, rounds):
    expected = [(number,) for number in range(rounds)]
    for name in (*CHAIN, "copied"):
        assert project.rows(name, "id") == expected, name
    project.operate("check_model")


def run_chain_meanwhile(project, rounds, sessions):
    write_chain(project)
    project.feed("landed", COLUMNS, [(0, "a")])
    project.ok()
    with altered_meanwhile(project, sessions) as ended:
        for number in range(1, rounds):
            project.feed("landed", COLUMNS, [(number, "ab"[number % 2])])
            project.ok()
    assert min(ended.values()) >= rounds
    project.feed("landed", COLUMNS, [])
    project.ok()
    check_chain(project, rounds)


def test_statements_of_other_sessions_cost_no_row(project):
    run_chain_meanwhile(project, rounds=4, sessions=2)


@contextmanager
def derby():
    yield {}


# One of them takes long.
@pytest.mark.stress
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("place", [derby, shared_metastore, metastore_service])
def test_forty_runs_beside_other_sessions(place, tmp_path):
    with place() as settings, temporary_server(settings) as server:
        project = Project(tmp_path, server.port, "altered")
        run_chain_meanwhile(project, rounds=40, sessions=3)


# How many statements a run sends at most.
STATEMENTS_OF_A_RUN = 31
COPIES = {"table": ["table"], "view": ["view"], "both": ["table", "view"]}
LACKS = "is missing or can't be read in both copies of its log"


def cases(first, every):
    """{model: (the statement before which its run ends, the copies, the event)}."""
    numbers = range(1, STATEMENTS_OF_A_RUN + 1)
    every_case = [
        (number, copies, position)
        for number in numbers
        for copies in COPIES
        for position in (1, 2, 3)
    ]
    return {
        f"n{every}_{number}_{copies}_{position}": (number, copies, position)
        for number, copies, position in every_case[first::every]
    }


# A statement has nine cases. 7 and 9 have no common factor: each seventh has all nine.
SEVENTHS = [pytest.param(first, 7, marks=pytest.mark.stress) for first in range(7)]


@pytest.mark.parametrize(("first", "every"), [(6, 61), *SEVENTHS])
@pytest.mark.timeout(3600)
def test_each_event_is_taken_away_after_each_step_of_a_run(project, first, every):
    """The third run ends before one of its statements, or does not; then an event is
    gone from one copy of the log, or from both. The view's text has what it shows."""
    names, source = cases(first, every), f"source_{first}_{every}"
    project.fed_model(source, 'batch="append"')
    for name in names:
        project.model(name, NEW.format(source), 'batch="append", partition_by="month"')
        project.model(f"after_{name}", NEW.format(name), 'batch="append"')
    select = f"{source} {' '.join(names)} {' '.join(f'after_{n}' for n in names)}"
    for number in (1, 2):
        project.feed(source, COLUMNS, [(number, "a"), (number + 10, "b")])
        project.ok(select=select)
    project.feed(source, COLUMNS, [(3, "a"), (13, "b")])
    project.ok(select=source)
    with models_end_at({name: number for name, (number, _, _) in names.items()}):
        outcome = project.run(select=" ".join(names))
    assert {outcome[name] == "success" for name in names} == {False, True}
    old, new = [1, 2, 11, 12], [1, 2, 3, 11, 12, 13]
    seen = {name: project.ids(name) for name in names}
    shown = {name: project.position_shown(name) for name in names}
    for name, (_, copies, position) in names.items():
        assert seen[name] in (old, new)
        for kind in COPIES[copies]:
            gone = f"unset tblproperties if exists ('daybook.log.{position:06}.0000')"
            project.query(f"alter {kind} {project.log_copies(name)[kind]} {gone}")
    project.expire_locks()
    project.feed(source, COLUMNS, [])
    outcomes = [project.run(select=select) for _ in range(2)]
    assert {outcomes[0][name] == "success" for name in names} == {False, True}
    for name, (_, copies, position) in names.items():
        after, is_lost = f"after_{name}", copies == "both" and position < shown[name]
        if not is_lost:
            assert outcomes[0][name] == "success", name
            assert project.ids(name) == new, name
            assert outcomes[1][name] == "success"
            assert project.ids(after) == new, name
            continue
        # Without a copy of an event, the model is refused, again and again.
        assert all(f"event {position} {LACKS}" in end[name] for end in outcomes)
        assert project.ids(name) == seen[name], name
        assert project.ids(after) in (old, new)
    assert project.locks() == []


REPAIR = (ROOT / "docs" / "how-to" / "repair-a-log.md").read_text()


def test_a_damaged_model_is_built_again_with_the_rows_it_had(project):
    """What the page says for a model whose log can't be repaired."""
    config = 'batch="append", partition_by="order_month"'
    new = NEW.replace("month", "order_month")
    project.fed_model("fct_orders", config)
    project.model("computed", new.format("fct_orders"), config)
    project.model("summed", new.format("computed"), config)
    own = "fct_orders computed summed"
    columns, expected = "id int, order_month string", [(1, "a"), (2, "b"), (3, "a")]
    for row in expected[:2]:
        project.feed("fct_orders", columns, [row])
        project.ok(select=own)
    gone = "unset tblproperties ('daybook.log.000001.0000')"
    for name in ("fct_orders", "computed"):
        copies = project.log_copies(name)
        project.query(f"alter table {copies['table']} {gone}")
        if name == "computed":
            project.query(f"drop view {copies['view']}")
        else:
            project.query(f"alter view {copies['view']} {gone}")
        assert f"event 1 {LACKS}" in project.run(select=name)[name]
    assert project.rows("computed", "id, order_month") == expected[:2]

    copy = re.search(r"(?m)^    (create table .*\n    select .*)$", REPAIR)[1]
    project.query(copy.replace("analytics.", f"{project.schema}."))
    project.operate("remove_model", model="fct_orders", apply=True)
    adopted = {"model": "fct_orders", "table": "kept_orders"}
    project.operate("adopt_table", **adopted, apply=True)
    project.operate("remove_model", model="computed", apply=True)
    project.feed("fct_orders", columns, expected[2:])
    project.ok(select="fct_orders computed")
    project.ok("--full-refresh", select="summed")
    project.feed("fct_orders", columns, [])
    project.ok(select=own)
    for name in ("fct_orders", "computed", "summed"):
        assert project.rows(name, "id, order_month") == expected, name
        project.operate("check_model", model=name)
