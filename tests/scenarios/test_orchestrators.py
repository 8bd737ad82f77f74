"""Cron, Airflow and Dagster, as the page on scheduling has them: they publish all
models, and take up what was killed. Each has an environment of its own."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from support.batch_project import PACKAGE
from support.skips import skipped_without
from support.tutorial import OTHERS
from trials.environments import installed

pytestmark = [pytest.mark.stress, pytest.mark.timeout(3600)]

PAGE = PACKAGE / "docs" / "how-to" / "scheduling.md"
FOLDER, PROFILE, TARGET = "/opt/shop", '"shop", "prod"', '"consumer", "local"'
AIRFLOW = ("airflow", "apache-airflow==3.3.2", "astronomer-cosmos==1.15.1")
DAGSTER = ("dagster", "dagster==1.13.27", "dagster-dbt==0.29.27")
SECONDS_TO_BEGIN = 600
# While the view says so, a run stays in the model, with its lock.
STAYS = """
    {% if daybook.current_phase() == "run" %}
        {% set stuck = run_query("select * from " ~ target.schema ~ ".stuck") %}
        {% set sleeps = "java_method('java.lang.Thread', 'sleep', 600000L)" %}
        {% if stuck[0][0] %} {% do run_query("select " ~ sleeps) %} {% endif %}
    {% endif %}
    select id, id % 2 as kind from {{ daybook.new_batches(ref("landed")) }}
"""
# Repeated, it finds nothing new.
LANDED = """
    {% set landed = daybook.published(this) %}
    select id from {{ target.schema }}.landed_in
    {% if landed %} where id not in (select id from {{ landed }}) {% endif %}
