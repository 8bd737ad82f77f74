"""The pages of the reference, made from the macros and from the YAML beside them."""

from reference.errors import errors_page
from reference.macros import group_page, index_page, public_macros
from reference.models import models_page


def reference_pages() -> dict[str, str]:
    """{name: text}. Their links are those of pages in docs/reference."""
    groups = public_macros()
    pages = {f"{group}.md": group_page(group, groups[group]) for group in groups}
    pages["index.md"] = index_page(groups)
    pages["errors.md"] = errors_page(groups)
    pages["models.md"] = models_page()
    return pages
