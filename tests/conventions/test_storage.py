"""How batches lie in files is known to macros/files alone: see docs/architecture.md."""

import re

from project_files import project_files
from support.core import HOMES, PAGE, called_macros

STORAGE = "files"
LISTED = PAGE.partition("## Where batches lie\n")[2].partition("\n## ")[0]
CALLS = dict(re.findall(r"\| `(_files_\w+)\(([^)`]*)\)` \|", LISTED))
BOUNDARY = {*CALLS}
# What only the SQL of a storage says.
SQL = re.compile(
    r"(?i)\b(show partitions|partition \(|stored as|using (parquet|orc)"
    r"|location '|describe table extended|(create|drop) (external )?table"
    r"|insert (into|overwrite)|input_file_name|_metadata\.|binaryFile)"
)
# Seeds are tables of dbt's, not batches.
OTHERS = {STORAGE, "seeds"}


def test_the_list_has_each_macro():
    there = {name for name in HOMES if name.startswith("_files_")}
    assert there == BOUNDARY
    for name, arguments in CALLS.items():
        file, macro = HOMES[name]
        assert file.parent.name == STORAGE, name
        assert arguments == ", ".join(argument.name for argument in macro.args), name


def test_other_folders_call_nothing_else_of_it():
    past, called = set(), set()
    for file in project_files("macros/*.sql"):
        if file.parent.name == STORAGE:
            continue
        for name in called_macros(file.read_text()) & {*HOMES}:
            if HOMES[name][0].parent.name == STORAGE and name.startswith("_"):
                called.add(name)
                past |= {f"{file.name} calls {name}"} if name not in BOUNDARY else set()
    assert past == set()
    assert called == BOUNDARY


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
