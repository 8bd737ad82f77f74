/* The panel of the flow between states. */

// States lie in a row in their usual order. Moves onwards are arcs on the one side, returns on
// the other; the wider, the more.

const WIDEST = 30;
const STEPS = 48;

/* Where moves come from and go to beside the states: two stops before them, two behind. */
const NO_PLACE = -1;
const NEW = -2;
const FROM_ANOTHER = -1;
const TO_ANOTHER = states.length;
const TAKEN_OUT = states.length + 1;

function showFlow(ask) {
  const moves = sums(rowsOf("flow_between_states", ask).map(([, from, to, changesValue, items]) => [
    from === NO_PLACE ? (changesValue ? FROM_ANOTHER : NEW) : from,
    to === NO_PLACE ? (changesValue ? TO_ANOTHER : TAKEN_OUT) : to,
    items,
  ]), ([from, to]) => `${from} ${to}`);
  const pairs = [...moves].map(([pair, items]) => [...pair.split(" ").map(Number), items]);
  const within = total(pairs.filter(([from, to]) => from === to).map(([, , items]) => items));
  at("flow-note").textContent = within
    ? `${some(within, "move", "moves")} changed only ${dimensionsInWords()}, and no state: not drawn.`
    : "";
  const links = pairs
    .filter(([from, to, items]) => from !== to && items)
    .map(([from, to, items]) => ({ from, to, items }))
    .sort((a, b) => b.items - a.items);
  if (!links.length) return leaveEmpty("flow", "Nothing moved from one state to another.");
  const stops = [...new Set(links.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const names = stops.map((stop) => stopName(stop, ask));
  const nameOf = (stop) => names[stops.indexOf(stop)];
  const isUpright = isNarrow() || stops.length > 10;
  tellSides(isUpright);
  return draw(
    "flow",
    [
      ...links.map((link) => arcOf(link, stops, links[0].items, nameOf, isUpright)),
      ...stopTraces(stops, links, names, isUpright),
    ],
    layoutOfFlow(stops, names, links, isUpright),
    "Moves between states: " + links
      .slice(0, 8)
      .map(({ from, to, items }) => `${nameOf(from)} to ${nameOf(to)} ${count(items)}`)
      .join(", "),
    () => [
      ["from", "to", "moves"],
      ...links.map(({ from, to, items }) => [nameOf(from), nameOf(to), items]),
    ],
  );
}

const dimensionsInWords = () => or.format(data.dimensions.map(({ name }) => pretty(name)));

function tellSides(isUpright) {
  const [onwards, back] = isUpright
    ? ["on the right lead down, onwards", "on the left"]
    : ["above lead to the right, onwards", "below"];
  at("flow-sides").textContent = "Each arc stands for the moves from one state to another; a " +
    `wider arc for more of them. Arcs ${onwards}; those ${back} are returns.`;
}

function stopName(stop, ask) {
  const value = `another ${pretty(ask.dimension)}`;
  const beside = new Map([
    [NEW, "came in"], [FROM_ANOTHER, `from ${value}`],
    [TO_ANOTHER, `to ${value}`], [TAKEN_OUT, "left the log"],
  ]);
  return beside.get(stop) ?? states[stop];
}

const across = (along, aside, isUpright) =>
  (isUpright ? { x: aside, y: along.map((each) => -each) } : { x: along, y: aside });

/* The higher, the more states a move passes; a return is on the other side. */
function heightOf({ from, to }, stops) {
  const passed = stops.indexOf(to) - stops.indexOf(from);
  return Math.sign(passed) * Math.abs(passed) ** 0.8;
}

/* Half an ellipse. */
function curveOf({ from, to }, stops) {
  const [begin, end] = [stops.indexOf(from), stops.indexOf(to)];
  const [middle, radius] = [(begin + end) / 2, (end - begin) / 2];
  const height = heightOf({ from, to }, stops);
  const angles = Array.from({ length: STEPS + 1 }, (_, i) => (Math.PI * i) / STEPS);
  return {
    along: angles.map((angle) => middle - radius * Math.cos(angle)),
    aside: angles.map((angle) => height * Math.sin(angle)),
  };
}

function arcOf(link, stops, most, nameOf, isUpright) {
  const { along, aside } = curveOf(link, stops);
  const [from, to] = [nameOf(link.from), nameOf(link.to)].map(text);
  return {
    name: "move", type: "scatter", mode: "lines", ...across(along, aside, isUpright),
    meta: [link.from, link.to, link.items], opacity: 0.5,
    line: {
      color: colour(link.from), width: Math.max(1.5, (WIDEST * link.items) / most), simplify: false,
    },
    hoverinfo: "text",
    text: `<b>${from}</b> → <b>${to}</b><br>${some(link.items, "move", "moves")}`,
  };
}

/* The number on each arc that is wide enough to be found. */
function counts(links, stops, isUpright) {
  return links.filter(({ items }) => items >= links[0].items / 25).map((link) => {
    const { along, aside } = curveOf(link, stops);
    const { x: [x], y: [y] } = across([along[STEPS / 2]], [aside[STEPS / 2]], isUpright);
    return {
      x, y, text: count(link.items), showarrow: false, bgcolor: theme.paper, borderpad: 0,
      font: { ...theme.font, size: 12 },
    };
  });
}

function stopTraces(stops, links, names, isUpright) {
  const moved = (side, stop) =>
    total(links.filter((link) => link[side] === stop).map(({ items }) => items));
  return [{
    name: "states", type: "scatter", mode: "markers", hoverinfo: "text",
    ...across(stops.map((_, i) => i), stops.map(() => 0), isUpright),
    marker: {
      size: 16, color: stops.map(colour),
      line: { width: 2, color: theme.paper },
    },
    text: stops.map((stop, i) => `<b>${text(names[i])}</b><br>${some(moved("to", stop), "move", "moves")} ` +
      `in, ${count(moved("from", stop))} out`),
  }];
}

function layoutOfFlow(stops, names, links, isUpright) {
  const heights = links.map((link) => heightOf(link, stops));
  const longest = Math.max(1, stops.length - 1);
  const room = isUpright ? 0.7 : 0.4;
  const along = fixed({
    showgrid: false, zeroline: false, range: isUpright ? [-longest - 0.5, 0.5] : [-0.5, longest + 0.5],
    tickvals: isUpright ? stops.map((_, i) => -i) : [], ticktext: names.map((name) => inTwoLines(name)),
    tickfont: theme.font, ticks: "", automargin: true,
  });
  const aside = fixed({
    visible: false, range: [Math.min(-1, ...heights) - room, Math.max(1, ...heights) + room],
  });
  return {
    height: isUpright ? 90 + 64 * stops.length : 460, hovermode: "closest", hoverdistance: 20,
    margin: isUpright ? { l: 40, r: 8, t: 10, b: 10 } : { l: 8, r: 8, t: 10, b: 10 },
    annotations: [
      ...counts(links, stops, isUpright),
      ...(isUpright ? [] : names.map((name, i) => ({
        x: i, y: 0, yshift: -12, yanchor: "top", text: inTwoLines(name, 12), showarrow: false,
        bgcolor: theme.paper, borderpad: 1, font: theme.font,
      }))),
    ],
    [isUpright ? "yaxis" : "xaxis"]: along, [isUpright ? "xaxis" : "yaxis"]: aside,
  };
}
