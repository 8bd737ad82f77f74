"use strict";

// Words and figures

const total = (balance) => [...balance.values()].reduce((sum, each) => sum + each, 0);

/* The items in each state at the end of a day; none where the day was not known. */
function balanceAt(day, ask) {
  if (day > ask.knownTo) return undefined;
  return sums(onHandOf({ ...ask, from: day, to: day }), (row) => row[1]);
}

function tellFigures(ask, moved) {
  const last = Math.min(ask.to, ask.knownTo);
  const opening = balanceAt(ask.from - 1, ask);
  const closing = last < ask.from ? undefined : balanceAt(last, ask);
  const lines = [];
  for (const { name, state, came, went } of moved) {
    const figures = [opening?.get(state) || 0, came, went, closing?.get(state) || 0];
    if (figures.every((figure) => figure === 0)) continue;
    const shown = figures.map(count);
    if (terminal.has(name) || !opening) shown[0] = "–";
    if (terminal.has(name) || !closing) shown[3] = "–";
    lines.push(line(ofState(state), shown));
  }
  const all = [
    opening ? count(total(opening)) : "–",
    count(moved.reduce((sum, each) => sum + each.came, 0)),
    count(moved.reduce((sum, each) => sum + each.went, 0)),
    closing ? count(total(closing)) : "–",
  ];
  fill("figures", lines, line("All states", all));
  at("figures").caption.textContent =
    ask.from === ask.to ? inWords(ask.to) : `${inWords(ask.from)} to ${inWords(ask.to)}`;
  at("known-note").textContent = ask.batch
    ? `On hand is shown as known after the run of ${ask.batch.posted_at}, which knew the days ` +
      `up to ${inWords(ask.knownTo)}` +
      (closing && last < ask.to ? "; “at the end” is at the end of that day. " : ". ") +
      "In and out, and all else on this page, are as known now."
    : "";
}

function tellSummary(ask, moved) {
  const onHand = total(balanceAt(ask.to, { ...ask, batch: undefined, knownTo: lastDay }));
  const fresh = rowsOf("flow_between_states", ask)
    .filter((row) => data.places[row[1]] === "(new)")
    .reduce((sum, row) => sum + row[3], 0);
  const ended = moved.filter((each) => terminal.has(each.name) && each.came);
  at("summary").className = "";
  at("summary").replaceChildren(
    "At the end of ", element("strong", inWords(ask.to)), ", ",
    element("strong", some(onHand, "item", "items")),
    ` ${onHand === 1 ? "was" : "were"} on hand. ` +
      (ask.from === ask.to
        ? "On that day "
        : `In the ${count(ask.to - ask.from + 1)} days up to then `) +
      `${some(fresh, "item", "items")} ` +
      `came in${ended.map((each) => `, and ${some(each.came, "move", "moves")} ended in ${each.name}`).join("")}.`,
  );
}

// Filters

const pretty = (name) => name.replace(/_/g, " ");

function offerValues() {
  const dimension = data.dimensions.find((each) => each.name === at("dimension").value);
  at("value").disabled = !dimension;
  const inOrder = [...(dimension?.values || [])].sort((a, b) =>
    (a === "(none)") - (b === "(none)") || a.localeCompare(b, "en", { numeric: true }));
  const options = inOrder.map((value) => new Option(value || "(empty)", value));
  if (dimension?.others) options.push(new Option(`${dimension.others} others, as one`, OTHER));
  at("value").replaceChildren(...(dimension ? options : [new Option("all", ALL)]));
  at("folded").textContent = dimension?.others
    ? `Of ${pretty(dimension.name)} the ${dimension.values.length} values with the most ` +
      `entries can be chosen, and the ${dimension.others} others as one.`
    : "";
}

function choosePeriod() {
  const days = at("period").value;
  if (!days) return;
  at("from").value = isoOf(days === "all" ? 0 : Math.max(0, lastDay - days + 1));
  at("to").value = isoOf(lastDay);
  chooseGrain();
}

function chooseGrain() {
  const { days } = asked();
  at("grain").value = days > 900 ? "month" : days > 100 ? "week" : "day";
}

function drawAll() {
  const ask = asked();
  if (ask.days < 1 || ask.from > lastDay || ask.to < 0) {
    at("summary").className = "problem";
    at("summary").textContent =
      `There is nothing from ${inWords(ask.from)} to ${inWords(ask.to)}: ` +
      `choose days from ${inWords(0)} to ${inWords(lastDay)}.`;
    return;
  }
  ask.from = Math.max(ask.from, 0);
  const moved = inAndOut(ask);
  tellSummary(ask, moved);
  tellFigures(ask, moved);
  drawOnHand(ask);
  drawInAndOut(ask, moved);
  showAges(ask);
  drawFlow(ask);
  drawLeadTimes(ask);
  showLate(ask);
}

function begin() {
  const entries = data.tables.find((table) => table.table_name === "fct_issue_entries");
  const items = data.tables.find((table) => table.table_name === "snap_issue_milestones");
  at("basis").textContent = entries.row_count
    ? `${some(items.row_count, "item", "items")} and ${some(entries.row_count, "entry", "entries")}, ` +
      `${inWords(0)} to ${inWords(lastDay)}. As of batch ${entries.last_batch_id} ` +
      `(${entries.posted_at}); drawn ${data.drawn_at}.`
    : `No entries have been posted yet; drawn ${data.drawn_at}.`;
  for (const table of data.tables) {
    const days = table.first_day ? `${table.first_day} to ${table.last_day}` : "";
    const cells = [
      table.table_name, count(table.row_count), days, table.last_batch_id || "",
      table.posted_at || "",
    ];
    at("tables").querySelector("tbody").append(
      element("tr", ...cells.map((cell) => element("td", String(cell)))));
  }
  if (!data.first_day) {
    at("filters").hidden = true;
    for (const chart of document.querySelectorAll(".chart")) leaveEmpty(chart.id, "No entries.");
    for (const id of ["ages-figures", "months"]) at(id).hidden = true;
    at("months-note").textContent = "No entries.";
    return;
  }
  at("dimension").append(
    new Option("all items", ""),
    ...data.dimensions.map(({ name }) => new Option(pretty(name), name)));
  for (const label of document.querySelectorAll(".by")) label.hidden = !data.dimensions.length;
  // What is known now is what was known after the last batch.
  at("known").append(
    ...data.batches.map((batch, i) => new Option(batch.posted_at, i)).slice(0, -1).reverse());
  for (const id of ["from", "to"]) {
    at(id).min = isoOf(0);
    at(id).max = isoOf(lastDay);
    at(id).addEventListener("change", () => {
      at("period").value = "";
      chooseGrain();
      drawAll();
    });
  }
  at("period").addEventListener("change", () => { choosePeriod(); drawAll(); });
  at("dimension").addEventListener("change", () => { offerValues(); drawAll(); });
  for (const id of ["value", "known", "grain"]) at(id).addEventListener("change", drawAll);
  for (const id of ["month", "month-figure"]) {
    at(id).addEventListener("change", () => showLate(asked()));
  }
  onOtherWidth(drawAll);
  at("period").value = "all";
  choosePeriod();
  offerValues();
  drawAll();
}

begin();
beginScores();
