"""Times of digits alone: which form they have, if they can have one form only."""

from datetime import datetime

# By the pattern of Spark, or by the function that reads them.
READ = {
    "yyyyMMdd": "%Y%m%d",
    "yyyyMMddHH": "%Y%m%d%H",
    "yyyyMMddHHmm": "%Y%m%d%H%M",
    "yyyyMMddHHmmss": "%Y%m%d%H%M%S",
    "yyyyMMddHHmmssSSS": "%Y%m%d%H%M%S%f",
}
SINCE_1970 = {10: "timestamp_seconds", 13: "timestamp_millis"}
# They are not guessed, but leave a doubt about those that are.
OTHERS = ("%y%m%d%H%M", "%y%m%d%H%M%S", "%m%d%Y%H", "%d%m%Y%H")


def digits_form(texts: set[str]) -> str | None:
    if any(all(_is_of(text, form) for text in texts) for form in OTHERS):
        return None
    found = [
        pattern
        for pattern, form in READ.items()
        if all(_is_of(text, form) for text in texts)
    ]
    # From 2001 to 2033.
    if all(text.startswith("1") for text in texts):
        lengths = {len(text) for text in texts}
        function = SINCE_1970.get(lengths.pop()) if len(lengths) == 1 else None
        found += [function] if function else []
    return found[0] if len(found) == 1 else None


def _is_of(text: str, form: str) -> bool:
    # Python's %f has six digits, and Spark's SSS three.
    written = f"{text}000" if form.endswith("%f") else text
    try:
        time = datetime.strptime(written, form)
    except ValueError:
        return False
    # Python takes a number with fewer digits, too.
    return 1900 <= time.year < 2100 and time.strftime(form) == written
