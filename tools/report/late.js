"use strict";

// Of a row of late_difference_by_month, after the month's end and the state: entered, left and
// on hand as first reported, and the same three as known now.
const REPORTED = 2;
const NOW = 5;

/* The last days of the full months in the period, whether or not they have items of its value. */
const fullMonths = ({ from, to }) =>
  [...new Set(data.slices[ALL]?.[ALL]?.late_difference_by_month?.day)]
    .filter((end) => end <= to && binOf(end, "month", 0) >= from);

const monthOf = (day) =>
  new Date(start + day * DAY).toLocaleDateString("en", {
    timeZone: "UTC", month: "short", year: "numeric",
  });

/* A figure of several rows, as first reported and now. */
const bothOf = (rows, figure) =>
  [REPORTED, NOW].map((first) => rows.reduce((sum, row) => sum + row[first + figure], 0));

const changed = (row) => [0, 1, 2].some((i) => row[REPORTED + i] !== row[NOW + i]);

function showLate(ask) {
  tellLate(ask);
  const months = fullMonths(ask).reverse();
  const rows = rowsOf("late_difference_by_month", ask);
  at("months").hidden = !months.length;
  at("months-note").textContent = months.length ? "" : "There is no full month in these days.";
  fill("months-figures", months.map((end) => lineOfMonth(end, rows.filter((row) => row[0] === end))));
  if (!months.length) return;
  offerMonths(months);
  const chosen = Number(at("month").value || months[0]);
  tellMonth(rows.filter((row) => row[0] === chosen), Number(at("month-figure").value));
}

function tellLate(ask) {
  const rows = rowsOf("late_entries", ask);
  const entries = rows.reduce((sum, row) => sum + row[1], 0);
  const late = rows.reduce((sum, row) => sum + row[2], 0);
  at("late").textContent = entries
    ? `Late data: ${late ? count(late) : "none"} of the ${some(entries, "entry", "entries")} dated in this ` +
      "period were posted after a batch had already published their day." +
      (late ? " The figures include them." : "")
    : "";
}

function lineOfMonth(end, rows) {
  if (!rows.some(changed)) {
    const nothing = element("td", "no change");
    nothing.colSpan = 3;
    const made = line(monthOf(end), []);
    made.append(nothing);
    return made;
  }
  return line(monthOf(end), [0, 1, 2].map((figure) => {
    const [reported, now] = bothOf(rows, figure);
    return reported === now ? count(now) : `${count(reported)} → ${count(now)}`;
  }));
}

/* The last month unless another is asked for, also where the period moves. */
function offerMonths([last, ...earlier]) {
  const chosen = at("month").value;
  at("month").replaceChildren(
    new Option(`${monthOf(last)}, the last`, ""),
    ...earlier.map((end) => new Option(monthOf(end), end)));
  if (earlier.map(String).includes(chosen)) at("month").value = chosen;
}

function tellMonth(rows, figure) {
  const lineOf = (head, own) => {
    const [reported, now] = bothOf(own, figure);
    const difference = (now - reported).toLocaleString("en", { signDisplay: "exceptZero" });
    return line(head, [count(reported), count(now), difference]);
  };
  const moving = rows.filter((row) => row[REPORTED + figure] || row[NOW + figure]);
  fill(
    "month-figures",
    statesOf(moving).map((state) =>
      lineOf(ofState(state), moving.filter((row) => row[1] === state))),
    lineOf("All states", rows),
  );
}
