"""What two versions of the package publish is compared row by row."""

import gzip

import pytest

from console import Problem
from published_tables import compare, kept_row


def keep(folder, **tables):
    folder.mkdir()
    for name, rows in tables.items():
        with gzip.open(folder / f"{name}.jsonl.gz", "wt") as file:
            file.writelines(f"{row}\n" for row in rows)
    return folder


def test_the_order_of_rows_makes_no_difference(tmp_path, capsys):
    old = keep(tmp_path / "old", days=["a", "b", "b"])
    new = keep(tmp_path / "new", days=["b", "a", "b"])
    assert compare(old, new) == "1 tables with 3 rows are equal"
    assert "days.jsonl.gz: 3 rows, equal" in capsys.readouterr().err
    compare(old, new, briefly=True)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["a", "b"], "1 gone, 0 new"),
        (["a", "b", "b", "c"], "0 gone, 1 new"),
        (["a", "b", "c"], "1 gone, 1 new"),
    ],
)
def test_each_row_that_differs_counts(tmp_path, capsys, rows, said):
    old = keep(tmp_path / "old", days=["a", "b", "b"])
    with pytest.raises(Problem, match=r"1 of 1 tables differ"):
        compare(old, keep(tmp_path / "new", days=rows))
    assert said in capsys.readouterr().err


def test_a_table_that_is_missing_differs(tmp_path):
    old = keep(tmp_path / "old", days=["a"], months=["b"])
    with pytest.raises(Problem, match=r"1 of 2 tables differ"):
        compare(old, keep(tmp_path / "new", days=["a"]))


def test_nothing_at_all_is_not_equal(tmp_path):
    with pytest.raises(Problem, match=r"0 of 0 tables"):
        compare(keep(tmp_path / "old"), keep(tmp_path / "new"))


@pytest.mark.parametrize(
    ("columns", "kept"),
    [
        ({"id": "int"}, "*"),
        ({"id": "int", "picture": "binary", "a_sketch": "string"}, "*"),
        (
            {"id": "int", "buyers_sketch": "binary"},
            "* except (`buyers_sketch`),"
            " hll_sketch_estimate(`buyers_sketch`) as `buyers_sketch`",
        ),
        (
            {"id": "int", "posted_batch_id": "bigint", "batch_id": "bigint"},
            "* except (batch_id, posted_batch_id),"
            " dense_rank() over (order by posted_batch_id) as posted_by",
        ),
    ],
)
def test_of_a_sketch_its_estimate_is_kept_and_of_ids_their_order(columns, kept):
    described = [(name, kind, None) for name, kind in columns.items()]
    assert kept_row(described) == f"to_json(struct({kept}))"
