/* What is counted, once for all panels: balances, moves, lead times, by what is asked. */

const ALL = "(all)";
const states = data.places.slice(0, data.states);
const terminal = new Set(data.terminal);
const isTerminal = (state) => terminal.has(states[state]);

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

// Of a row of balances, after the day, the state and the batch.
const CAME = 3;
const WENT = 4;
const ON_HAND = 5;

/* What entered, left and was on hand, as far as the chosen batch knew; without one, as known
   now. */
function balancesOf(ask) {
  const last = data.batches.indexOf(ask.batch);
  return rowsOf("balances_as_known_at", ask).filter((row) => last < 0 || row[2] <= last);
}

const asKnownNow = (ask) => ({ ...ask, batch: undefined, knownTo: lastDay });

/* The items in each state at the end of a day; none where the day was not known. */
function onHandAt(day, ask) {
  if (day > ask.knownTo) return undefined;
  return sums(balancesOf({ ...ask, from: day, to: day }), (row) => row[1]);
}

/* What a period did to each state: before, in, out, and on hand at its end. */
function movesOf(ask) {
  const last = Math.min(ask.to, ask.knownTo);
  const rows = balancesOf(ask);
  const [before, end] = [onHandAt(ask.from - 1, ask), onHandAt(last, ask)];
  return states.map((name, state) => {
    const own = rows.filter((row) => row[1] === state);
    return {
      name, state, rows: own,
      before: before?.get(state) || 0,
      came: total(own.map((row) => row[CAME])),
      went: total(own.map((row) => row[WENT])),
      end: last < ask.from ? 0 : end?.get(state) || 0,
    };
  });
}

/* The sums over all states. What left one state entered another, so what is over came in; of
   that, what is over in terminal states is done. Before + came in - done = on hand. */
function totalsOf(moved) {
  const over = (several) => total(several.map(({ came, went }) => came - went));
  return {
    before: total(moved.map(({ before }) => before)),
    cameIn: over(moved),
    done: over(moved.filter(({ state }) => isTerminal(state))),
    end: total(moved.map(({ end }) => end)),
  };
}

// Of how many days, sorted, and how many items took so long.
const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9];

// In the place of a milestone: the first terminal state that an item reached.
const DONE = -1;

/* How long items took to a milestone, where any reached it. */
function leadTimesOf(rows, milestone) {
  const by = sums(rows.filter((row) => row[1] === milestone), (row) => row[2]);
  const days = [...by.keys()].sort((a, b) => a - b);
  const counts = days.map((each) => by.get(each));
  if (!days.length) return undefined;
  return {
    items: total(counts), longest: days[days.length - 1],
    marks: SHARES.map((share) => percentile(days, counts, share)),
  };
}

/* As SQL's percentile: between two neighbours, in proportion. */
function percentile(days, counts, share) {
  const place = share * (total(counts) - 1);
  const nth = (n) => {
    let seen = 0;
    return days[counts.findIndex((each) => (seen += each) > n)];
  };
  const below = nth(Math.floor(place));
  return below + (nth(Math.ceil(place)) - below) * (place - Math.floor(place));
}

/* Those worth drawing, and those too rare to be seen beside them. */
function withoutRare(each, size) {
  const least = Math.max(...each.map(size)) / 100;
  return [each.filter((one) => size(one) >= least), each.filter((one) => size(one) < least)];
}
