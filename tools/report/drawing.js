/* How charts are drawn with plotly: one after another, and again in another look. */

const WIDTH_ON_PAPER = 680;
let isPrinting = false;
const isNarrow = () => window.innerWidth <= 600;

// Charts wait until Plotly is unpacked. Those in view come first, then the others in the
// order of the page; between two of them, the page can answer. What is printed is drawn at once.

const waiting = new Map();
let isDrawing = false;

function isInView(place) {
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function drawNext() {
  const places = [...waiting.keys()];
  const place = places.find(isInView) ?? places[0];
  const drawIt = waiting.get(place);
  waiting.delete(place);
  place.classList.remove("waiting");
  drawIt();
}

function drawWaiting() {
  if (!waiting.size) loading.remove();
  else if (!window.Plotly) return;
  else if (isPrinting) while (waiting.size) drawNext();
  else if (!isDrawing) {
    isDrawing = true;
    setTimeout(() => {
      isDrawing = false;
      try {
        if (waiting.size) drawNext();
      } finally {
        drawWaiting();
      }
    });
  }
}

/* The tables are there before it. */
async function startPlotly() {
  document.head.append(element("script", await scriptOfPlotly));
  drawWaiting();
}

/* What is drawn is seen with the next frame, if nothing keeps the page busy meanwhile. */
const WAIT_FOR_READERS = 400;
const seen = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done, WAIT_FOR_READERS));
});

/* `rows` gives what the chart shows as rows for a CSV file, headed by names. */
function draw(id, traces, layout, label, rows) {
  const place = at(id);
  if (place.classList.contains("empty")) {
    place.classList.remove("empty");
    place.replaceChildren();
  }
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", label);
  place.style.minHeight = `${layout.height}px`;
  offerFiles(place, rows);
  place.classList.add("waiting");
  waiting.set(place, () => Plotly.react(
    place,
    traces,
    {
      font: theme.font, paper_bgcolor: theme.paper, plot_bgcolor: theme.paper,
      showlegend: false, dragmode: false,
      hoverlabel: { bgcolor: theme.paper, bordercolor: theme.edge, font: theme.font },
      width: isPrinting ? WIDTH_ON_PAPER : undefined,
      ...layout,
    },
    { displayModeBar: false, responsive: true },
  ));
  drawWaiting();
}

function leaveEmpty(id, sentence) {
  const place = at(id);
  waiting.delete(place);
  if (place.data) Plotly.purge(place);
  offerFiles(place);
  place.classList.remove("waiting");
  place.classList.add("empty");
  place.style.minHeight = "";
  place.setAttribute("role", "note");
  place.removeAttribute("aria-label");
  place.replaceChildren(sentence);
}

/* Redraws where the page turns narrow or dark, or is printed. */
function onOtherLook(redraw) {
  const again = () => {
    readTheme();
    redraw();
  };
  let wasNarrow = isNarrow();
  window.addEventListener("resize", () => {
    if (wasNarrow !== isNarrow()) again();
    wasNarrow = isNarrow();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  for (const [event, is] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(event, () => {
      isPrinting = is;
      document.documentElement.classList.toggle("printing", is);
      again();
    });
  }
}

// Axes

const fixed = (rest) => ({
  fixedrange: true, gridcolor: theme.line, zerolinecolor: theme.edge, ...rest,
});

/* The names stand at 0, 1 and so on, the first on top. */
const nameAxis = (names) => fixed({
  automargin: true, showgrid: false, zeroline: false, ticks: "", ticklabelstandoff: 10,
  range: [names.length - 0.4, -0.6], tickvals: names.map((_, i) => i), ticktext: names,
});

/* Ticks are at whole days. */
const dayAxis = ({ from, to }, ticks = isNarrow() ? 5 : isPrinting ? 8 : 12) => fixed({
  type: "date", showgrid: false, zeroline: false, range: [isoOf(from), isoOf(to)],
  nticks: ticks, dtick: to - from < ticks ? DAY : undefined, tickangle: 0, ticks: "outside",
  tickcolor: theme.line, linecolor: theme.edge, showline: true,
  tickformat: to - from > 900 ? "%b %Y" : "%e %b\n%Y", hoverformat: "%a %e %b %Y",
});

// Colours

/* Those of page.css as they are at the moment: light, dark, or on paper. */
const theme = {};

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const several = (name, n) => Array.from({ length: n }, (_, i) => read(`${name}-${i}`));
  for (const name of ["ink", "quiet", "line", "edge", "paper"]) theme[name] = read(name);
  theme.states = several("state", 10);
  theme.ages = several("age", 7);
  theme.font = {
    family: getComputedStyle(document.body).fontFamily, size: 13, color: theme.ink,
  };
}

readTheme();

/* Of a state; of what is none, such as where items come from, the colour of edges. */
const colour = (place) => (states[place] === undefined ? theme.edge : theme.states[place % 10]);
const styleOf = (place) => `var(--state-${place % 10})`;
