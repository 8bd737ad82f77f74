"use strict";

const FONT = { family: getComputedStyle(document.body).fontFamily, size: 13, color: "#1f2430" };
const GRID = "#e8ebf0";
const isNarrow = () => window.innerWidth <= 600;

function onOtherWidth(redraw) {
  let wasNarrow = isNarrow();
  window.addEventListener("resize", () => {
    if (wasNarrow !== isNarrow()) redraw();
    wasNarrow = isNarrow();
  });
}

function draw(id, traces, layout, label) {
  const place = at(id);
  if (place.classList.contains("empty")) {
    place.classList.remove("empty");
    place.replaceChildren();
  }
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", label);
  Plotly.react(
    place,
    traces,
    {
      font: FONT, paper_bgcolor: "white", plot_bgcolor: "white", showlegend: false,
      dragmode: false, hoverlabel: { bgcolor: "white", bordercolor: "#8b93a3", font: FONT },
      ...layout,
    },
    { displayModeBar: false, responsive: true },
  );
}

function leaveEmpty(id, sentence) {
  const place = at(id);
  if (place.data) Plotly.purge(place);
  place.classList.add("empty");
  place.setAttribute("role", "note");
  place.removeAttribute("aria-label");
  place.replaceChildren(sentence);
}

const dayAxis = ({ from, to }) => ({
  type: "date", fixedrange: true, gridcolor: GRID, showgrid: false, zeroline: false,
  range: [isoOf(from), isoOf(to)], nticks: isNarrow() ? 5 : 12, ticks: "outside",
  tickcolor: GRID, linecolor: "#8b93a3", showline: true,
  tickformat: to - from > 900 ? "%b %Y" : "%e %b\n%Y", hoverformat: "%a %e %b %Y",
});

function drawOnHand(ask) {
  const last = Math.min(ask.to, ask.knownTo);
  if (last < ask.from) return leaveEmpty("on-hand", "None of these days was known then.");
  const onHand = sums(onHandOf(ask), ([day, state]) => `${state} ${day}`);
  const days = Array.from({ length: last - ask.from + 1 }, (_, i) => ask.from + i);
  const traces = states
    .map((name, state) => ({
      name,
      type: "scatter",
      mode: days.length === 1 ? "markers" : "lines",
      stackgroup: "on hand",
      x: days.map(isoOf),
      y: days.map((day) => onHand.get(`${state} ${day}`) || 0),
      line: { width: 0.6, color: "white" },
      fillcolor: colour(state),
      marker: { color: colour(state), size: 9 },
      hovertemplate: "%{y:,}",
      hoverlabel: { namelength: -1 },
    }))
    .filter((trace) => trace.y.some((y) => y !== 0))
    // What was finished last lies at the bottom, as in any cumulative flow.
    .reverse();
  if (!traces.length) return leaveEmpty("on-hand", "Nothing was on hand.");
  // For the hover text alone.
  traces.unshift({
    name: "All states",
    type: "scatter",
    mode: "lines",
    x: traces[0].x,
    y: traces[0].x.map((_, i) => traces.reduce((sum, trace) => sum + trace.y[i], 0)),
    line: { width: 0, color: "white" },
    hovertemplate: "<b>%{y:,}</b>",
    hoverlabel: { namelength: -1 },
  });
  return draw(
    "on-hand",
    traces,
    {
      height: isNarrow() ? 300 : 400, margin: { l: 44, r: 8, t: 12, b: 44 },
      hovermode: "x unified", xaxis: dayAxis(ask),
      yaxis: { fixedrange: true, gridcolor: GRID, rangemode: "tozero", tickformat: "," },
    },
    `Items on hand by state at the end of each day, from ${inWords(ask.from)} to ` +
      `${inWords(last)}; the last day's figures are in the table.`,
  );
}

/* Those worth drawing, and those too rare to be seen beside them. */
function withoutRare(each, size) {
  const least = Math.max(...each.map(size)) / 100;
  return [each.filter((one) => size(one) >= least), each.filter((one) => size(one) < least)];
}

