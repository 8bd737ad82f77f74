"""In which lines of the user's files rows are, by the cells that Spark has read."""

from configuration import DEFAULTS
from event_files import events_of
from lines_of_rows import places_of


def test_rows_are_found_in_files_of_folders_and_under_names_that_spark_gives(tmp_path):
    for day in ("01", "02"):
        folder = tmp_path / "log" / f"day={day}"
        folder.mkdir(parents=True)
        # As pandas writes it: the first column has no name.
        text = ',status,status\n\n0,"New\r\nx",a\n1,,"b, c"\n'
        (folder / "part.csv").write_text(text, newline="")
    columns = ["_c0", "status1", "status2", "day"]
    rows = [("1", None, "b, c", 2), ("0", "New\nx", "a", 1), ("1", "x", "b, c", 1)]
    events = events_of(str(tmp_path / "log"))
    assert places_of(events, DEFAULTS, columns, rows) == [
        "line 5 of day=02/part.csv",
        "line 3 of day=01/part.csv",
        None,
    ]


def test_folders_are_read_as_spark_writes_them(tmp_path):
    for folder in ("at=09%3A30", "at=__HIVE_DEFAULT_PARTITION__"):
        (tmp_path / "log" / folder).mkdir(parents=True)
        (tmp_path / "log" / folder / "part.csv").write_text("item\n1\n")
    events = events_of(str(tmp_path / "log"))
    rows = [("1", None), ("1", "09:30")]
    assert places_of(events, DEFAULTS, ["item", "at"], rows) == [
        "line 2 of at=__HIVE_DEFAULT_PARTITION__/part.csv",
        "line 2 of at=09%3A30/part.csv",
    ]


def test_rows_of_json_are_found_by_their_names(tmp_path):
    file = tmp_path / "log.jsonl"
    file.write_text('{"a": 1.50, "b": true}\n\n{"b": null, "c": [1], "a": "x"}\n')
    rows = [("x", None, "[1]"), ("1.50", "true", None)]
    found = places_of(events_of(str(file)), DEFAULTS, ["a", "b", "c"], rows)
    assert found == ["line 3", "line 1"]
