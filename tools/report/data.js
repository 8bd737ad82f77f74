/* What the page knows, and how it writes numbers, names and days. */

const at = (id) => document.getElementById(id);
const DAY = 86400000;

/* What the page carries is packed. */
async function unpacked(id) {
  const packed = await fetch(`data:application/gzip;base64,${at(id).textContent}`);
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")));
}

const data = await (await unpacked("data")).json();

// Numbers and words

const count = (number) => number.toLocaleString("en");
const some = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;
const rounded = (number) => number.toLocaleString("en", { maximumFractionDigits: 1 });
const signed = (number) =>
  number.toLocaleString("en", { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const pretty = (name) => name.replace(/_/g, " ");

/* Names come from the data; plotly reads some HTML in its texts. */
const text = (name) => name.replace(/&/g, "&amp;").replace(/</g, "&lt;");

const dateInWords = (moment) =>
  new Date(moment).toLocaleDateString("en-GB", {
    timeZone: "UTC", day: "numeric", month: "long", year: "numeric",
  });

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
