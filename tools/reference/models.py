"""The page of the example's models, from their YAML."""

import re

import yaml

from reference.text import cell, prose, table
from spark import ROOT


def models_page() -> str:
    shared = (ROOT / "models" / "_columns.md").read_text()
    docs = dict(re.findall(r"(?s){% docs (\w+) %}\s*(.*?)\s*{% enddocs %}", shared))
    parts = ["# Models of the example\n"]

    def described(entry: dict) -> str:
        text = entry.get("description", "")
        return re.sub(r"{{ doc\('(\w+)'\) }}", lambda m: docs[m[1]], text)

    for file in sorted(ROOT.glob("models/*/*.yml")):
        for model in yaml.safe_load(file.read_text())["models"]:
            rows = [
                [f"`{column['name']}`", cell(described(column))]
                for column in model.get("columns", [])
            ]
            sql = file.with_suffix(".sql").relative_to(ROOT)
            parts += [
                f"## {model['name']}\n",
                prose(described(model)),
                f"Its SQL is [{sql}](../../{sql}).\n",
                table(["column", "meaning"], rows),
            ]
    return "\n".join(parts)
