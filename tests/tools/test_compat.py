"""What is tried elsewhere, and how its outcome is told."""

import sys
from xml.etree import ElementTree

from compat import is_new
from spark import ROOT, spark_home
from trials import adapters, environments
from trials.outcomes import PROJECTS, of_files, read, summary
from trials.versions_of_spark import FILES, settings_of, table

REPORT = """
    <testsuite>
      <testcase classname="tests.scenarios.test_entries" name="test_a" />
      <testcase classname="tests.scenarios.test_entries" name="test_b[1]">
        <failure message="one&#10;  two" />
      </testcase>
      <testcase classname="tests.scenarios.test_entries" name="test_c">
        <skipped message="three" />
      </testcase>
      <testcase classname="tests.scenarios.test_calendars" name="test_d" />
    </testsuite>
"""
OUTCOME = {
    "entries::test_a": "",
    "entries::test_b[1]": "one two",
    "entries::test_c": "skipped: three",
    "calendars::test_d": "",
}


def test_the_files_are_there():
    files = [*FILES, *PROJECTS]
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert len(FILES) == len({*FILES}) > 10


def test_an_environment_is_made_again_when_its_packages_change(monkeypatch, tmp_path):
    fetched = []

    def fetch(what, *command, settings=()):
        fetched.append(what)
        (tmp_path / what).mkdir(exist_ok=True)

    monkeypatch.setattr(environments, "KEPT", tmp_path)
    monkeypatch.setattr(environments, "fetch", fetch)
    for packages in (["dbt-core==1.11"], ["dbt-core==1.11"], ["dbt-core==1.12"]):
        environments.installed("dbt", *packages)
    # Each takes two commands.
    assert len(fetched) == 4


def test_what_failed_or_was_skipped_is_counted_and_told():
    assert dict(map(read, ElementTree.fromstring(REPORT))) == OUTCOME
    assert summary(of_files(("entries",), OUTCOME)) == "1 of 3"
    assert summary(of_files(("calendars",), OUTCOME)) == "yes"


def test_what_could_not_be_tried_did_not_pass():
    cells = {line.split(" | ")[-1] for line in table({"4.3.0": {"not tried": "why"}})}
    assert cells == {"4.3.0 |", "--- |", "no |"}
    assert summary({"not tried": "why"}) == "0 of 1"


def test_only_an_old_server_is_given_a_setting():
    assert list(settings_of("3.5.9").values()) == ["dynamic"]
    assert settings_of("4.0.5") == settings_of("4.2.0") == {}


def test_what_failed_is_new_unless_it_is_known_to_fail():
    assert not is_new("dbt", "1.11.16", {"a": "", "b": "skipped: no network"})
    assert is_new("dbt", "1.11.16", {"a": "", "b": "no"})
    assert not is_new("adapter", "fabricspark", {"batched": "not found"})


def test_an_adapter_finds_the_materializations(tmp_path):
    output = {"type": "spark", "method": "session", "host": "unused", "schema": "a"}
    found = adapters.resolved(sys.executable, output, tmp_path / "consumer")
    assert found == {"dbt parse": "", "batched": "", "pointer_clone": ""}


def test_an_adapter_that_dbt_cannot_read_the_project_with_says_why(tmp_path):
    found = adapters.resolved(sys.executable, {"type": "none"}, tmp_path / "consumer")
    assert "Could not find adapter type none!" in found.pop("dbt parse")
    assert found == {}


def test_another_spark_is_used_where_one_is_named(monkeypatch, tmp_path):
    usual = spark_home()
    monkeypatch.setenv("DAYBOOK_SPARK_HOME", str(tmp_path))
    assert spark_home() == tmp_path != usual
