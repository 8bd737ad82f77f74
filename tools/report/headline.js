/* The headline figures, each with its change against the period before. */

/* A share of less than so many items says little. */
const LEAST_FOR_SHARE = 30;
const IS_BETTER = {
  good: "Higher is better.", bad: "Lower is better.", neither: "More is neither good nor bad.",
};

const restingPlaces = or.format(data.terminal);

/* Each card: its name, what that means, its figure, whether that is a count, and what more of it
   is, where items are work. */
const CARDS = [
  [data.on_hand.name, (ask) => `at the end of ${inWords(ask.to)}`, "end", true, "bad"],
  ["Came in", whatCameIn, "cameIn", true, "neither"],
  ["Done", () => `reached ${restingPlaces}, minus those reopened`, "done", true, "good"],
  ["Median age", () => "working days in the present state", "age", false, "bad"],
  ["Median lead time", () => `working days from the first milestone to ${restingPlaces}`, "lead", false, "bad"],
];

/* Items may be what one likes to have, such as customers: more is good then, and of what else
   it means nothing is known. */
const whatMoreIs = (key, ofWork) =>
  (data.on_hand.up_is === "bad" ? ofWork : key === "end" ? data.on_hand.up_is : "neither");

function whatCameIn(ask) {
  if (ask.dimension !== ALL) {
    const name = pretty(ask.dimension);
    return `new to this ${name}, minus those that moved to another ${name}`;
  }
  const gone = total(rowsOf("flow_between_states", ask)
    .filter(([, , to, changesValue]) => to === NO_PLACE && !changesValue)
    .map(([, , , , items]) => items));
  return gone ? `new items, minus ${count(gone)} that left the log` : "new items";
}

function headlineOf(ask) {
  const [age] = rowsOf("median_age_by_day", { ...ask, from: ask.to });
  const lead = leadTimesOf(rowsOf("milestone_lead_times", ask), DONE);
  return { ...totalsOf(movesOf(ask)), age: age?.[1], lead: lead?.marks[2] };
}

/* How many items the whole log has: a period may show few of them. */
const itemsOfLog = (ask) =>
  totalsOf(movesOf({ ...asKnownNow(ask), from: 0, to: lastDay, dimension: ALL, value: ALL })).cameIn;

/* As many days, and just before; none where the log does not go back so far. */
function periodBefore(ask) {
  const before = { ...ask, from: ask.from - ask.days, to: ask.from - 1 };
  return before.from < 0 ? undefined : before;
}

/* In words, too: colour alone does not say it to everybody. */
function changeIn(now, before, isCount, moreIs) {
  if (now === undefined || before === undefined) return ["", "change"];
  if (now === before) return ["no change", "change"];
  const hasShare = isCount && before >= LEAST_FOR_SHARE;
  const share = hasShare ? ` (${signed(Math.round(100 * (now / before - 1)))} %)` : "";
  const change = `${signed(now - before)}${share}`;
  if (moreIs === "neither") return [change, "change"];
  const verdict = (now > before) === (moreIs === "good") ? "better" : "worse";
  return [`${change}, ${verdict}`, `change ${verdict}`];
}

function showHeadline(ask) {
  const earlier = periodBefore(ask);
  const [now, before] = [headlineOf(ask), earlier ? headlineOf(earlier) : {}];
  const shown = CARDS.filter(([, , key]) => data.terminal.length || !["done", "lead"].includes(key));
  at("tiles").replaceChildren(...shown.map(([name, meaning, key, isCount, ofWork]) => {
    const moreIs = whatMoreIs(key, ofWork);
    const lines = [
      [now[key] === undefined ? "–" : rounded(now[key]), "figure"],
      changeIn(now[key], before[key], isCount, moreIs),
      [`${meaning(ask)}. ${IS_BETTER[moreIs]}`, "meaning"],
    ].map(([said, className]) => Object.assign(element("dd", said), { className }));
    return element("div", element("dt", name), ...lines);
  }));
  const days = some(ask.days, "day", "days");
  at("summary").textContent =
    `${daysInWords(ask.from, ask.to)}, ${days}` +
    (ask.dimension === ALL ? ". " : `, ${sliceInWords(ask)}. `) +
    `The log has ${some(itemsOfLog(ask), "item", "items")}. ` +
    (ask.state === undefined ? "" : `The charts by state show ${states[ask.state]} alone. `) +
    (earlier
      ? `Changes are against the ${days} before.`
      : `The log does not go back another ${days}, so nothing is compared.`);
}