"""
CLONE = "{{ config(materialized='pointer_clone') }} select * from {{ ref('orders') }}"


def block(first_line):
    """The code of the page that begins with this line."""
    lines, found = PAGE.read_text().splitlines(), []
    for line in lines[lines.index(f"    {first_line}") :]:
        if line and not line.startswith("    "):
            break
        found.append(line[4:])
    return "\n".join(found).strip() + "\n"


class Shop:
    """A project, in a folder that the page calls /opt/shop."""

    def __init__(self, project):
        self.project, self.path = project, project.path
        (self.path / ".venv").symlink_to(sys.prefix)
        project.model("landed", LANDED, 'batch="append"')
        project.model("orders", STAYS, 'batch="append"')
        kinds = "select kind, count(*) as orders from {{ ref('orders') }} group by kind"
        project.model("kinds", kinds)
        for name in ("shown", "seen"):
            project.model(name, CLONE, None)
        self.rows = []
        self.land()
        self.stick(False)

    def land(self):
        self.rows.append((len(self.rows) + 1,))
        self.project.feed("landed", "id int", self.rows)

    def stick(self, is_stuck):
        view = f"{self.project.schema}.stuck"
        self.project.query(f"create or replace view {view} as select {is_stuck}")

    def write(self, name, text):
        """Where the page waits for minutes, nobody does so here."""
        text = text.replace(FOLDER, str(self.path)).replace(PROFILE, TARGET)
        text = re.sub(r"minutes=\d+", "seconds=1", text)
        text = re.sub(r"delay=\d+", "delay=1", text)
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def check(self):
        """All is published, and no lock is left."""
        ids = [id for (id,) in self.rows]
        for name in ("landed", "orders", "shown", "seen"):
            assert self.project.ids(name) == ids, name
        counted = self.project.query(
            f"select sum(orders) from {self.project.schema}.kinds"
        )
        assert counted == [(len(ids),)]
        assert self.project.locks() == []

    def last(self):
        """{model: its last batch}, of those that write batches."""
        names = ("landed", "orders", "kinds")
        return {name: self.project.published(name)[-1] for name in names}

    def run(self, *command, kills=False, **settings):
        """A command that has to succeed; while it builds orders, dbt is killed."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(OTHERS)}
        self.stick(kills)
        with subprocess.Popen(
            [str(part) for part in command],
            cwd=self.path,
            env=kept | {"DO_NOT_TRACK": "1"} | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            if kills:
                self.kill_dbt_below(process)
            said, _ = process.communicate()
        assert process.returncode == 0, said[-8000:]
        return said

    def kill_dbt_below(self, process):
        end = time.monotonic() + SECONDS_TO_BEGIN
        while "orders__lock" not in self.project.locks():
            assert process.poll() is None, process.communicate()[0][-8000:]
            assert time.monotonic() < end
            time.sleep(0.5)
        below = psutil.Process(process.pid).children(recursive=True)
        self.stick(False)
        (dbt,) = [each for each in below if is_dbt(each)]
        dbt.kill()


def is_dbt(process):
    try:
        return any(Path(part).name == "dbt" for part in process.cmdline()[:2])
    except psutil.Error:
        return False


@pytest.fixture(scope="module")
def shop(project):
    """Built once: then dbt has a manifest, and each test lands a row more."""
    shop = Shop(project)
    shop.run(".venv/bin/dbt", "build")
    shop.check()
    return shop


@pytest.fixture(scope="module")
def airflow(shop, tmp_path_factory):
    """Runs a DAG of the page: airflow(its file, its name, ...)."""
    with skipped_without():
        program = installed(*AIRFLOW).with_name("airflow")
    home = tmp_path_factory.mktemp("airflow")
    settings = {
        "AIRFLOW_HOME": str(home),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__COSMOS__CACHE_DIR": str(home / "cosmos"),
        "AIRFLOW__COSMOS__ENABLE_TELEMETRY": "False",
    }
    for name in ("nightly", "nightly_models"):
        shop.write(home / "dags" / f"{name}.py", block(f"# dags/{name}.py"))
    shop.write("nightly.sh", block("#!/bin/bash"))
    shop.run(program, "db", "migrate", **settings)
    return lambda dag, **more: shop.run(
        program, "dags", "test", dag, **settings, **more
    )


def test_the_script_builds_all_in_one_process(shop):
    shop.write("nightly.sh", block("#!/bin/bash"))
    shop.land()
    shop.run(shop.path / "nightly.sh")
    shop.check()
    assert len({*shop.last().values()}) == 1


def test_the_next_run_of_the_script_takes_up_what_was_killed(shop):
    shop.write("nightly.sh", block("#!/bin/bash"))
    shop.land()
    with pytest.raises(AssertionError, match="Killed"):
        shop.run(shop.path / "nightly.sh", kills=True)
    assert shop.project.locks() == ["orders__lock"]
    shop.run(shop.path / "nightly.sh")
    shop.check()


@pytest.mark.parametrize("kills", [False, True])
def test_a_task_of_airflow_runs_the_script(shop, airflow, kills):
    shop.land()
    airflow("nightly", kills=kills)
    shop.check()


@pytest.mark.parametrize("kills", [False, True])
def test_cosmos_makes_a_task_of_each_model(shop, airflow, kills):
    shop.land()
    airflow("nightly_models", kills=kills)
    shop.check()
    last = shop.last()
    assert last["landed"] < last["orders"] < last["kinds"]


@pytest.mark.parametrize("kills", [False, True])
def test_dagster_runs_one_process_for_all_models(shop, tmp_path, kills):
    with skipped_without():
        program = installed(*DAGSTER, "dbt-core==1.11.16", "dbt-spark[PyHive]")
    (tmp_path / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    shop.write("definitions.py", block("# definitions.py"))
    shop.land()
    shop.run(
        program.with_name("dagster"),
        *("job", "execute", "-f", "definitions.py", "-j", "nightly"),
        kills=kills,
        DAGSTER_HOME=str(tmp_path),
    )
    shop.check()
    assert kills or len({*shop.last().values()}) == 1


def test_processes_of_one_job_build_different_models_at_once(shop):
    """Two clones lock the same model for a moment, and wait for each other."""
    shop.land()
    job = ("--vars", json.dumps({"daybook_job": "nightly"}))
    shop.project.ok(*job, select="landed orders")
    names = ("kinds", "shown", "seen")
    each = [shop.project.start("run", "--select", name, *job) for name in names]
    for process in each:
        said, _ = process.communicate(timeout=SECONDS_TO_BEGIN)
        assert process.returncode == 0, said
    shop.check()
