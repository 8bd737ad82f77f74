"""Models, seeds and analyses: each is described beside it, column by column."""

import csv
import json
import re
from itertools import pairwise, product

import pytest
import yaml
from dbt.cli.main import dbtRunner

import static_docs
from project_files import called, project_files
from spark import ROOT
from support.files import too_long

MODELS = [f for f in project_files("models/*.sql") if f.parent.name != "macros"]
SEEDS = project_files("seeds/*.csv")
LINES_OF_A_MODEL = 50
YAML = {
    file: yaml.safe_load(file.read_text()) for file in project_files("models/*.yml")
}


def model_entry(file):
    """The model's own in the YAML file that has its name."""
    entries = YAML[file.with_suffix(".yml")]["models"]
    (entry,) = (entry for entry in entries if entry["name"] == file.stem)
    return entry


def undescribed(entry):
    return [c["name"] for c in entry["columns"] if not c["description"].strip()]


def test_every_model_is_described_beside_it():
    for file in MODELS:
        model = model_entry(file)
        assert model["description"].startswith("One row per "), called(file)
        assert undescribed(model) == [], called(file)
        names = {column["name"] for column in model["columns"]}
        assert names > {"posted_batch_id", "batch_id"}, called(file)


def test_unit_tests_expect_columns_that_are_described():
    for file in MODELS:
        tests = YAML[file.with_suffix(".yml")]["unit_tests"]
        known = {column["name"] for column in model_entry(file)["columns"]}
        assert tests, called(file)
        for test in tests:
            has_own_columns = "input" in test.get("overrides", {}).get("vars", {})
            if not has_own_columns and test["expect"].get("format") == "csv":
                header = test["expect"]["rows"].splitlines()[0]
                assert set(header.split(",")) <= known, test["name"]


def test_models_are_thin():
    assert too_long(MODELS, LINES_OF_A_MODEL) == {}


def test_every_seed_is_described_column_by_column():
    entries = yaml.safe_load((ROOT / "seeds" / "_seeds.yml").read_text())["seeds"]
    seeds = {entry["name"]: entry for entry in entries}
    assert set(seeds) == {file.stem for file in SEEDS}
    for file in SEEDS:
        seed = seeds[file.stem]
        with file.open(newline="") as rows:
            header = next(csv.reader(rows))
        assert seed["description"].startswith("One row per "), called(file)
        assert [column["name"] for column in seed["columns"]] == header
        assert list(seed["config"]["column_types"]) == header
        assert undescribed(seed) == [], called(file)


def test_every_analysis_is_described():
    file = ROOT / "analyses" / "_analyses.yml"
    told = {a["name"]: a for a in yaml.safe_load(file.read_text())["analyses"]}
    assert set(told) == {query.stem for query in project_files("analyses/*.sql")}
    assert all(analysis["description"].strip() for analysis in told.values())


@pytest.fixture(scope="module")
def parsed(tmp_path_factory):
    """What `dbt parse` has told, and the manifest that it has written."""
    target = tmp_path_factory.mktemp("target")
    options = ["--warn-error", "--no-partial-parse", "--show-all-deprecations"]
    places = {
        "--project-dir": ROOT,
        "--profiles-dir": ROOT / "profiles",
        "--target-path": target,
        "--log-path": target,
    }
    options += [str(word) for place in places.items() for word in place]
    events = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        done = dbtRunner(callbacks=[events.append]).invoke(["parse", *options])
    told = [event.info.msg for event in events if event.info.level in ("warn", "error")]
    assert done.success, (told, done.exception)
    return told, json.loads((target / "manifest.json").read_text())


def test_dbt_has_nothing_to_complain_of(parsed):
    """It verifies the names and types of the macros' arguments, but only warns."""
    told, _ = parsed
    assert told == []


def test_the_picture_of_the_overview_has_the_edges_of_the_project(parsed):
    _, manifest = parsed
    overview = (ROOT / "macros" / "_overview.md").read_text()
    drawn = set()
    for line in re.findall(r"(?m)^    (.*→.*)$", overview):
        columns = [[*map(str.strip, names.split(","))] for names in line.split("→")]
        drawn |= {edge for sides in pairwise(columns) for edge in product(*sides)}
    nodes = manifest["nodes"]
    assert drawn == {
        (nodes[parent]["name"], nodes[child]["name"])
        for child in nodes
        if nodes[child]["resource_type"] == "model"
        for parent in manifest["parent_map"][child]
    }


def test_the_lineage_is_not_crowded(parsed):
    _, manifest = parsed
    shown = static_docs.for_readers(manifest)
    hidden = r"\b(analysis|unit_test)\.daybook\."
    graph = [shown[part] for part in ("nodes", "parent_map", "child_map")]
    assert re.search(hidden, str(manifest["parent_map"]))
    assert not re.search(hidden, str([*graph, shown["unit_tests"]]))
    left_out = {*manifest["nodes"]} - {*shown["nodes"]}
    assert {key.partition(".")[0] for key in left_out} == {"analysis"}
    assert shown["exposures"] == manifest["exposures"]
    first_pages = [
        page["block_contents"]
        for page in shown["docs"].values()
        if (page["name"], page["package_name"]) == ("__overview__", "daybook")
    ]
    assert [text.split()[:2] for text in first_pages] == [["#", "daybook"]]
