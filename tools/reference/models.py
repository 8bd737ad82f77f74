"""The page of the example's models and of the report's questions, from their YAML."""

import re

import yaml

from reference.text import cell, prose, table
from spark import ROOT

ANALYSES = ROOT / "analyses" / "_analyses.yml"


def models_page() -> str:
    shared = (ROOT / "models" / "facts" / "_columns.md").read_text()
    docs = dict(re.findall(r"(?s){% docs (\w+) %}\s*(.*?)\s*{% enddocs %}", shared))
    parts = [
        "# Models of the example\n",
        "After the models come the analyses: the questions that the report asks.\n",
    ]

    def described(entry: dict) -> str:
        text = entry.get("description", "")
        return re.sub(r"{{ doc\('(\w+)'\) }}", lambda m: docs[m[1]], text)

    for file in [*sorted(ROOT.glob("models/*/[!_]*.yml")), ANALYSES]:
        content = yaml.safe_load(file.read_text())
        for entry in content.get("models", content.get("analyses")):
            rows = [
                [f"`{column['name']}`", cell(described(column))]
                for column in entry.get("columns", [])
            ]
            (sql,) = file.parent.glob(f"**/{entry['name']}.sql")
            name = sql.relative_to(ROOT)
            parts += [
                f"## {entry['name']}\n",
                prose(described(entry)),
                f"Its SQL is [{name}](../../{name}).\n",
                table(["column", "meaning"], rows) if rows else "",
            ]
    return "\n".join(parts)
