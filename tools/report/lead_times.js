/* The panels of lead times: by month, with what was done, and to each milestone. */

const MARKS = ["10 %", "25 %", "median", "75 %", "90 %"];
/* Of fewer items, the median alone is shown. */
const LEAST_FOR_SPREAD = 10;
const withSpread = (each) => each.filter(({ items }) => items >= LEAST_FOR_SPREAD);

/* `each` has its place on the axis, a name, a shade, items, and marks; `upright` is by columns. */
function spreadTraces(each, { upright, said, rest }) {
  const along = (several, values, more) => (upright
    ? { x: several, y: values, ...more, ...rest }
    : { x: values, y: several, ...more, ...rest });
  const mostNamed = upright && isNarrow() ? 4 : 8;
  const stroke = (one, from, to, width) => along(
    [one.place, one.place], [one.marks[from], one.marks[to]],
    { type: "scatter", mode: "lines", hoverinfo: "skip", line: { color: one.shade, width } });
  const medians = along(each.map((one) => one.place), each.map(({ marks }) => marks[2]), {
    name: "median", type: "scatter", mode: "markers+text", cliponaxis: false,
    text: each.map(({ marks }) => (each.length > mostNamed ? "" : `\u00a0${rounded(marks[2])}`)),
    textposition: upright ? "middle right" : "top center",
    marker: {
      size: 11, color: theme.paper, line: { width: 2.5, color: each.map(({ shade }) => shade) },
    },
    customdata: each.map((one) =>
      [text(one.name), some(one.items, "item", "items"), ...one.marks.map(rounded), spreadInWords(one)]),
    hovertemplate: `<b>%{customdata[0]}</b>, %{customdata[1]} ${said}<br>` +
      "median %{customdata[4]} working days%{customdata[7]}<extra></extra>",
  });
  return [...withSpread(each).flatMap((one) => [stroke(one, 0, 4, 2), stroke(one, 1, 3, 12)]), medians];
}

function spreadInWords(one) {
  if (!withSpread([one]).length) return "";
  const [tenth, quarter, , threeQuarters, most] = one.marks.map(rounded);
  return `<br>half of them ${quarter} to ${threeQuarters}<br>80 % of them ${tenth} to ${most}`;
}

/* An item has its lead times under one value, whatever it had later. */
function whoseLeadTimes({ dimension }) {
  return dimension === ALL
    ? "" : `An item counts for the ${pretty(dimension)} of its first event.`;
}

/* What was done in each month, and how long it had taken. */
function figuresByMonth(ask) {
  const done = balancesOf(asKnownNow(ask)).filter((row) => isTerminal(row[1]));
  const reached = rowsOf("milestone_lead_times", ask);
  return monthsOf(ask).map((from) => {
    const to = lastOf(from, "month", ask.to);
    const within = ([day]) => from <= day && day <= to;
    return {
      from, to, name: daysInWords(from, to), place: monthOf(from),
      isWhole: binOf(from, "month", -Infinity) === from && lastOf(from, "month", Infinity) === to,
      done: total(done.filter(within).map((row) => row[CAME] - row[WENT])),
      ...leadTimesOf(reached.filter(within), DONE), shade: theme.quiet,
    };
  });
}

/* As many as there is room for. */
function everyFew(names, most) {
  const step = Math.ceil(names.length / most);
  return names.filter((_, i) => i % step === 0);
}

