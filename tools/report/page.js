/* The whole page: which panels are drawn, and what is drawn at first. */

function showAll() {
  const ask = asked();
  writeAddress();
  const problem = problemOf(ask);
  for (const panel of at("panels").children) panel.hidden = problem && panel !== at("summary");
  at("summary").className = problem ? "problem" : "";
  if (problem) {
    waiting.clear();
    at("tiles").replaceChildren();
    at("summary").textContent = problem;
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

/* Why a period has no days; nothing where it has some. */
function problemOf({ wantedFrom, wantedTo, days }) {
  const [from, to] = [wantedFrom, wantedTo].map(inWords);
  const choose = `Choose days from ${inWords(0)} to ${inWords(lastDay)}.`;
  if (wantedFrom > wantedTo) return `“From”, ${from}, is later than “To”, ${to}. ${choose}`;
  return days < 1 ? `The log has no days from ${from} to ${to}. ${choose}` : "";
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
  const title = data.title || `${data.on_hand.name}, came in, done`;
  document.title = `daybook: ${title}`;
  at("title").textContent = title;
  at("bands").textContent = data.terminal.length
    ? `Items in ${restingPlaces} are done: only the cumulative flow shows them.`
    : "";
  at("changes").textContent = data.dimensions.length
    ? `An item that gets another ${dimensionsInWords()} leaves its state and enters it again.`
    : "";
  at("view").parentElement.hidden = !data.terminal.length;
  at("unit").textContent =
    `Ages and lead times are in working days. ${data.holidays_note || ""}`;
  for (const place of document.querySelectorAll(".on-hand")) place.textContent = data.on_hand.name;
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
drawWaiting();
document.documentElement.dataset.ready = "";
