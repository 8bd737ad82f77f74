/* What is asked is in the controls, and in the address, so that a view can be shared. */

const CONTROLS = ["period", "from", "to", "dimension", "value", "known", "view", "grain"];
// Days of the periods that can be chosen.
const PERIODS = [365, 182, 90, 30];
let isolated;

function asked() {
  const from = at("from").value ? dayOf(at("from").value) : 0;
  const wantedTo = at("to").value ? dayOf(at("to").value) : lastDay;
  const to = Math.min(wantedTo, lastDay);
  const dimension = at("dimension").value || ALL;
  const batch = data.batches.find(({ posted_at }) => posted_at === at("known").value);
  return {
    from: Math.max(from, 0), to, days: to - Math.max(from, 0) + 1, wantedFrom: from, wantedTo,
    dimension, value: dimension === ALL ? ALL : at("value").value, state: isolated, batch,
    knownTo: batch ? dayOf(batch.last_day) : lastDay,
  };
}

const isShown = (state, ask) => ask.state === undefined || ask.state === state;
const dimensionCalled = (name) => data.dimensions.find((each) => each.name === name);
function sliceInWords({ dimension, value }) {
  const { others, name_of_others: nameOfOthers } = dimensionCalled(dimension);
  const name = pretty(dimension);
  return value === nameOfOthers ? `the ${others} others of ${name}` : `${name} ${value || "(empty)"}`;
}

/* The longest one before which the log has as many days; else all days. */
const firstPeriod = () => String(PERIODS.find((days) => 2 * days <= lastDay + 1) || "all");

function choosePeriod() {
  const days = at("period").value;
  if (!days) return;
  at("from").value = isoOf(days === "all" ? 0 : Math.max(0, lastDay - days + 1));
  at("to").value = isoOf(lastDay);
}

function offerValues() {
  const dimension = dimensionCalled(at("dimension").value);
  at("value").disabled = !dimension;
  const inOrder = [...(dimension?.values || [])].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }));
  const options = inOrder.map((value) => new Option(value || "(empty)", value));
  if (dimension?.name_of_none) options.push(new Option(dimension.name_of_none));
  if (dimension?.others) {
    options.push(new Option(`${dimension.others} others, as one`, dimension.name_of_others));
  }
  at("value").replaceChildren(...(dimension ? options : [new Option("all", ALL)]));
  at("folded").textContent = dimension?.others
    ? `Of ${pretty(dimension.name)} the ${options.length - 1} values with the most ` +
      `entries can be chosen, and the ${dimension.others} others as one.`
    : "";
}

function offerChoices() {
  at("period").append(
    ...PERIODS.filter((days) => days <= lastDay)
      .map((days) => new Option(`last ${days} days`, days)));
  at("dimension").append(
    new Option("all items", ""),
    ...data.dimensions.map(({ name }) => new Option(pretty(name), name)));
  for (const label of document.querySelectorAll(".by")) label.hidden = !data.dimensions.length;
  // What is known now is what was known after the last batch.
  const earlier = data.batches.slice(0, -1).reverse();
  at("known").append(...earlier.map(({ posted_at }) => new Option(`after ${posted_at}`, posted_at)));
  at("known").parentElement.hidden = !earlier.length;
  for (const id of ["from", "to"]) {
    at(id).min = isoOf(0);
    at(id).max = isoOf(lastDay);
  }
}

const inAddress = () => new URLSearchParams(location.hash.slice(1));

/* Nobody can choose a dimension before its figures are there. */
async function offerDimensions() {
  await unpackDimensions();
  at("dimension").disabled = false;
}

/* Sets the controls as the address says; what it cannot say stays as at first. */
function readAddress() {
  const said = inAddress();
  const set = (id, otherwise) => {
    at(id).value = said.get(id) ?? otherwise;
    if (at(id).selectedIndex === -1) at(id).value = otherwise;
  };
  set("period", said.get("from") || said.get("to") ? "" : firstPeriod());
  for (const [id, day] of [["from", 0], ["to", lastDay]]) {
    set(id, isoOf(day));
    if (!at(id).value) at(id).value = isoOf(day);
  }
  choosePeriod();
  set("dimension", "");
  offerValues();
  set("value", at("value").value);
  for (const id of ["known", "view", "grain"]) set(id, "");
  const state = states.indexOf(said.get("state"));
  isolated = state < 0 ? undefined : state;
  const month = dayOf(said.get("month"));
  chosenMonth = Number.isNaN(month) ? undefined : month;
  set("month-figure", String(ON_HAND_AT_END));
}

function writeAddress() {
  const said = new URLSearchParams();
  const period = at("period").value;
  const kept = CONTROLS.filter((id) => (period ? !["from", "to"].includes(id) : id !== "period"));
  for (const id of kept) {
    if ((at(id).value || id === "value") && !at(id).disabled) said.set(id, at(id).value);
  }
  if (isolated !== undefined) said.set("state", states[isolated]);
  if (chosenMonth !== undefined) said.set("month", isoOf(chosenMonth));
  if (at("month-figure").value !== String(ON_HAND_AT_END)) {
    said.set("month-figure", at("month-figure").value);
  }
  history.replaceState(null, "", `#${said}`);
}

/* A state's name, which shows that state alone, and all again. */
function stateButton(state, ask) {
  const made = element("button", ...ofState(state));
  made.type = "button";
  made.className = "state";
  made.dataset.state = state;
  made.title = ask.state === state ? "Show all states" : "Show this state alone";
  made.setAttribute("aria-pressed", ask.state === state);
  made.addEventListener("click", () => {
    isolated = isolated === state ? undefined : state;
    showAll();
    at("figures").querySelector(`[data-state="${state}"]`).focus();
  });
  return made;
}

function listenToFilters() {
  const chosen = {
    from: () => { at("period").value = ""; },
    to: () => { at("period").value = ""; },
    period: choosePeriod,
    dimension: offerValues,
  };
  for (const id of CONTROLS) {
    at(id).addEventListener("change", () => {
      chosen[id]?.();
      showAll();
    });
  }
  window.addEventListener("hashchange", async () => {
    if (inAddress().has("dimension")) await offerDimensions();
    readAddress();
    showAll();
  });
}
