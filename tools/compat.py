"""Test the package where its users have it, and print which tests passed.

    python tools/compat.py [--spark VERSION ...] [--dbt VERSION ...]
                           [--method METHOD ...] [--dbt2 TURNS ...]
                           [--adapter ADAPTER ...] [--store STORE ...]

spark    the tests of the macros on other versions of Spark
dbt      the sample and the consumer project with other versions of dbt-core
method   the same two without a Thrift server, with 1 and with 4 threads
dbt2     the sample with dbt 2: with 1-2-1 dbt 1 and dbt 2 take turns on its arrivals
adapter  whether the package can be read with adapters that are built on dbt-spark
store    the tests of batches with the models in another storage

Without arguments it does all that; an option without values does all of its own. What
did not pass is told below, and the exit code is 1 if that is new. Versions and
environments lie in .daybook; those of requirements.lock are the reference.
"""

import argparse
import re

from console import Parser, Problem, run
from trials import (
    adapters,
    methods,
    storages,
    turns,
    versions_of_dbt,
    versions_of_spark,
)
from trials.outcomes import Outcome, summary

KINDS = {
    "spark": versions_of_spark,
    "dbt": versions_of_dbt,
    "method": methods,
    "dbt2": turns,
    "adapter": adapters,
    "store": storages,
}
# The adapter dbt-fabricspark does not name dbt-spark as its base.
KNOWN_TO_FAIL = {("adapter", "fabricspark")}


def main() -> int:
    """1 if something did not pass that should have."""
    parser = Parser(__doc__)
    for kind in ("spark", "dbt"):
        parser.add_argument(f"--{kind}", nargs="*", type=numbered, metavar="VERSION")
    for kind in ("method", "dbt2", "adapter", "store"):
        parser.add_argument(f"--{kind}", nargs="*", choices=KINDS[kind].ALL)
    given = vars(parser.parse_args())
    takes_all = not any(value is not None for value in given.values())
    outcomes = {
        kind: {value: outcome(kind, value) for value in given[kind] or module.ALL}
        for kind, module in KINDS.items()
        if takes_all or given[kind] is not None
    }
    if "spark" in outcomes:
        print(*versions_of_spark.table(outcomes["spark"]), sep="\n")
    for kind, found in outcomes.items():
        for value, each in found.items():
            print(f"\n{kind} {value}: {summary(each)}")
            for name, why in each.items():
                if why:
                    print(f"- {name}: {why}")
    return int(
        any(is_new(kind, *each) for kind, it in outcomes.items() for each in it.items())
    )


def is_new(kind: str, value: str, outcome: Outcome) -> bool:
    """Whether something failed that is not known to fail."""
    failed = [why for why in outcome.values() if why and not why.startswith("skipped")]
    return bool(failed) and (kind, value) not in KNOWN_TO_FAIL


def outcome(kind: str, value: str) -> Outcome:
    """A problem with one keeps none of the others from being tried."""
    try:
        return KINDS[kind].tried(value)
    except Problem as problem:
        return {"not tried": str(problem)}


def numbered(text: str) -> str:
    if not re.fullmatch(r"\d+\.\d+\.\d+(b\d+|rc\d+)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no version, such as 4.2.1")
    return text


if __name__ == "__main__":
    run(main)