function showMonths(ask) {
  at("done-note").textContent = "";
  if (!data.terminal.length) {
    return leaveEmpty("months", "No item has reached a terminal state, so nothing counts as done.");
  }
  const months = figuresByMonth(ask);
  const timed = months.filter(({ marks }) => marks);
  if (!timed.length && months.every(({ done }) => !done)) {
    return leaveEmpty("months", "Nothing was done.");
  }
  const hasParts = months.some(({ isWhole }) => !isWhole);
  at("done-note").textContent = [
    hasParts ? "A fainter bar is a month that is only partly in the period." : "",
    timed.length ? whoseLeadTimes(ask) : "",
  ].join(" ").trim();
  const few = isNarrow() ? 8 : 16;
  const bars = {
    name: "done", type: "bar", xaxis: "x", yaxis: "y", width: 0.6,
    x: months.map(({ place }) => place), y: months.map(({ done }) => done),
    text: months.length > 2 * few ? "" : months.map(({ done }) => count(done)),
    textangle: months.length > few ? -90 : 0,
    textposition: "outside", constraintext: "none", cliponaxis: false,
    marker: { color: theme.edge, opacity: months.map(({ isWhole }) => (isWhole ? 1 : 0.55)) },
    customdata: months.map(({ name }) => name),
    hovertemplate: "%{customdata}<br><b>%{y:,}</b> done<extra></extra>",
  };
  const spreads = spreadTraces(timed, {
    upright: true, said: `reached ${text(restingPlaces)}`, rest: { xaxis: "x", yaxis: "y2" },
  });
  const named = everyFew(months.map(({ place }) => place), isNarrow() ? 4 : 12);
  const title = (said) => ({ text: said, standoff: 6, font: theme.font });
  return draw(
    "months", [bars, ...spreads],
    {
      height: 420, margin: { l: 56, r: 16, t: 20, b: 44 }, hovermode: "closest",
      xaxis: {
        type: "category", fixedrange: true, anchor: "y2", showgrid: false,
        categoryorder: "array", categoryarray: months.map(({ place }) => place),
        range: [-0.6, months.length - 0.4], tickangle: 0, tickvals: named,
        ticktext: named.map((label) => label.replace(" ", "<br>")),
      },
      yaxis: fixed({
        domain: [0.6, 1], title: title("items done"), tickformat: ",", rangemode: "tozero",
      }),
      yaxis2: fixed({
        domain: [0, 0.5], title: title("working days"), tickformat: ",", rangemode: "tozero",
      }),
    },
    "Items done and median lead time by month: " + months
      .map((each) => `${each.place} ${count(each.done)} done` +
        (each.marks ? `, ${rounded(each.marks[2])} working days` : ""))
      .join("; "),
    () => [
      ["from", "to", "done", "items with a lead time", ...MARKS.map((mark) => `working days, ${mark}`)],
      ...months.map(({ from, to, done, items, marks }) =>
        [isoOf(from), isoOf(to), done, items || 0, ...(marks || MARKS.map(() => ""))]),
    ],
  );
}

function showLeadTimes(ask) {
  const rows = rowsOf("milestone_lead_times", ask);
  const milestones = [...new Set(rows.map((row) => row[1]).filter((each) => each !== DONE))]
    .sort((a, b) => a - b);
  const all = milestones.map((milestone) => ({
    name: data.places[milestone], shade: colour(milestone),
    ...leadTimesOf(rows, milestone),
  }));
  const firsts = all.filter(({ longest }) => longest === 0);
  const [shown, rare] = withoutRare(all.filter(({ longest }) => longest), ({ items }) => items);
  const listed = (several) =>
    and.format(several.map(({ name, items }) => `${name} (${some(items, "item", "items")})`));
  at("lead-note").textContent = [
    firsts.length ? `Not drawn, because it took less than a working day: ${listed(firsts)}.` : "",
    rare.length ? `Not drawn, because few items reached it: ${listed(rare)}.` : "",
    shown.length ? whoseLeadTimes(ask) : "",
  ].join(" ").trim();
  if (!shown.length) {
    const sentence = firsts.length ? "No milestone took a working day." : "No milestone was reached.";
    return leaveEmpty("lead-times", sentence);
  }
  shown.forEach((each, i) => { each.place = i; });
  const longest = Math.max(1, ...shown.map(({ marks }) => marks[4]));
  return draw(
    "lead-times",
    spreadTraces(shown, { upright: false, said: "reached it", rest: {} }),
    {
      height: Math.max(300, 60 + 62 * shown.length), margin: { l: 120, r: 16, t: 18, b: 48 },
      hovermode: "closest", hoverdistance: 60,
      xaxis: fixed({
        range: [-0.05 * longest, 1.05 * longest], tickformat: ",",
        title: { text: "working days", standoff: 6, font: theme.font },
      }),
      yaxis: nameAxis(shown.map(({ name, items }) =>
        `${inTwoLines(name)}<br>${some(items, "item", "items")}`)),
    },
    "Median working days to each milestone: " +
      shown.map(({ name, marks }) => `${name} ${rounded(marks[2])}`).join(", "),
    () => [
      ["milestone", "items", ...MARKS.map((mark) => `working days, ${mark}`)],
      ...all.map(({ name, items, marks }) => [name, items, ...marks]),
    ],
  );
}
