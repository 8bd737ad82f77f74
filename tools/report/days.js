/* Days and periods. */

// A day is the number of days since the first one of the log.

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