function inAndOut(ask) {
  const rows = rowsOf("in_and_out_by_day", ask);
  return states.map((name, state) => {
    const own = rows.filter((row) => row[1] === state);
    return {
      name, state, rows: own,
      came: own.reduce((sum, row) => sum + row[2], 0),
      went: own.reduce((sum, row) => sum + row[3], 0),
    };
  });
}

function drawInAndOut(ask, moved) {
  const [shown, rare] = withoutRare(
    moved.filter((each) => each.rows.length), ({ came, went }) => Math.max(came, went));
  at("in-and-out-note").textContent = rare.length
    ? "Not drawn, with less than 1 % of the largest: " +
      rare.map(({ name, came, went }) => `${name} (${came} in, ${went} out)`).join(", ") + "."
    : "";
  if (!shown.length) return leaveEmpty("in-and-out", "Nothing moved.");
  const grain = at("grain").value;
  const traces = [];
  const layout = {
    height: 54 + 76 * shown.length, margin: { l: 44, r: 8, t: 4, b: 44 }, bargap: 0,
    barmode: "overlay", hovermode: "closest", annotations: [], xaxis: dayAxis(ask),
  };
  layout.xaxis.range = [isoOf(ask.from), isoOf(ask.to + 1)];
  let highest = 1;
  shown.forEach(({ name, state, rows, came, went }, row) => {
    const axis = row ? `y${row + 1}` : "y";
    const bins = [...new Set(rows.map(([day]) => binOf(day, grain, ask.from)))];
    const ends = bins.map((bin) => lastOf(bin, grain, ask.to));
    const titles = bins.map((bin, i) =>
      bin === ends[i] ? inWords(bin) : `${inWords(bin)} to ${inWords(ends[i])}`);
    for (const [way, figure, sign] of [["in", 2, 1], ["out", 3, -1]]) {
      const by = sums(rows.map((r) => [r[0], r[figure]]), ([day]) =>
        binOf(day, grain, ask.from));
      const heights = bins.map((bin) => by.get(bin) || 0);
      highest = Math.max(highest, ...heights);
      traces.push({
        name: `${name}: ${way}`, type: "bar", xaxis: "x", yaxis: axis, offset: 0,
        x: bins.map(isoOf), y: heights.map((height) => sign * height),
        width: bins.map((bin, i) => (ends[i] - bin + 1) * DAY * 0.94),
        customdata: heights.map((height, i) => [count(height), titles[i]]),
        marker: { color: colour(state), opacity: sign > 0 ? 1 : 0.55, line: { width: 0 } },
        hovertemplate:
          `%{customdata[1]}<br><b>${text(name)}</b>: %{customdata[0]} ${way}<extra></extra>`,
      });
    }
    const top = 1 - row / shown.length;
    layout[`yaxis${row ? row + 1 : ""}`] = {
      domain: [1 - (row + 0.94) / shown.length, top - 0.24 / shown.length],
      fixedrange: true, gridcolor: GRID, zeroline: true, zerolinecolor: "#8b93a3",
    };
    layout.annotations.push({
      text: `<b>${text(name)}</b>  ${count(came)} in, ${count(went)} out`, showarrow: false,
      xref: "paper", yref: "paper", x: 0, y: top, xanchor: "left", yanchor: "top",
      borderpad: 0, font: { ...FONT, size: 12.5 },
    });
  });
  const tick = niceBelow(highest);
  shown.forEach((_, row) => {
    Object.assign(layout[`yaxis${row ? row + 1 : ""}`], {
      range: [-highest, highest], tickvals: [-tick, tick], ticktext: [count(tick), count(tick)],
      tickfont: { size: 11 },
    });
  });
  layout.xaxis.anchor = shown.length > 1 ? `y${shown.length}` : "y";
  return draw("in-and-out", traces, layout, "Items in and out of each state by " + grain);
}

