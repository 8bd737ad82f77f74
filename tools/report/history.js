/* The page of a history in two times. */

const versions = data.scores_in_both_times;
const answers = data.scores_then_and_now;

const isOpen = (end) => end.startsWith("9999-");
const untilWhen = (end) => (isOpen(end) ? "and on" : `to ${end}`);
const dayInWords = (time) => dateInWords(time.slice(0, 10));

const versionsOf = (customer) => versions.filter((row) => row.customer_id === customer);
const scoreOf = (score) => (score === null ? "not known" : String(score));

/* With the name as it is now. */
function nameOf(customer) {
  const rows = versionsOf(customer);
  const now = rows.find((row) => isOpen(row.as_of_end_date) && isOpen(row.system_end_ts));
  return `${customer}, ${(now || rows[rows.length - 1]).name}`;
}

/* The questions, as they are answered of a customer. */
function questionsOf(customer) {
  const questions = [...new Map(answers.map((row) => [row.question, row])).values()];
  return questions.map(({ question, valid_at, known_at }) => {
    const found = answers.find(
      (row) => row.question === question && row.customer_id === customer);
    const isNow = isOpen(known_at);
    return {
      question, valid_at, known_at, isNow,
      asked: isNow
        ? "as known now"
        : `as believed on ${dayInWords(known_at)} at ${known_at.slice(11, 16)}`,
      answer: found ? scoreOf(found.score) : "none",
    };
  });
}

function showScores() {
  const customer = at("customer").value;
  const questions = questionsOf(customer);
  tellScores(customer, questions);
  drawScores(customer, questions);
}

function tellScores(customer, questions) {
  at("answers").hidden = !questions.length;
  at("answers").caption.textContent =
    questions.length ? `The score on ${dayInWords(questions[0].valid_at)}` : "";
  fill("answers", questions.map(({ question, asked, answer }) =>
    line([element("strong", String(question)), ` ${asked}`], [answer])));
  at("versions").caption.textContent = `All that was ever believed of ${nameOf(customer)}`;
  const interval = (begin, end) =>
    element("td", element("span", begin), element("span", untilWhen(end)));
  fill("versions", versionsOf(customer).map((row) => {
    const made = line(scoreOf(row.score), []);
    made.append(
      interval(row.as_of_start_date, row.as_of_end_date),
      interval(row.system_start_ts, row.system_end_ts));
    return made;
  }));
}

/* The first one, if the address names none, or one that is not there. */
function readAddress() {
  const named = new URLSearchParams(location.hash.slice(1)).get("customer");
  at("customer").value = named;
  if (at("customer").selectedIndex === -1) at("customer").selectedIndex = 0;
  if (named !== null) writeAddress();
  showScores();
}

function writeAddress() {
  history.replaceState(null, "", `#${new URLSearchParams({ customer: at("customer").value })}`);
}

function begin() {
  at("basis").textContent = `Drawn ${data.drawn_at}.`;
  at("report-page").href = data.report_page;
  if (!versions.length) return leaveEmpty("scores", "No scores.");
  const customers = [...new Set(versions.map((row) => row.customer_id))].sort();
  at("customer").append(...customers.map((each) => new Option(nameOf(each), each)));
  at("customer").addEventListener("change", () => {
    writeAddress();
    showScores();
  });
  window.addEventListener("hashchange", readAddress);
  onOtherLook(showScores);
  readAddress();
  startPlotly();
}

begin();
drawWaiting();
document.documentElement.dataset.ready = "";
