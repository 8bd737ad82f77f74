"""A storage is what macros/storage/_store.sql hands out, and nothing else knows how
batches lie: see docs/architecture.md."""

import re

from jinja2 import nodes

from project_files import project_files
from support.core import HOMES, PAGE, called_macros

# The folders of each storage.
STORAGES = {"files": {"metastore", "files", "support"}, "iceberg": {"iceberg"}}
LISTED = PAGE.partition("## Where batches lie\n")[2].partition("\n## ")[0]
CALLS = dict(re.findall(r"\| `(\w+)\(([^)`]*)\)` \|", LISTED))
# What only the SQL of a storage says.
SQL = re.compile(
    r"(?i)\b(show partitions|partition \(|stored as|using (parquet|orc)"
    r"|location '|describe table extended|(create|drop) (external )?table"
    r"|insert (into|overwrite)|input_file_name|_metadata\.|binaryFile)"
)
# Seeds are tables of dbt's, not batches.
OTHERS = {*STORAGES, "seeds"}


def test_each_storage_has_the_macros_of_the_list():
    for storage, folders in STORAGES.items():
        prefix = f"_{storage}_"
        there = {name for name in HOMES if name.startswith(prefix)}
        assert there == {prefix + name for name in CALLS}
        for name, arguments in CALLS.items():
            file, macro = HOMES[prefix + name]
            assert file.parent.name in folders, name
            assert arguments == ", ".join(argument.name for argument in macro.args), (
                name
            )


def test_the_switch_hands_out_each_of_them():
    for storage in STORAGES:
        _, macro = HOMES[f"_{storage}"]
        handed_out = {
            pair.key.value: pair.value.attr for pair in macro.find_all(nodes.Pair)
        }
        assert handed_out == {name: f"_{storage}_{name}" for name in CALLS}


def test_other_folders_ask_the_switch():
    called, past = set(), set()
    for file in project_files("macros/*.sql"):
        text = file.read_text()
        if file.parent.name not in {"metastore", *STORAGES}:
            called |= {*re.findall(r"daybook\._store\((?:\w|\.)+\)\.(\w+)\(", text)}
        if file.parent.name in {"metastore", "storage", *STORAGES}:
            continue
        for name in called_macros(text) & {*HOMES}:
            if HOMES[name][0].parent.name in STORAGES and name.startswith("_"):
                past.add(f"{file.name} calls {name}")
    assert past == set()
    assert called == {*CALLS}


def test_no_other_folder_has_sql_about_files():
    found = set()
    for file in project_files("macros/*.sql"):
        text = re.sub(r"(?s){#.*?#}", "", file.read_text())
        is_known = file.parent.name in OTHERS
        found |= {
            f"{file.name}: {match[0]}" for match in SQL.finditer(text) if not is_known
        }
    assert found == set()
    of_files = "".join(file.read_text() for file in project_files("macros/files/*.sql"))
    assert SQL.search(of_files)