function lastOf(bin, grain, to) {
  const date = new Date(start + bin * DAY);
  const ahead = {
    day: 0,
    week: (7 - date.getUTCDay()) % 7,
    month: new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
      - date.getUTCDate(),
  };
  return Math.min(bin + ahead[grain], to);
}

function niceBelow(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [5, 2, 1].map((step) => step * power).find((step) => step <= number);
}

/* Names come from the data; plotly reads some HTML in its texts. */
const text = (name) => name.replace(/&/g, "&amp;").replace(/</g, "&lt;");

const placeName = (place, ask) => {
  const name = data.places[place];
  if (place < states.length) return name;
  const elsewhere = `another ${pretty(ask.dimension)}`;
  return { "(new)": "came in", "(gone)": "taken out", "(elsewhere)": elsewhere }[name] || name;
};

function drawFlow(ask) {
  const moves = sums(rowsOf("flow_between_states", ask), (row) => `${row[1]} ${row[2]}`);
  let within = 0;
  const links = [];
  for (const [pair, items] of moves) {
    const [from, to] = pair.split(" ").map(Number);
    if (from === to) within += items;
    else if (items) links.push({ from, to, items });
  }
  at("flow-note").textContent = within
    ? `Not drawn: ${some(within, "move", "moves")} within a state, where only a dimension changed.`
    : "";
  if (!links.length) return leaveEmpty("flow", "Nothing moved from one state to another.");
  const side = (end) => {
    const rank = (place) => (data.places[place] === "(new)" ? -1 : place);
    const totals = new Map();
    for (const link of links) totals.set(link[end], (totals.get(link[end]) || 0) + link.items);
    return [...totals].sort((a, b) => rank(a[0]) - rank(b[0]));
  };
  const [left, right] = [side("from"), side("to")];
  const nodes = [...left, ...right];
  const longest = Math.max(left.length, right.length);
  const height = Math.max(320, longest * 54);
  const pad = 20;
  const total = left.reduce((sum, [, items]) => sum + items, 0);
  const heightOf = (items) => (items / total) * (1 - ((longest - 1) * pad) / height);
  const middles = (column) => {
    let above = 0;
    return column.map(([, items]) => {
      const middle = above + heightOf(items) / 2;
      above += heightOf(items) + pad / height;
      return Math.min(Math.max(middle, 0.001), 0.999);
    });
  };
  const index = (column, place, offset) =>
    offset + column.findIndex(([each]) => each === place);
  const name = (place) => text(placeName(place, ask));
  return draw(
    "flow",
    [{
      type: "sankey",
      arrangement: "snap",
      node: {
        label: nodes.map(([place, items]) => `${name(place)}  ${count(items)}`),
        color: nodes.map(([place]) => colour(place)),
        customdata: nodes.map(([place, items], i) =>
          `${count(items)} ${i < left.length ? "from" : "to"} <b>${name(place)}</b>`),
        x: [...left.map(() => 0.001), ...right.map(() => 0.999)],
        y: [...middles(left), ...middles(right)],
        pad, thickness: 12, line: { width: 0 },
        hovertemplate: "%{customdata}<extra></extra>",
      },
      link: {
        source: links.map((link) => index(left, link.from, 0)),
        target: links.map((link) => index(right, link.to, left.length)),
        value: links.map((link) => link.items),
        color: links.map((link) => colour(link.from) + "59"),
        hovercolor: links.map((link) => colour(link.from) + "a6"),
        customdata: links.map((link) =>
          `<b>${name(link.from)}</b> → <b>${name(link.to)}</b><br>` +
          some(link.items, "move", "moves")),
        hovertemplate: "%{customdata}<extra></extra>",
      },
    }],
    { height, margin: { l: 4, r: 4, t: 10, b: 14 } },
    "Moves between states: " + links
      .sort((a, b) => b.items - a.items)
      .slice(0, 8)
      .map((link) => `${placeName(link.from, ask)} to ${placeName(link.to, ask)} ${count(link.items)}`)
      .join(", "),
  );
}

