/* The panel of lead times to each milestone. */

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
    several.map(({ name, items }) => `${name} (${some(items, "item", "items")})`).join(", ");
  at("lead-note").textContent = [
    firsts.length ? `Not drawn, as items begin with it: ${listed(firsts)}.` : "",
    rare.length ? `Not drawn, with less than 1 % of the largest: ${listed(rare)}.` : "",
    shown.length ? whoseLeadTimes(ask) : "",
  ].join(" ").trim();
  if (!shown.length) return leaveEmpty("lead-times", "No milestone was reached.");
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
        title: { text: "days", standoff: 6, font: theme.font },
      }),
      yaxis: nameAxis(shown.map(({ name, items }) =>
        `${inTwoLines(name)}<br>${some(items, "item", "items")}`)),
    },
    "Median days to each milestone: " +
      shown.map(({ name, marks }) => `${name} ${rounded(marks[2])}`).join(", "),
    () => [
      ["milestone", "items", ...MARKS.map((mark) => `days, ${mark}`)],
      ...all.map(({ name, items, marks }) => [name, items, ...marks]),
    ],
  );
}
