"""What is tested on other versions of Spark, and how its outcome is told."""

from xml.etree import ElementTree

from compat import FILES, read, settings_of, told
from spark import ROOT, spark_home

REPORT = """
    <testsuite>
      <testcase classname="tests.scenarios.test_entries" name="test_a" />
      <testcase classname="tests.scenarios.test_entries" name="test_b[1]">
        <failure message="one&#10;  two" />
      </testcase>
      <testcase classname="tests.scenarios.test_calendars" name="test_c" />
    </testsuite>
"""


def test_the_files_are_there():
    assert [file for file in FILES if not (ROOT / file).exists()] == []
    assert len(FILES) == len({*FILES}) > 10


def test_what_failed_is_counted_and_told():
    outcome = dict(map(read, ElementTree.fromstring(REPORT)))
    assert outcome == {
        "entries::test_a": "",
        "entries::test_b[1]": "one two",
        "calendars::test_c": "",
    }
    assert told(("entries",), outcome) == "1 of 2"
    assert told(("calendars",), outcome) == "yes"


def test_only_an_old_server_is_given_a_setting():
    assert list(settings_of("3.5.9").values()) == ["dynamic"]
    assert settings_of("4.0.5") == settings_of("4.2.0") == {}


def test_another_spark_is_used_where_one_is_named(monkeypatch, tmp_path):
    usual = spark_home()
    monkeypatch.setenv("DAYBOOK_SPARK_HOME", str(tmp_path))
    assert spark_home() == tmp_path != usual