/* As SQL's percentile: between two neighbours, in proportion. */
function percentile(days, counts, share) {
  const place = share * (counts.reduce((sum, each) => sum + each, 0) - 1);
  const nth = (n) => {
    let seen = 0;
    return days[counts.findIndex((each) => (seen += each) > n)];
  };
  const below = nth(Math.floor(place));
  return below + (nth(Math.ceil(place)) - below) * (place - Math.floor(place));
}

function drawLeadTimes(ask) {
  const rows = rowsOf("milestone_lead_times", ask);
  const reached = [];
  const firsts = [];
  for (const milestone of [...new Set(rows.map((row) => row[1]))].sort((a, b) => a - b)) {
    const by = sums(rows.filter((row) => row[1] === milestone), (row) => row[2]);
    const days = [...by.keys()].sort((a, b) => a - b);
    const counts = days.map((each) => by.get(each));
    const items = counts.reduce((sum, each) => sum + each, 0);
    const marks = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => percentile(days, counts, share));
    const each = { name: data.places[milestone], milestone, items, marks };
    (days[days.length - 1] === 0 ? firsts : reached).push(each);
  }
  const [shown, rare] = withoutRare(reached, ({ items }) => items);
  const listed = (several) =>
    several.map(({ name, items }) => `${name} (${some(items, "item", "items")})`).join(", ");
  at("lead-note").textContent = [
    firsts.length ? `Not drawn, as items begin with it: ${listed(firsts)}.` : "",
    rare.length ? `Not drawn, with less than 1 % of the largest: ${listed(rare)}.` : "",
  ].join(" ").trim();
  if (!shown.length) return leaveEmpty("lead-times", "No milestone was reached.");
  const label = ({ name, items }) => `${text(name)}<br>${some(items, "item", "items")}`;
  const round = (days) => days.toLocaleString("en", { maximumFractionDigits: 1 });
  const longest = Math.max(1, ...shown.map((each) => each.marks[4]));
  const line = (each, from, to, width) => ({
    type: "scatter", mode: "lines", hoverinfo: "skip", x: [each.marks[from], each.marks[to]],
    y: [label(each), label(each)], line: { color: colour(each.milestone), width },
  });
  const traces = shown.flatMap((each) => [line(each, 0, 4, 2), line(each, 1, 3, 12)]);
  traces.push({
    name: "median",
    type: "scatter",
    mode: "markers+text",
    x: shown.map((each) => each.marks[2]),
    y: shown.map(label),
    text: shown.map((each) => `${round(each.marks[2])} d`),
    textposition: "top center",
    cliponaxis: false,
    marker: { size: 11, color: "white", line: { width: 2.5, color: shown.map((each) => colour(each.milestone)) } },
    customdata: shown.map((each) => [text(each.name), count(each.items), ...each.marks.map(round)]),
    hovertemplate:
      "<b>%{customdata[0]}</b>, %{customdata[1]} items<br>median %{customdata[4]} days<br>" +
      "half of them %{customdata[3]} to %{customdata[5]}<br>" +
      "80 % of them %{customdata[2]} to %{customdata[6]}<extra></extra>",
  });
  return draw(
    "lead-times",
    traces,
    {
      height: Math.max(300, 60 + 62 * shown.length), margin: { l: 120, r: 16, t: 18, b: 48 },
      hovermode: "closest", hoverdistance: 60,
      xaxis: {
        fixedrange: true, range: [-0.05 * longest, 1.05 * longest], gridcolor: GRID,
        zerolinecolor: "#8b93a3",
        title: { text: "days", standoff: 6, font: FONT }, tickformat: ",",
      },
      yaxis: {
        fixedrange: true, automargin: true, showgrid: false, ticks: "", type: "category",
        ticklabelstandoff: 10,
        categoryorder: "array", categoryarray: shown.map(label).reverse(),
      },
    },
    "Median days to each milestone: " +
      shown.map((each) => `${each.name} ${round(each.marks[2])}`).join(", "),
  );
}
