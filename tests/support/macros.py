"""The package's macros as dbt renders them, without a connection or a manifest.

Macros().call("_id_ranges", seen, hidden, ids) calls one as the package does. The test
says what is in the model's config and among the project's variables. There is no
session.
"""

from dataclasses import dataclass
from types import SimpleNamespace

from dbt.adapters.spark.relation import SparkRelation
from dbt.clients.jinja import MacroGenerator
from dbt.context.base import generate_base_context
from dbt.context.exceptions_jinja import wrapped_exports
from dbt_common.clients.jinja import extract_toplevel_blocks
from dbt_common.exceptions import DbtRuntimeError

from project_files import project_files


@dataclass(frozen=True)
class Macro:
    """What dbt's MacroGenerator has to know of one."""

    name: str
    macro_sql: str


def macros_in(text):
    """{name: macro} of a file's text."""
    found = {}
    kinds = {"macro", "test", "materialization"}
    for block in extract_toplevel_blocks(text, kinds, False):
        if block.block_type_name != "materialization":
            prefix = {"macro": "", "test": "test_"}[block.block_type_name]
            name = prefix + block.block_name
            found[name] = Macro(name, block.full_block)
    return found


MACROS = macros_in("\n".join(f.read_text() for f in project_files("macros/*.sql")))


class Config(dict):
    """A model's config; dbt looks for what it does not know under meta."""

    def meta_get(self, name, default=None):
        return self.get("meta", {}).get(name, default)

    def persist_relation_docs(self):
        return self.get("persist_docs", {}).get("relation", False)

    def persist_column_docs(self):
        return self.get("persist_docs", {}).get("columns", False)


class Macros:
    """Macros of a model with this config, in a project with these variables."""

    def __init__(self, config=(), vars=(), full_refresh=False):
        self.relation = SparkRelation.create(schema="shop", identifier="orders")
        config = Config(config)
        self.context = {
            **generate_base_context(dict(vars)),
            "execute": True,
            "exceptions": wrapped_exports(None),
            "api": SimpleNamespace(Relation=SparkRelation),
            "this": self.relation,
            "config": config,
            "model": {
                "config": config,
                "resource_type": "model",
                "unique_id": "model.shop.orders",
            },
            "should_full_refresh": lambda: full_refresh,
            "graph": {"nodes": {}},
            "invocation_id": "0" * 36,
        }
        # Of a mapping, Jinja's sandbox also gives what begins with an underscore.
        self.context["daybook"] = {
            name: MacroGenerator(macro, self.context) for name, macro in MACROS.items()
        }

    def call(self, name, *arguments, **named):
        return self.context["daybook"][name](*arguments, **named)

    @property
    def plan(self):
        """The plan of the run that renders the model: set it, and there is a run."""
        plans = self.call("_known_in_this_run")["plans"]
        return plans[self.context["model"]["unique_id"]]

    @plan.setter
    def plan(self, plan):
        plans = self.call("_known_in_this_run")["plans"]
        plans[self.context["model"]["unique_id"]] = plan

    def hold_lock(self):
        """The model's, for as long as the test lasts."""
        self.context["daybook"] |= {
            "_assert_still_locked": lambda _: None,
            "_is_still_held": lambda _: True,
        }

    def refusal(self, name, *arguments, **named):
        """The sentence with which it refuses, or nothing where it does not."""
        try:
            self.call(name, *arguments, **named)
        except DbtRuntimeError as error:
            return str(error.msg)
        return None
