/* The colours of page.css as they are at the moment: light, dark, or on paper. */
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
