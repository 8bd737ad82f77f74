"""Jars that are fetched: what is said of one that cannot be."""

import pytest

from console import Problem
from jars import class_path


def test_a_jar_that_does_not_exist_is_a_problem():
    with pytest.raises(Problem, match="example:nothing:0 cannot be fetched"):
        class_path("example:nothing:0")
