"""The reference: docs/reference, made from the macros and from the YAML beside them."""

import shutil

from reference.errors import errors_page
from reference.macros import index_page, macro_page, public_macros
from reference.models import models_page
from reference.text import short
from spark import ROOT

FOLDER = ROOT / "docs" / "reference"
# At the end, because MkDocs takes a page's title from where it begins.
NOTE = "\n<!-- Written by `make format` from macros, models and their YAML. -->\n"


def reference_pages() -> dict[str, str]:
    """{name in the folder: text}"""
    groups = public_macros()
    pages = {
        f"{group}/{short(macro['name'])}.md": macro_page(group, macro)
        for group, macros in groups.items()
        for macro in macros
    }
    pages["README.md"] = index_page(groups)
    pages["errors.md"] = errors_page(groups)
    pages["models.md"] = models_page()
    return {name: text + NOTE for name, text in pages.items()}


def write_reference() -> None:
    pages = reference_pages()
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name, text in pages.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text)
