"""The page of the example's models, from their YAML."""

import re

import yaml

from reference.text import cell, prose, table
from spark import ROOT


def models_page() -> str:
    shared = (ROOT / "models" / "_columns.md").read_text()
    docs = dict(re.findall(r"(?s){% docs (\w+) %}\s*(.*?)\s*{% enddocs %}", shared))
    parts = ["# Models of the example\n"]
    for file in sorted(ROOT.glob("models/*/*.yml")):
        text = re.sub(r"{{ doc\('(\w+)'\) }}", lambda m: docs[m[1]], file.read_text())
        for model in yaml.safe_load(text)["models"]:
            rows = [
                [f"`{column['name']}`", cell(column.get("description", ""))]
                for column in model.get("columns", [])
            ]
            sql = file.with_suffix(".sql").relative_to(ROOT)
            parts += [
                f"## {model['name']}\n",
                prose(model["description"]),
                f"Its SQL is [{sql}](../../{sql}).\n",
                table(["column", "meaning"], rows),
            ]
    return "\n".join(parts)
