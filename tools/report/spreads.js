/* How long several things took: the middle half as a bar, 80 % as a line, the median as a dot. */

const MARKS = ["10 %", "25 %", "median", "75 %", "90 %"];

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
    text: each.map(({ marks }) => (each.length > mostNamed ? "" : `\u00a0${rounded(marks[2])} d`)),
    textposition: upright ? "middle right" : "top center",
    marker: {
      size: 11, color: theme.paper, line: { width: 2.5, color: each.map(({ shade }) => shade) },
    },
    customdata: each.map((one) => [text(one.name), count(one.items), ...one.marks.map(rounded)]),
    hovertemplate:
      `<b>%{customdata[0]}</b>, %{customdata[1]} items ${said}<br>median %{customdata[4]} days` +
      "<br>half of them %{customdata[3]} to %{customdata[5]}" +
      "<br>80 % of them %{customdata[2]} to %{customdata[6]}<extra></extra>",
  });
  return [...each.flatMap((one) => [stroke(one, 0, 4, 2), stroke(one, 1, 3, 12)]), medians];
}

/* An item has its lead times under one value, whatever it had later. */
function whoseLeadTimes({ dimension }) {
  return dimension === ALL
    ? "" : `Lead times are those of items by the ${pretty(dimension)} of their first event.`;
}
