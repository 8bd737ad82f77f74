"""The days off of a log's country, and which years have none that are known."""

import holidays

from config_keys import project_variables
from landed_tables import MARK, drop_landed
from project import Target
from server import Server

TABLE = "landed_holidays"
YEARS = """
    select year, max(is_holiday)
    from {schema}.dim_date
    where
        year >= (select year(min(event_date)) from {schema}.fct_issue_entries)
        and year <= (select year(max(snapshot_date)) from {schema}.snap_issues_daily)
    group by year
    order by year
"""


def land_holidays(server: Server, source: dict) -> dict:
    """dbt's variable for the calendar. Without a country, weekends alone are off."""
    calendar = source["calendar"] or project_variables()["calendar"]
    days = []
    if source["country"]:
        first, last = (int(calendar[f"{end}_date"][:4]) for end in ("start", "end"))
        years = [*range(first, last + 1)]
        days = sorted(holidays.country_holidays(source["country"], years=years))
    listed = ", ".join(f"date'{day}'" for day in days)
    table = f"{source['schema']}.{TABLE}"
    drop_landed(server, table)
    server.query(
        f"create table {table} using parquet {MARK} as "
        f"select explode(cast(array({listed}) as array<date>)) as holiday_date"
    )
    return {"calendar": calendar | {"holidays": table}}


def holidays_note(target: Target, source: dict | None) -> str:
    """Which holidays count as days off, and in which years of the log none is known."""
    if source and not source["country"]:
        return "Working days leave out weekends."
    of_sample = "select distinct country from {schema}.holidays"
    known_of = source["country"] if source else target.query(of_sample)[0][0]
    unknown = [year for year, is_known in target.query(YEARS) if not is_known]
    return f"Working days leave out weekends and the holidays of {known_of}" + (
        f", of which none is known in {_in_words(unknown)}." if unknown else "."
    )


def _in_words(years: list[int]) -> str:
    """2019; 2019 and 2021; 2019 to 2026."""
    first, last = years[0], years[-1]
    if len(years) > 2 and last - first == len(years) - 1:
        return f"{first} to {last}"
    return " and ".join(filter(None, [", ".join(map(str, years[:-1])), str(last)]))
