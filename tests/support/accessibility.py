"""How accessible a page is, as axe finds it.

The score is the weight of the rules that are kept, as a share of all that concern the
page.
"""

from axe_playwright_python.sync_playwright import Axe

# What a rule counts, by the impact of breaking it.
WEIGHTS = {"critical": 10, "serious": 7, "moderate": 3, "minor": 1}
SCORE = 95
# Of a page that is there; an empty one keeps few rules.
LEAST_KEPT = 200


def check_accessibility(page):
    """No rule is broken whose impact is serious, and the score is high enough."""
    found = Axe().run(page).response
    broken = {
        rule["id"]: (rule["impact"], [node["html"] for node in rule["nodes"]][:3])
        for rule in found["violations"]
    }
    impacts = [impact for impact, _ in broken.values()]
    assert not {"critical", "serious"} & {*impacts}, broken
    kept = sum(weight(rule) for rule in found["passes"] if rule["id"] not in broken)
    assert kept > LEAST_KEPT
    lost = sum(WEIGHTS[impact] for impact in impacts)
    assert 100 * kept / (kept + lost) >= SCORE, broken


def weight(rule):
    """That of its worst check, for axe tells the impact of broken rules alone."""
    checks = [
        check["impact"]
        for node in rule["nodes"]
        for kind in ("any", "all", "none")
        for check in node[kind]
    ]
    return max((WEIGHTS[impact] for impact in checks if impact), default=0)
