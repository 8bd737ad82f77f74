/* What Material lacks for accessibility. */

// Its search is a dialog without a name.
document.querySelector(".md-search").setAttribute("aria-label", "Search");

// A table that is wider than a phone scrolls under a finger, but not by the keyboard.
const makeReachable = () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
  }
};
window.addEventListener("load", makeReachable);
window.addEventListener("resize", makeReachable);
