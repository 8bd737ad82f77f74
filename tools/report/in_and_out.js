/* The panel of what entered and left each state. */

const grainOf = ({ days }) =>
  at("grain").value || (days > 900 ? "month" : days > 100 ? "week" : "day");

function showInAndOut(ask) {
  const moved = movesOf(ask)
    .map((each) => ({ ...each, rows: each.rows.filter((row) => row[CAME] || row[WENT]) }))
    .filter(({ rows, state }) => rows.length && isShown(state, ask));
  const [shown, rare] = withoutRare(moved, ({ came, went }) => Math.max(came, went));
  const listed = rare.map(({ name, came, went }) => `${name} (${count(came)} in, ${count(went)} out)`);
  at("in-and-out-note").textContent = rare.length
    ? `Not drawn, because few items moved: ${and.format(listed)}.`
    : "";
  if (!shown.length) return leaveEmpty("in-and-out", "Nothing moved.");
  const grain = grainOf(ask);
  const bars = shown.map((each) => barsOf(each, grain, ask));
  const highest = Math.max(1, ...bars.flat().flatMap(({ heights }) => heights));
  const rows = () => [
    ["from", "to", "state", "in or out", "items"],
    ...bars.flat().flatMap(({ name, way, bins, ends, heights }) =>
      bins.map((bin, i) => [isoOf(bin), isoOf(ends[i]), name, way, heights[i]])),
  ];
  return draw(
    "in-and-out", bars.flatMap((pair, row) => pair.map((each) => traceOf(each, row))),
    layoutOf(shown, highest, ask), `Items in and out of each state by ${grain}`, rows);
}

/* The bars above the line and those below, by day, week or month. */
function barsOf({ name, state, rows }, grain, ask) {
  const bins = [...new Set(rows.map(([day]) => binOf(day, grain, ask.from)))].sort((a, b) => a - b);
  const ends = bins.map((bin) => lastOf(bin, grain, ask.to));
  return [["in", CAME], ["out", WENT]].map(([way, figure]) => {
    const by = sums(rows.map((row) => [row[0], row[figure]]), ([day]) =>
      binOf(day, grain, ask.from));
    return { name, state, way, bins, ends, heights: bins.map((bin) => by.get(bin) || 0) };
  });
}

function traceOf({ name, state, way, bins, ends, heights }, row) {
  const sign = way === "in" ? 1 : -1;
  return {
    name: `${name}: ${way}`, type: "bar", xaxis: "x", yaxis: row ? `y${row + 1}` : "y", offset: 0,
    x: bins.map(isoOf), y: heights.map((height) => sign * height),
    width: bins.map((bin, i) => (ends[i] - bin + 1) * DAY * 0.94),
    customdata: bins.map((bin, i) => [count(heights[i]), daysInWords(bin, ends[i])]),
    marker: { color: colour(state), opacity: sign > 0 ? 1 : 0.55, line: { width: 0 } },
    hovertemplate:
      `%{customdata[1]}<br><b>${text(name)}</b>: %{customdata[0]} ${way}<extra></extra>`,
  };
}

/* One row a state, with its name and sums, and all rows with one scale. */
function layoutOf(shown, highest, ask) {
  const layout = {
    height: 54 + 76 * shown.length, margin: { l: 44, r: 8, t: 4, b: 44 }, bargap: 0,
    barmode: "overlay", hovermode: "closest", annotations: [],
    xaxis: {
      ...dayAxis(ask), range: [isoOf(ask.from), isoOf(ask.to + 1)],
      anchor: shown.length > 1 ? `y${shown.length}` : "y",
    },
  };
  const tick = niceBelow(highest);
  shown.forEach(({ name, came, went }, row) => {
    const top = 1 - row / shown.length;
    layout[`yaxis${row ? row + 1 : ""}`] = fixed({
      domain: [1 - (row + 0.94) / shown.length, top - 0.24 / shown.length],
      zeroline: true, range: [-highest, highest], tickvals: [-tick, tick],
      ticktext: [count(tick), count(tick)], tickfont: { size: 11 },
    });
    const heading = text(shortened(name, isNarrow() ? 22 : 80));
    layout.annotations.push({
      text: `<b>${heading}</b>  ${count(came)} in, ${count(went)} out`, showarrow: false,
      xref: "paper", yref: "paper", x: 0, y: top, xanchor: "left", yanchor: "top",
      borderpad: 0, font: { ...theme.font, size: 12.5 },
    });
  });
  return layout;
}

function niceBelow(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [5, 2, 1].map((step) => step * power).find((step) => step <= number);
}
