/* The panel of ages: at the end of the last day, and at the end of each week. */

// Where the ranges of ageing_by_week begin; their shades are of one hue, as the colours of
// states say nothing about age.
const AGES = [0, 1, 2, 5, 10, 20, 60];
const OLD = 20;
const AGES_LEGEND = { title: { text: "working days" }, traceorder: "normal" };

function inDays(age) {
  const next = AGES[AGES.indexOf(age) + 1];
  if (next === undefined) return `${age} and more`;
  return next === age + 1 ? `${age}` : `${age}–${next - 1}`;
}

/* The days of the period for which there are ages. */
const weekEnds = ({ from, to }) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
    .filter((day) => lastOf(day, "week", lastDay) === day);

function showAges(ask) {
  const ends = weekEnds(ask);
  const day = ends[ends.length - 1];
  const rows = rowsOf("ageing_by_week", ask).filter((row) => isShown(row[1], ask));
  const atEnd = rows.filter((row) => row[0] === day);
  const items = itemsToDraw(day, atEnd, ask);
  tellAges(day, atEnd, items);
  if (items.length) drawItems(day, items);
  else drawAges(day, atEnd);
  drawAgesByWeek(ask, ends, rows);
}

function tellAges(day, rows, items) {
  at("ages-day").textContent = day === undefined
    ? ""
    : `How long items had been in their state at the end of ${inWords(day)}, ` +
      (day === lastDay ? "the last day." : "the last Sunday of the period.") +
      (items.length ? " Each dot is an item, and the upright line is the median of the state." : "");
  at("ages-legend").replaceChildren(
    "Working days:",
    ...AGES.map((age, i) => element("span", swatch(`var(--age-${i})`), inDays(age))));
  at("ages-figures").hidden = !rows.length;
  const figures = (own) => {
    const items = total(own.map((row) => row[3]));
    const average = total(own.map((row) => row[4])) / items;
    const old = total(own.filter((row) => row[2] >= OLD).map((row) => row[3]));
    return [count(items), average.toFixed(1), count(old)];
  };
  const held = statesOf(rows);
  fill(
    "ages-figures",
    held.map((state) => line(ofState(state), figures(rows.filter((row) => row[1] === state)))),
    line("All items", figures(rows)),
  );
}

/* Those that rows are of, in the order of the work. */
const statesOf = (rows) =>
  states.map((_, state) => state).filter((state) => rows.some((row) => row[1] === state));

const stateAxis = (held) => nameAxis(held.map((state) => inTwoLines(states[state])));

/* Stacked bars, one trace for each range of ages: how many items each of `bars` has. */
function stacks(rows, bars, barOf, named, rest) {
  return AGES.map((age, i) => {
    const items = sums(
      rows.filter((row) => row[2] === age).map((row) => row.slice(0, 4)), barOf);
    const sizes = bars.map((bar) => items.get(bar) || 0);
    return {
      name: inDays(age), type: "bar", marker: { color: theme.ages[i], line: { width: 0 } },
      customdata: bars.map((bar, j) => [named(bar), some(sizes[j], "item", "items")]),
      hovertemplate: "<b>%{customdata[0]}</b><br>%{customdata[1]} of " +
        `${inDays(age)} working days<extra></extra>`,
      ...rest(sizes),
    };
  });
}

function drawAges(day, rows) {
  if (day === undefined) {
    return leaveEmpty("ages", "No week ends in these days; ages are those at the end of one.");
  }
  if (!rows.length) return leaveEmpty("ages", "No items.");
  const held = statesOf(rows);
  const name = (state) => text(states[state]);
  const traces = stacks(rows, held, (row) => row[1], name, (sizes) => (
    { orientation: "h", x: sizes, y: held.map((_, i) => i) }));
  return draw(
    "ages",
    traces,
    {
      height: 60 + 36 * held.length, margin: { l: 60, r: 16, t: 8, b: 44 }, barmode: "stack",
      bargap: 0.3, hovermode: "closest", legend: AGES_LEGEND,
      xaxis: fixed({ tickformat: ",", title: { text: "items", standoff: 6, font: theme.font } }),
      yaxis: stateAxis(held),
    },
    `Items by state and age at the end of ${inWords(day)}; the table has their figures.`,
    () => agesAsRows(rows),
  );
}

const agesAsRows = (rows) => [
  ["day", "state", "working days from", "items"],
  ...rows.map(([day, state, age, items]) => [isoOf(day), states[state], age, items]),
];

function drawAgesByWeek(ask, ends, rows) {
  if (ends.length < 2) return leaveEmpty("ages-by-week", "Fewer than two weeks end in these days.");
  if (!rows.length) return leaveEmpty("ages-by-week", "No items.");
  const begins = ends.map((end) => binOf(end, "week", ask.from));
  const width = ends.map((end, i) => (end - begins[i] + 1) * DAY * 0.94);
  const name = (end) => `End of ${inWords(end)}`;
  const traces = stacks(rows, ends, (row) => row[0], name, (sizes) => (
    { offset: 0, x: begins.map(isoOf), y: sizes, width }));
  const xaxis = { ...dayAxis(ask), range: [isoOf(ask.from), isoOf(ask.to + 1)] };
  return draw(
    "ages-by-week",
    traces,
    {
      height: isNarrow() ? 220 : 260, margin: { l: 44, r: 8, t: 8, b: 44 }, barmode: "stack",
      bargap: 0, hovermode: "closest", legend: AGES_LEGEND, xaxis, yaxis: fixed({ tickformat: "," }),
    },
    "Items by age at the end of each week",
    () => agesAsRows(rows),
  );
}
