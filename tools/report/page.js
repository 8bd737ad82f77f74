/* The whole page: which panels are drawn, and what is drawn at first. */

function showAll() {
  const ask = asked();
  writeAddress();
  if (ask.days < 1 || ask.to < 0) {
    at("summary").className = "problem";
    at("summary").textContent =
      `There is nothing from ${inWords(ask.wantedFrom)} to ${inWords(ask.to)}: ` +
      `choose days from ${inWords(0)} to ${inWords(lastDay)}.`;
    return;
  }
  const now = asKnownNow(ask);
  showHeadline(now);
  showOnHand(ask);
  showInAndOut(now);
  showMonths(now);
  showLeadTimes(now);
  showAges(now);
  showOldest(now);
  showFlow(now);
  showLate(now);
}

function tellTables() {
  for (const table of data.tables) {
    const days = table.first_day ? `${table.first_day} to ${table.last_day}` : "";
    const cells = [
      table.table_name, count(table.row_count), days, table.last_batch_id || "",
      table.posted_at || "",
    ];
    at("tables").querySelector("tbody").append(
      element("tr", ...cells.map((cell) => element("td", String(cell)))));
  }
}

function tellBasis() {
  const title = data.title || "On hand, came in, done";
  document.title = `daybook: ${title}`;
  at("title").textContent = title;
  at("bands").textContent = data.terminal.length
    ? `What is done (${restingPlaces}) is not on hand; in the cumulative flow it lies below the rest.`
    : "";
  const dimensions = data.dimensions.map(({ name }) => pretty(name)).join(" or ");
  at("changes").textContent = dimensions
    ? `An item whose ${dimensions} changes leaves its state and enters it again.`
    : "";
  at("view").parentElement.hidden = !data.terminal.length;
  at("holidays").textContent = data.holidays_note || "";
  at("history-page").hidden = !data.history_page;
  if (data.history_page) at("history-page").querySelector("a").href = data.history_page;
  const entries = data.tables.find((table) => table.table_name === "fct_issue_entries");
  at("basis").textContent = entries.row_count
    ? `${daysInWords(0, lastDay)}. As of the run of ${entries.posted_at}; drawn ${data.drawn_at}.`
    : `No entries have been posted yet; drawn ${data.drawn_at}.`;
  tellTables();
}

async function begin() {
  tellBasis();
  for (const part of ["filters", "panels"]) at(part).hidden = !data.first_day;
  if (!data.first_day) return;
  offerChoices();
  if (inAddress().has("dimension")) await offerDimensions();
  readAddress();
  listenToFilters();
  at("month").addEventListener("change", () => { chosenMonth = Number(at("month").value); });
  for (const id of ["month", "month-figure"]) {
    at(id).addEventListener("change", () => {
      writeAddress();
      showLate(asKnownNow(asked()));
    });
  }
  onOtherLook(showAll);
  showAll();
  startPlotly().then(seen).then(offerDimensions);
}

await begin();
document.documentElement.dataset.ready = "";
