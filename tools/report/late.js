/* The panel on the data: what came late, and what that changed, month by month. */

// Of a row of late_difference_by_month, after the month's end and the state: entered, left and
// on hand as first reported, and the same three as known now.
const REPORTED = 2;
const NOW = 5;
const FIGURES_OF_A_MONTH = [0, 1, 2];
const ON_HAND_AT_END = 2;

/* The last days of the full months in the period, whether or not they have items of its value. */
const fullMonths = ({ from, to }) =>
  [...new Set(data.slices[ALL]?.[ALL]?.late_difference_by_month?.day)]
    .filter((end) => end <= to && binOf(end, "month", 0) >= from);

/* A figure of several rows, as first reported and now. */
const bothOf = (rows, figure) =>
  [REPORTED, NOW].map((first) => total(rows.map((row) => row[first + figure])));

/* What came in, what was done, and what was on hand at the end, each as reported and now. */
function totalsOfMonth(rows) {
  const [reported, now] = [REPORTED, NOW].map((first) => totalsOf(rows.map((row) => ({
    state: row[1], before: 0, came: row[first], went: row[first + 1], end: row[first + 2],
  }))));
  return ["cameIn", "done", "end"].map((name) => [reported[name], now[name]]);
}

/* By how many items a month's figures differ, state by state. */
const changeOf = (rows) => total(rows.flatMap((row) =>
  FIGURES_OF_A_MONTH.map((i) => Math.abs(row[NOW + i] - row[REPORTED + i]))));

function showLate(ask) {
  const late = tellLate(ask);
  const months = fullMonths(ask).reverse();
  const rows = rowsOf("late_difference_by_month", ask);
  const of = (month) => rows.filter((row) => row[0] === month);
  const hasChanged = months.some((month) => changeOf(of(month)));
  at("months-changed").hidden = !hasChanged;
  at("months-note").textContent = hasChanged || !late
    ? ""
    : months.length
      ? "No full month of the period has changed since it was first reported."
      : "There is no full month in these days.";
  if (!hasChanged) return;
  fill("months-figures", months.map((month) => lineOfMonth(month, of(month))));
  offerMonths(months, of);
  const chosen = Number(at("month").value);
  tellMonth(of(chosen), Number(at("month-figure").value));
}

function tellLate(ask) {
  const rows = rowsOf("late_entries", ask);
  const entries = total(rows.map((row) => row[1]));
  const late = total(rows.map((row) => row[2]));
  at("late").textContent = late
    ? `${count(late)} of the ${some(entries, "entry", "entries")} dated in this period came late: an ` +
      "earlier run had already reported their day. All figures on this page include them. An entry " +
      "says that an item entered a state or left it, or takes an earlier entry back."
    : "No entry dated in this period came late.";
  return late;
}

const lineOfMonth = (month, rows) =>
  line(monthOf(month), totalsOfMonth(rows).map(([reported, now]) =>
    (reported === now ? count(now) : `${count(reported)} → ${count(now)}`)));

let chosenMonth;

/* The month that changed most unless another was chosen, also where the period moves. */
function offerMonths(months, of) {
  const most = months.reduce((a, b) => (changeOf(of(b)) > changeOf(of(a)) ? b : a));
  at("month").replaceChildren(...months.map((month) =>
    new Option(monthOf(month) + (month === most ? ", changed most" : ""), month)));
  at("month").value = months.includes(chosenMonth) ? chosenMonth : most;
}

function tellMonth(rows, figure) {
  const lineOf = (head, own) => {
    const [reported, now] = bothOf(own, figure);
    return line(head, [count(reported), count(now), signed(now - reported)]);
  };
  const moving = rows.filter((row) => row[REPORTED + figure] || row[NOW + figure]);
  fill(
    "month-figures",
    statesOf(moving).map((state) =>
      lineOf(ofState(state), moving.filter((row) => row[1] === state))),
    // Moves in and out of states are no sum of items.
    figure === ON_HAND_AT_END ? lineOf("All items", rows) : [],
  );
}
