"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const ALL = "(all)";
const OTHER = "(other)";
const DAY = 86400000;

// Paul Tol's muted scheme, told apart by colour-blind eyes too; neighbours differ most.
const COLOURS = [
  "#332288", "#44aa99", "#ddcc77", "#cc6677", "#88ccee", "#aa4499", "#117733", "#882255",
  "#999933", "#6699cc",
];
const states = data.places.slice(0, data.states);
const terminal = new Set(data.terminal);
const colour = (place) => (place < states.length ? COLOURS[place % 10] : "#8b93a3");

// Days

const start = Date.parse(data.first_day);
const lastDay = Math.round((Date.parse(data.last_day) - start) / DAY);
const isoOf = (day) => new Date(start + day * DAY).toISOString().slice(0, 10);
const dayOf = (iso) => Math.round((Date.parse(iso) - start) / DAY);
const inWords = (day) =>
  new Date(start + day * DAY).toLocaleDateString("en-GB", {
    timeZone: "UTC", day: "numeric", month: "long", year: "numeric",
  });
const count = (number) => number.toLocaleString("en");
const some = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/* The first day of the week or month that a day lies in, within the period. */
function binOf(day, grain, from) {
  const date = new Date(start + day * DAY);
  const back = { day: 0, week: (date.getUTCDay() + 6) % 7, month: date.getUTCDate() - 1 };
  return Math.max(day - back[grain], from);
}

// What is asked

function asked() {
  const from = at("from").value ? dayOf(at("from").value) : 0;
  const to = at("to").value ? dayOf(at("to").value) : lastDay;
  const dimension = at("dimension").value || ALL;
  const value = dimension === ALL ? ALL : at("value").value;
  const batch = data.batches[at("known").value];
  return {
    from, to: Math.min(to, lastDay), dimension, value, days: to - from + 1, batch,
    knownTo: batch ? dayOf(batch.last_day) : lastDay,
  };
}

/* The rows of an analysis in the period, as [day, ...] lists. */
function rowsOf(query, { from, to, dimension, value }) {
  const table = data.slices[dimension]?.[value]?.[query];
  if (!table) return [];
  const names = Object.keys(table);
  const rows = [];
  for (let i = 0; i < table.day.length; i++) {
    if (table.day[i] >= from && table.day[i] <= to) {
      rows.push(names.map((name) => table[name][i]));
    }
  }
  return rows;
}

/* The rows of what was on hand, as far as the chosen batch knew them. */
function onHandOf(ask) {
  const last = data.batches.indexOf(ask.batch);
  return rowsOf("on_hand_as_known_at", ask).filter(([, , batch]) => last < 0 || batch <= last);
}

/* Sums of the last figure of each row, by what `key` makes of the row. */
function sums(rows, key) {
  const found = new Map();
  for (const row of rows) {
    const name = key(row);
    found.set(name, (found.get(name) || 0) + row[row.length - 1]);
  }
  return found;
}
