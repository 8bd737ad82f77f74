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
    return leaveEmpty("months", "No state is named as terminal, so nothing counts as done.");
  }
  const months = figuresByMonth(ask);
  const timed = months.filter(({ marks }) => marks);
  if (!timed.length && months.every(({ done }) => !done)) {
    return leaveEmpty("months", "Nothing was done.");
  }
  const hasParts = months.some(({ isWhole }) => !isWhole);
  at("done-note").textContent = [
    hasParts ? "A fainter bar is a month of which the period has only a part." : "",
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
        domain: [0, 0.5], title: title("days"), tickformat: ",", rangemode: "tozero",
      }),
    },
    "Items done and median lead time by month: " + months
      .map((each) => `${each.place} ${count(each.done)} done` +
        (each.marks ? `, ${rounded(each.marks[2])} days` : ""))
      .join("; "),
    () => [
      ["from", "to", "done", "items with a lead time", ...MARKS.map((mark) => `days, ${mark}`)],
      ...months.map(({ from, to, done, items, marks }) =>
        [isoOf(from), isoOf(to), done, items || 0, ...(marks || MARKS.map(() => ""))]),
    ],
  );
}
