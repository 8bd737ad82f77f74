"""The page of errors."""

from reference.macro_code import reached
from reference.macros import TITLES
from reference.messages import messages
from reference.text import short, table
from spark import ROOT

TITLES_OF_FOLDERS = TITLES | {"support": "Arguments and names", "log": "The log"}
USERS_SHOWN = 4
INTRODUCTION = """\
# Errors

The messages with which daybook ends a run, from the code of the macros. Each says what
is wrong and what to do. dbt prints it after `daybook:` and the name of the model.
`<...>` stands for what is filled in, and a slash separates words for one case from
those for another.

The last column has the macros that can end with the message, or says *many* if there
are more than four. What `make run` and `make config` say of a log is not among them: it
is about the columns and lines of that log.
"""


def errors_page(groups: dict[str, list[dict]]) -> str:
    homes = {
        short(macro["name"]): group
        for group, macros in groups.items()
        for macro in macros
    }
    parts = [INTRODUCTION]
    for folder in sorted(path for path in ROOT.glob("macros/*") if path.is_dir()):
        rows = [
            [told, users(name, homes)]
            for file in sorted(folder.glob("*.sql"))
            for name, told in messages(file.read_text())
        ]
        if rows:
            title = TITLES_OF_FOLDERS.get(folder.name, folder.name.capitalize())
            parts += [f"## {title}\n", table(["message", "from"], rows)]
    return "\n".join(parts)


def users(name: str, homes: dict[str, str]) -> str:
    found = sorted(user for user in homes if name in reached(user))
    if len(found) > USERS_SHOWN:
        return "many"
    return ", ".join(f"[{user}]({homes[user]}/{user}.md)" for user in found)
