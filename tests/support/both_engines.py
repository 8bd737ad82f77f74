"""Jinja expressions as both engines of dbt evaluate them: in Python, and in dbt 2.

Each becomes a model of a project that has the package's macros as its own. dbt 2
compiles all of them at once, and connects to nothing as long as no macro asks Spark.
Two differences are left out: the models' names, and the backticks around the names of
a relation.
"""

import json
import re
from pathlib import Path
from types import SimpleNamespace

from dbt.clients.jinja import MacroGenerator, get_rendered
from dbt_common.exceptions import DbtRuntimeError

from project_files import project_files
from support.dbt2 import NOWHERE, Run
from support.files import copied
from support.macros import Macros, macros_in

PROBES = Path(__file__).with_name("probes.sql")
PROJECT = {"name": "daybook", "profile": "nowhere"}
PROFILES = {"nowhere": {"target": "none", "outputs": {"none": NOWHERE}}}
SHOWN = """
    {%% set orders = api.Relation.create(schema="shop", identifier="orders") %%}
    {{ tojson(daybook.in_order(%s)) }}
"""
# Where dbt 2 parses, an error of one model would end the command.
MODEL = '{{ config(materialized="batched") }} {%% if execute %%} %s {%% endif %%}'


class Python:
    """dbt 1, in this process."""

    def __init__(self):
        self.context = Macros({"materialized": "batched"}).context
        for name, macro in macros_in(PROBES.read_text()).items():
            self.context["daybook"][name] = MacroGenerator(macro, self.context)
        self.context |= {
            "flags": SimpleNamespace(WHICH="compile", EMPTY=False),
            "context": self.context,
            "render": lambda text: get_rendered(text, self.context),
            "is_incremental": lambda: False,
        }

    def answer(self, expression: str):
        """{"value": what it is}, or {"refused": the sentence}."""
        try:
            text = get_rendered(SHOWN % expression, self.context)
        except DbtRuntimeError as error:
            return {"refused": plain(str(error.msg))}
        return {"value": json.loads(plain(text))}


def answers_of_dbt_2(run: Run, folder: Path, expressions: list[str]) -> dict:
    """{expression: answer}, of all in one command."""
    copied(project_files("macros/*.sql"), folder)
    models = {f"orders_{n}": each for n, each in enumerate(expressions)}
    texts = {
        "macros/probes.sql": PROBES.read_text(),
        "dbt_project.yml": json.dumps(PROJECT),
        "profiles.yml": json.dumps(PROFILES),
    } | {f"models/{name}.sql": MODEL % (SHOWN % models[name]) for name in models}
    (folder / "models").mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text)
    done = run(folder, "compile", "--profiles-dir", folder)
    results = folder / "target" / "run_results.json"
    assert results.exists(), done.stdout
    said = {
        each["unique_id"].split(".")[-1]: each["message"]
        for each in json.loads(results.read_text())["results"]
    }
    compiled = folder / "target" / "compiled" / "daybook" / "models"
    return {
        models[name]: answer(said.get(name), compiled / f"{name}.sql")
        for name in models
    }


def answer(message: str | None, compiled: Path):
    """Behind a message, dbt 2 lists the macros that were called."""
    if compiled.exists():
        return {"value": json.loads(plain(compiled.read_text()))}
    found = re.search(r"(?s)from models/\w+[.]sql: (.*?)\n\(in ", message or "")
    return {"refused": plain(found[1] if found else f"{message}")}


def plain(text: str) -> str:
    text = re.sub(r"`(\w+)`[.]`(\w+)`", r"\1.\2", text)
    return re.sub(r"\borders_\d+\b", "orders", text)
