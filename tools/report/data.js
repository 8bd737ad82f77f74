/* What the page knows, and how it writes numbers, names and days. */

const at = (id) => document.getElementById(id);
const DAY = 86400000;

/* The browser goes on loading the page while a document in it is open: what captures pages as
   soon as they are loaded gets all charts. */
const loading = document.createElement("iframe");
loading.hidden = true;
document.body.append(loading);
loading.contentDocument.open();

/* What the page carries is packed. */
async function unpacked(id) {
  const packed = await fetch(`data:application/gzip;base64,${at(id).textContent}`);
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")));
}

// Both are asked for before either is waited for, so that they are unpacked side by side.
const scriptOfPlotly = unpacked("plotly").then((script) => script.text());
const data = await (await unpacked("data")).json();

/* Figures by dimension wait until the first charts are seen, or somebody asks for them. */
let slicesByDimension;
function unpackDimensions() {
  slicesByDimension ??= unpacked("slices_by_dimension")
    .then((slices) => slices.json())
    .then((slices) => Object.assign(data.slices, slices));
  return slicesByDimension;
}

// Numbers and words

// Formatters are made once, because making one is slow.
const count = new Intl.NumberFormat("en").format;
const some = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;
const rounded = new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format;
const signed = new Intl.NumberFormat("en", {
  maximumFractionDigits: 1, signDisplay: "exceptZero",
}).format;
const [and, or] = ["conjunction", "disjunction"].map((type) => new Intl.ListFormat("en", { type }));
const pretty = (name) => name.replace(/_/g, " ");

/* Names come from the data. Plotly reads some HTML in its texts, and %{...} in its templates. */
const text = (name) =>
  name.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/%/g, "&#37;");

/* In a narrow place a long name is cut; tables and tooltips have it whole. */
const shortened = (name, most) =>
  ([...name].length > most ? `${[...name].slice(0, most - 1).join("")}…` : name);

function inTwoLines(name, most = 18) {
  const letters = [...name];
  if (letters.length <= most) return text(name);
  const space = letters.lastIndexOf(" ", most);
  const end = space > 0 ? space : most;
  const [first, rest] = [letters.slice(0, end), letters.slice(end)].map((each) => each.join(""));
  return `${text(first)}<br>${text(shortened(rest.trim(), most))}`;
}

const longDate = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC", day: "numeric", month: "long", year: "numeric",
});
const dateInWords = (moment) => longDate.format(new Date(moment));

// Sums

const total = (numbers) => numbers.reduce((sum, each) => sum + each, 0);

/* Sums of the last figure of each row, by what `key` makes of the row. */
function sums(rows, key) {
  const found = new Map();
  for (const row of rows) {
    const name = key(row);
    found.set(name, (found.get(name) || 0) + row[row.length - 1]);
  }
  return found;
}

// Days: how many passed since the first one of the log

const start = Date.parse(data.first_day);
const lastDay = Math.round((Date.parse(data.last_day) - start) / DAY);
const isoOf = (day) => new Date(start + day * DAY).toISOString().slice(0, 10);
const dayOf = (iso) => Math.round((Date.parse(iso) - start) / DAY);
const inWords = (day) => dateInWords(start + day * DAY);
const daysInWords = (from, to) =>
  from === to ? inWords(to) : `${inWords(from)} to ${inWords(to)}`;

const shortMonth = new Intl.DateTimeFormat("en", {
  timeZone: "UTC", month: "short", year: "numeric",
});
const monthOf = (day) => shortMonth.format(start + day * DAY);

/* The first day of the week or month that a day lies in, within the period. */
function binOf(day, grain, from) {
  const date = new Date(start + day * DAY);
  const back = { day: 0, week: (date.getUTCDay() + 6) % 7, month: date.getUTCDate() - 1 };
  return Math.max(day - back[grain], from);
}

/* The last one, within the period. */
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

/* The first days of the months that a period touches. */
function monthsOf({ from, to }) {
  const months = [];
  for (let bin = from; bin <= to; bin = lastOf(bin, "month", to) + 1) months.push(bin);
  return months;
}
