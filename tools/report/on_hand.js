/* The first panel: balances or cumulative flow by day, with its table. */

function showOnHand(ask) {
  const last = Math.min(ask.to, ask.knownTo);
  const moved = movesOf(ask);
  tellFigures(ask, moved, last);
  at("known-note").textContent = ask.batch
    ? `As known after the run of ${ask.batch.posted_at}, which knew the days up to ` +
      `${inWords(ask.knownTo)}` +
      (ask.from <= last && last < ask.to ? `; the figures of “${data.on_hand.name}” are of the end of that day.` : ".") +
      " The rest of the page is as known now."
    : "";
  drawBands(ask, last, (state, days) => {
    const isDone = at("view").value && isTerminal(state);
    return isDone ? doneByDay(moved[state], days) : balancesByDay(moved[state], days);
  });
}

function tellFigures(ask, moved, last) {
  const isKnown = { before: ask.from - 1 <= ask.knownTo, end: ask.from <= last };
  const shown = (figure, known) => (known ? count(figure) : "–");
  const lines = moved
    .filter((each) => each.before || each.came || each.went || each.end || each.state === ask.state)
    .map(({ state, before, came, went, end }) => line(stateButton(state, ask), [
      shown(before, isKnown.before && !isTerminal(state)), count(came), count(went),
      shown(end, isKnown.end && !isTerminal(state)),
    ]));
  const sum = totalsOf(moved);
  fill("figures", lines, [
    element("tr", element("td"), ...heads(["Before", "Came in", "Done", data.on_hand.name])),
    line("All items", [
      shown(sum.before, isKnown.before), count(sum.cameIn), count(sum.done),
      shown(sum.end, isKnown.end),
    ]),
  ]);
  at("figures").caption.textContent = daysInWords(ask.from, ask.to);
}

/* Stacked bands by state; what was finished last lies at the bottom. */
function drawBands(ask, last, itemsOf) {
  if (last < ask.from) return leaveEmpty("by-state", "No day of the period was known then.");
  const days = Array.from({ length: last - ask.from + 1 }, (_, i) => ask.from + i);
  const traces = states
    .map((name, state) => ({
      name: text(name), meta: name, type: "scatter", stackgroup: "items",
      mode: days.length === 1 ? "markers" : "lines",
      x: days.map(isoOf), y: isShown(state, ask) ? itemsOf(state, days) : [],
      line: { width: 0.6, color: theme.paper }, fillcolor: colour(state),
      marker: { color: colour(state), size: 9 },
      hovertemplate: "%{y:,}", hoverlabel: { namelength: -1 },
    }))
    .filter((trace) => trace.y.some((y) => y !== 0))
    .reverse();
  if (!traces.length) return leaveEmpty("by-state", "No items.");
  const rows = () => [
    ["day", "state", "items"],
    ...traces.flatMap(({ meta, x, y }) => x.map((day, i) => [day, meta, y[i]])),
  ];
  // For the hover text alone.
  const sum = {
    name: "All items", showlegend: false, type: "scatter", mode: "lines", x: traces[0].x,
    y: traces[0].x.map((_, i) => total(traces.map((trace) => trace.y[i]))),
    line: { width: 0, color: theme.paper }, hovertemplate: "<b>%{y:,}</b>",
    hoverlabel: { namelength: -1 },
  };
  return draw(
    "by-state",
    [sum, ...traces],
    {
      height: isNarrow() ? 300 : 400, margin: { l: 44, r: 8, t: 12, b: 44 },
      hovermode: "x unified", legend: { traceorder: "reversed" }, xaxis: dayAxis(ask, isNarrow() ? 5 : 8),
      yaxis: fixed({ rangemode: "tozero", tickformat: "," }),
    },
    `Items by state at the end of each day, ${daysInWords(ask.from, last)}; the table ` +
      "has the figures of the last day.",
    rows,
  );
}

/* In the cumulative flow, done items stay in the picture: the upper edge is all that came in. */
function doneByDay({ rows }, days) {
  const over = sums(rows.map((row) => [row[0], row[CAME] - row[WENT]]), ([day]) => day);
  let done = 0;
  return days.map((day) => (done += over.get(day) || 0));
}

function balancesByDay({ rows }, days) {
  const onHand = sums(rows, ([day]) => day);
  return days.map((day) => onHand.get(day) || 0);
}
