"""Models, seeds and analyses: each described beside it, column by column."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from spark import ROOT
from support.files import called, project_files

MODELS = project_files("models/*.sql")
SEEDS = project_files("seeds/*.csv")
LINES_OF_A_MODEL = 50


def described(file, kind, name):
    """The entry of that name in a YAML file."""
    entries = yaml.safe_load(file.read_text())[kind]
    (entry,) = (entry for entry in entries if entry["name"] == name)
    return entry


def assert_columns_are_described(entry):
    for column in entry["columns"]:
        assert column["description"].strip(), column["name"]


@pytest.mark.parametrize("file", MODELS, ids=called)
def test_a_model_is_described_beside_it(file):
    model = described(file.with_suffix(".yml"), "models", file.stem)
    assert model["description"].startswith("One row per ")
    assert len(model["columns"]) > 1
    assert_columns_are_described(model)
    assert {"posted_batch_id", "batch_id"} <= {c["name"] for c in model["columns"]}


@pytest.mark.parametrize("file", MODELS, ids=called)
def test_unit_tests_expect_columns_that_are_described(file):
    tests = yaml.safe_load(file.with_suffix(".yml").read_text())["unit_tests"]
    model = described(file.with_suffix(".yml"), "models", file.stem)
    known = {column["name"] for column in model["columns"]}
    assert tests
    for test in tests:
        has_columns_of_its_own = "input" in test.get("overrides", {}).get("vars", {})
        if not has_columns_of_its_own and test["expect"].get("format") == "csv":
            header = test["expect"]["rows"].splitlines()[0]
            assert set(header.split(",")) <= known, test["name"]


@pytest.mark.parametrize("file", MODELS, ids=called)
def test_a_model_is_thin(file):
    assert file.read_text().count("\n") <= LINES_OF_A_MODEL


@pytest.mark.parametrize("file", SEEDS, ids=called)
def test_a_seed_is_described_column_by_column(file):
    seed = described(ROOT / "seeds" / "_seeds.yml", "seeds", file.stem)
    with file.open(newline="") as rows:
        header = next(csv.reader(rows))
    assert seed["description"].startswith("One row per ")
    assert [column["name"] for column in seed["columns"]] == header
    assert list(seed["config"]["column_types"]) == header
    assert_columns_are_described(seed)


def test_every_analysis_is_described():
    file = ROOT / "analyses" / "_analyses.yml"
    told = {a["name"]: a for a in yaml.safe_load(file.read_text())["analyses"]}
    assert set(told) == {query.stem for query in project_files("analyses/*.sql")}
    assert all(analysis["description"].strip() for analysis in told.values())


def test_dbt_has_nothing_to_complain_of(tmp_path):
    """It verifies the names and types of the macros' arguments, but only warns."""
    dbt = Path(sys.executable).with_name("dbt")
    options = ["--warn-error", "--no-partial-parse", "--show-all-deprecations"]
    outcome = subprocess.run(
        [dbt, "parse", *options, "--target-path", tmp_path, "--log-path", tmp_path],
        cwd=ROOT,
        env=os.environ | {"DBT_PROFILES_DIR": str(ROOT / "profiles")},
        capture_output=True,
        text=True,
    )
    said = outcome.stdout + outcome.stderr
    assert outcome.returncode == 0, said
    assert "WARN" not in said.upper()
    assert "DEPRECAT" not in said.upper()
