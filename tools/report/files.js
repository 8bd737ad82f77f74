/* What a chart shows, as a CSV file or a picture. */

/* A text that a spreadsheet would take for a formula is marked as a text. */
function csvCell(value) {
  const isFormula = typeof value === "string" && /^[=+\-@\t\r]/.test(value);
  const said = isFormula ? `'${value}` : String(value ?? "");
  return /[",\n\r]/.test(said) ? `"${said.replace(/"/g, '""')}"` : said;
}

function saveCsv(name, rows) {
  const lines = rows.map((row) => row.map(csvCell).join(","));
  const file = new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" });
  const link = element("a");
  link.href = URL.createObjectURL(file);
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/* Alone, a chart needs its name and what the table beside it says of the colours. */
function savePng(name, heading, { data: traces, layout, offsetWidth, offsetHeight }) {
  const lines = [`<b>${text(heading)}</b>`, text(shortened(data.title || "", 60))].filter(Boolean);
  const title = { text: lines.join("<br>"), x: 0.02 };
  const legend = layout.legend ? 180 : 0;
  const margin = { ...layout.margin, t: layout.margin.t + 56 };
  return Plotly.downloadImage(
    { data: traces, layout: { ...layout, title, margin, showlegend: Boolean(legend) } },
    {
      format: "png", scale: 2, filename: name,
      width: offsetWidth + legend, height: offsetHeight + 56,
    });
}

/* Buttons below the chart; none without rows. */
function offerFiles(place, rows) {
  place.parentElement.querySelector("figcaption")?.remove();
  if (!rows) return;
  const heading = place.dataset.name || place.closest("section").querySelector("h2").textContent;
  const name = `daybook-${place.id}`;
  const button = (kind, save) => {
    const made = element("button", kind);
    made.type = "button";
    made.setAttribute("aria-label", `${heading} as ${kind}`);
    made.addEventListener("click", save);
    return made;
  };
  place.after(element(
    "figcaption",
    button("CSV", () => saveCsv(name, rows())),
    button("PNG", () => savePng(name, heading, place))));
}
