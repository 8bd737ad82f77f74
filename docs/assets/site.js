/* What Material lacks for accessibility. */

// Its search is a dialog without a name.
document.querySelector(".md-search").setAttribute("aria-label", "Search");

// A table that is wider than a phone scrolls under a finger, but not by the keyboard.
const makeReachable = () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    const isWide = wrap.scrollWidth > wrap.clientWidth;
    const attributes = { tabindex: "0", role: "group", "aria-label": "Table" };
    for (const [name, value] of Object.entries(attributes)) {
      if (isWide) wrap.setAttribute(name, value);
      else wrap.removeAttribute(name);
    }
  }
};
window.addEventListener("load", makeReachable);
window.addEventListener("resize", makeReachable);
// A folded table has no width until it is unfolded. That event does not bubble.
document.addEventListener("toggle", makeReachable, true);
