/* The picture of a history: its versions are rectangles of event time by system time, and the
   questions are dots. The end of an interval belongs to it: one of days ends with its last day,
   one of timestamps with its last second. */

const SECOND = 1000;

const momentOf = (time) => Date.parse(time.length > 10 ? `${time.replace(" ", "T")}Z` : time);
const timeOf = (moment) => new Date(moment).toISOString().slice(0, 19).replace("T", " ");

/* What the picture shows of an axis, for all customers alike: what begins, ends and is asked,
   and room for what is open. */
function rangeOf(begin, end, asked) {
  const times = versions.flatMap((row) => [row[begin], row[end]])
    .concat(answers.map((row) => row[asked]));
  const moments = times.filter((time) => !isOpen(time)).map(momentOf);
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const span = Math.max(last - first, DAY);
  return [first - span / 30, last + span / 4];
}

/* Its corners; what is open runs over the edge. */
function rectangleOf(row, across, up) {
  const beyond = ([first, last]) => last + (last - first) / 10;
  return {
    row,
    left: momentOf(row.as_of_start_date),
    right: isOpen(row.as_of_end_date) ? beyond(across) : momentOf(row.as_of_end_date) + DAY,
    bottom: momentOf(row.system_start_ts),
    top: isOpen(row.system_end_ts) ? beyond(up) : momentOf(row.system_end_ts) + SECOND,
  };
}

const label = (x, y, said, rest) => (
  { x, y, text: said, showarrow: false, xanchor: "left", yanchor: "bottom", font: theme.font, ...rest });

function rectangles(customer, across, up) {
  const rows = versionsOf(customer);
  const scores = [...new Set(rows.map((row) => row.score))].filter((score) => score !== null);
  const shadeOf = (score) => (score === null ? theme.edge : theme.states[scores.indexOf(score) % 10]);
  const drawn = rows.map((row) => rectangleOf(row, across, up));
  const isSlim = ({ left, right }) => isNarrow() && right - left < (across[1] - across[0]) / 10;
  return {
    traces: drawn.map(({ row, left, right, bottom, top }) => ({
      name: scoreOf(row.score), type: "scatter", mode: "lines", fill: "toself",
      x: [left, right, right, left, left].map(timeOf),
      y: [bottom, bottom, top, top, bottom].map(timeOf),
      line: { color: shadeOf(row.score), width: 1.5 },
      fillcolor: `${shadeOf(row.score)}40`, hoveron: "fills", hoverinfo: "text",
      text: `<b>${scoreOf(row.score)}</b><br>` +
        `held ${row.as_of_start_date} ${untilWhen(row.as_of_end_date)}<br>` +
        `believed ${row.system_start_ts} ${untilWhen(row.system_end_ts)}`,
    })),
    labels: drawn.map((each) => label(
      timeOf(each.left), timeOf(each.bottom), `<b>${scoreOf(each.row.score)}</b>`,
      {
        borderpad: isNarrow() ? 1 : 3, textangle: isSlim(each) ? -90 : 0,
        font: { ...theme.font, size: isNarrow() ? 10 : 13 },
      })),
  };
}

/* Each in the middle of its day; now is the upper edge. */
function dots(questions, up) {
  const points = questions.map((each) => ({
    ...each,
    x: timeOf(momentOf(each.valid_at) + DAY / 2),
    y: timeOf(each.isNow ? up[1] : momentOf(each.known_at)),
    when: isNarrow() ? "" : each.isNow ? "known now: " : "believed then: ",
  }));
  return {
    trace: {
      name: "questions", type: "scatter", mode: "lines+markers+text", cliponaxis: false,
      x: points.map(({ x }) => x), y: points.map(({ y }) => y),
      text: points.map(({ question }) => `<b>${question}</b>`), textposition: "middle center",
      line: { color: theme.ink, width: 1, dash: "dot" },
      marker: {
        size: isNarrow() ? 17 : 20, color: theme.paper, line: { width: 2, color: theme.ink },
      },
      customdata: points.map((each) => [dayInWords(each.valid_at), each.asked, each.answer]),
      hovertemplate: "The score on %{customdata[0]},<br>" +
        "%{customdata[1]}: <b>%{customdata[2]}</b><extra></extra>",
    },
    labels: points.map(({ x, y, when, answer, isNow }) => label(
      x, y, `${when}<b>${answer}</b>`,
      { yanchor: "middle", xshift: 12, yshift: isNow ? 10 : 0 })),
  };
}

function drawScores(customer, questions) {
  const across = rangeOf("as_of_start_date", "as_of_end_date", "valid_at");
  const up = rangeOf("system_start_ts", "system_end_ts", "known_at");
  const { traces, labels } = rectangles(customer, across, up);
  const asked = dots(questions, up);
  const edge = { xref: "paper", yref: "paper", font: { ...theme.font, color: theme.quiet, size: 12 } };
  const axis = (range, said, rest) => fixed({
    type: "date", range: range.map(timeOf), zeroline: false, ticks: "outside",
    tickcolor: theme.line, linecolor: theme.edge, showline: true,
    title: { text: said, standoff: 8, font: theme.font }, ...rest,
  });
  return draw(
    "scores",
    [...traces, asked.trace],
    {
      height: isNarrow() ? 440 : 460, margin: { l: 70, r: 26, t: 30, b: 60 },
      hovermode: "closest",
      annotations: [
        ...labels, ...asked.labels,
        label(0, 1, "↑ still believed", edge),
        // Turned with the text, the arrow points to the right.
        label(1, 0, "still holds ↓", { ...edge, textangle: -90 }),
      ],
      xaxis: axis(across, "when it held (event time)", {
        nticks: isNarrow() ? 4 : 10, tickformat: "%e %b\n%Y",
      }),
      yaxis: axis(up, "when we believed it (system time)", { nticks: 8, tickformat: "%e %b" }),
    },
    `Scores of ${nameOf(customer)} by event time and system time; the score asked for, ` +
      questions.map((each) => `${each.asked}: ${each.answer}`).join(", "),
    () => [
      ["score", "held from", "held to", "believed from", "believed to"],
      ...versionsOf(customer).map((row) => [
        row.score, row.as_of_start_date, row.as_of_end_date, row.system_start_ts,
        row.system_end_ts,
      ]),
    ],
  );
}
