/* Tables, built from elements and texts, never from markup. */

function element(tag, ...content) {
  const made = document.createElement(tag);
  made.append(...content);
  return made;
}

function swatch(style) {
  const made = element("span");
  made.className = "swatch";
  made.style.background = style;
  return made;
}

const ofState = (state) => [swatch(styleOf(state)), states[state]];

/* A row of a table; what heads it is one thing or several. */
function line(head, cells) {
  const heading = element("th", ...[head].flat());
  heading.scope = "row";
  return element("tr", heading, ...cells.map((cell) => element("td", cell)));
}

/* What heads the columns. */
const heads = (names) => names.map((name) => {
  const heading = element("th", name);
  heading.scope = "col";
  return heading;
});

function fill(id, lines, foot) {
  at(id).querySelector("tbody").replaceChildren(...lines);
  if (foot) at(id).querySelector("tfoot").replaceChildren(...[foot].flat());
}
