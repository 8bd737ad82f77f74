"""The fixtures that every test may ask for."""

pytest_plugins = ["support.server", "support.dbt", "support.sample"]
