/* Single items: a dot for each in the panel of ages, and the list of the oldest. */

// Single items at the end of the last day: [state, name, first day there, working days].

const LISTED = 5;
const LISTED_OF_ONE_STATE = 20;

const itemsOf = (ask) =>
  (data.slices[ask.dimension]?.[ask.value]?.oldest_items || [])
    .filter(([state]) => isShown(state, ask));

/* All items, where the page has all and so none is too many; of another day it has none. */
function itemsToDraw(day, rows, ask) {
  const items = itemsOf(ask);
  return day === lastDay && items.length === total(rows.map((row) => row[3])) ? items : [];
}

/* A dot an item, by its age; dots of one age lie beside each other in the state's row. */
function drawItems(day, items) {
  const held = statesOf(items.map((item) => [day, ...item]));
  const oldest = Math.max(1, ...items.map(([, , , age]) => age));
  const row = (state) => held.indexOf(state);
  const traces = held.map((state) => {
    const own = items.filter(([of]) => of === state);
    return {
      name: states[state], type: "scatter", mode: "markers",
      x: own.map(([, , , age]) => age),
      y: own.map((_, i) => row(state) + ((i * 0.618) % 1 - 0.5) * 0.6),
      marker: {
        color: own.map(([, , , age]) => theme.ages[AGES.findLastIndex((begin) => begin <= age)]),
        size: 9, opacity: 0.8, line: { width: 1, color: theme.edge },
      },
      customdata: own.map(([, name, since, age]) =>
        [text(name), text(states[state]), dateInWords(since), some(age, "working day", "working days")]),
      hovertemplate: "<b>%{customdata[0]}</b><br>%{customdata[1]} since %{customdata[2]}, " +
        "%{customdata[3]}<extra></extra>",
    };
  });
  const medians = {
    name: "median", type: "scatter", mode: "markers", hoverinfo: "skip",
    x: held.map((state) => medianAge(items.filter(([of]) => of === state))), y: held.map(row),
    marker: { symbol: "line-ns-open", size: 26, color: theme.ink, line: { width: 2.5 } },
  };
  return draw(
    "ages",
    [...traces, medians],
    {
      height: 60 + 52 * held.length, margin: { l: 60, r: 16, t: 8, b: 44 }, hovermode: "closest",
      xaxis: fixed({
        tickformat: ",", zeroline: false, range: [-0.03 * oldest, 1.03 * oldest],
        title: { text: "working days", standoff: 6, font: theme.font },
      }),
      yaxis: stateAxis(held),
    },
    `Items by state and age at the end of ${inWords(day)}; the table has their figures.`,
    () => itemsAsRows(items),
  );
}

function medianAge(items) {
  const ages = items.map(([, , , age]) => age).sort((a, b) => a - b);
  return percentile(ages, ages.map(() => 1), 0.5);
}

const itemsAsRows = (items) => [
  ["state", "item", "since", "working days"],
  ...items.map(([state, ...rest]) => [states[state], ...rest]),
];

/* A short table a state, or a longer one of the state that stands alone. */
function showOldest(ask) {
  const items = itemsOf(ask);
  const held = statesOf(items.map((item) => [lastDay, ...item]));
  const listed = held.length === 1 ? LISTED_OF_ONE_STATE : LISTED;
  at("oldest-day").textContent =
    `At the end of ${inWords(lastDay)}, the last day of the log, whatever the period.`;
  at("oldest").replaceChildren(...(held.length ? [] : ["No items."]), ...held.map((state) => {
    const own = items.filter(([of]) => of === state).slice(0, listed);
    const made = element(
      "table",
      element("caption", ...ofState(state)),
      element("thead", element("tr", ...heads(["Item", "Since", "Working days"]))),
      element("tbody", ...own.map(([, name, since, age]) => line(name, [since, count(age)]))));
    made.className = "figures";
    return made;
  }));
}
