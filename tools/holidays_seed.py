"""Write the holidays of a country, which the calendar counts as days off.

    python tools/holidays_seed.py --country US --years 2014-2018

These are the public holidays of the whole country. Observed days are included: where a
holiday falls on a weekend and the weekday beside it is off, both are listed, the latter
named "... (observed)". Names are in the country's language. Holidays of one day are
joined to one row.
"""

import csv
import re
from pathlib import Path

import holidays

from console import Parser, Problem, run

SEED = Path(__file__).resolve().parents[1] / "seeds" / "holidays.csv"


def parse_years(text):
    """2014-2018 as (2014, ..., 2018), 2015 as (2015,); nothing if it is neither."""
    match = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", text)
    if not match:
        return ()
    first, last = match[1], match[2] or match[1]
    return tuple(range(int(first), int(last) + 1))


def main():
    parser = Parser(__doc__)
    parser.add_argument(
        "--country", default="US", help="two letters, as in ISO 3166, US by default"
    )
    parser.add_argument("--years", default="2014-2018", help="first-last, or one year")
    parser.add_argument("--output", type=Path, default=SEED, help="the CSV file")
    arguments = parser.parse_args()

    country = arguments.country.upper()
    if country not in holidays.list_supported_countries(include_aliases=False):
        raise Problem(f"no holidays are known of a country {arguments.country!r}.")
    years = parse_years(arguments.years)
    if not years:
        raise Problem(
            "--years takes a year or a first and a last one, such as 2014-2018, "
            f"not {arguments.years!r}."
        )
    # Without a language, the names are in that of whoever runs this.
    language = holidays.country_holidays(country).default_language
    known = holidays.country_holidays(country, years=years, language=language)
    days = {day: name for day, name in sorted(known.items()) if day.year in years}
    if {day.year for day in days} != set(years):
        raise Problem(
            f"not all years of {arguments.years} have known holidays in {country}."
        )

    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    with arguments.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["holiday_date", "holiday_name", "country"])
        writer.writerows([day, name, country] for day, name in days.items())


if __name__ == "__main__":
    run(main)
