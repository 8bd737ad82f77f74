// For screen readers: Material's search is a dialog without a name.
document.querySelector(".md-search").setAttribute("aria-label", "Search");
