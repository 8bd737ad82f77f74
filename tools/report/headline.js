/* The headline figures, each with its change against the period before. */

const restingPlaces = data.terminal.join(", ");

/* What each tile shows: its name, what that means, its figure, and whether that is a count. */
const TILES = [
  ["On hand", (ask) => `at the end of ${inWords(ask.to)}`, "end", true],
  ["Came in", whatCameIn, "cameIn", true],
  ["Done", () => `came to rest in ${restingPlaces}, less those that left it again`, "done", true],
  ["Median age", () => "working days in the state", "age", false],
  ["Median lead time", () => `days from the first milestone to ${restingPlaces}`, "lead", false],
  ["Late entries", () => "dated in the period, on days that an earlier run had covered", "late", true],
];

function whatCameIn({ dimension }) {
  return dimension === ALL
    ? "new items, less those that were taken out"
    : `new to this ${pretty(dimension)}, less those that left it for another`;
}

function headlineOf(ask) {
  const [age] = rowsOf("median_age_by_day", { ...ask, from: ask.to });
  const lead = leadTimesOf(rowsOf("milestone_lead_times", ask), DONE);
  const late = rowsOf("late_entries", ask).map((row) => row[2]);
  return { ...totalsOf(movesOf(ask)), age: age?.[1], lead: lead?.marks[2], late: total(late) };
}

/* How many items the whole log has: a period may show few of them. */
const itemsOfLog = (ask) =>
  totalsOf(movesOf({ ...asKnownNow(ask), from: 0, to: lastDay, dimension: ALL, value: ALL })).cameIn;

/* As many days, and just before; none where the log does not go back so far. */
function periodBefore(ask) {
  const before = { ...ask, from: ask.from - ask.days, to: ask.from - 1 };
  return before.from < 0 ? undefined : before;
}

function changeIn(now, before, isCount) {
  if (now === undefined || before === undefined) return "";
  const share = isCount && before > 0 ? ` (${signed(Math.round(100 * (now / before - 1)))} %)` : "";
  return now === before ? "no change" : `${signed(now - before)}${share}`;
}

function showHeadline(ask) {
  const earlier = periodBefore(ask);
  const [now, before] = [headlineOf(ask), earlier ? headlineOf(earlier) : {}];
  const shown = TILES.filter(([, , key]) => data.terminal.length || !["done", "lead"].includes(key));
  at("tiles").replaceChildren(...shown.map(([name, meaning, key, isCount]) => {
    const figure = element("dd", now[key] === undefined ? "–" : rounded(now[key]));
    const change = element("dd", changeIn(now[key], before[key], isCount));
    const said = element("dd", meaning(ask));
    [figure.className, change.className, said.className] = ["figure", "change", "meaning"];
    return element("div", element("dt", name), figure, change, said);
  }));
  const days = some(ask.days, "day", "days");
  at("summary").className = "";
  at("summary").textContent =
    `${daysInWords(ask.from, ask.to)}, ${days}` +
    (ask.dimension === ALL ? ". " : `, ${sliceInWords(ask)}. `) +
    `The log has ${some(itemsOfLog(ask), "item", "items")}. ` +
    (ask.state === undefined ? "" : `The charts by state show ${states[ask.state]} alone. `) +
    (earlier
      ? `Changes are against the ${days} before.`
      : `The log does not go back another ${days}, so nothing is compared.`);
}
