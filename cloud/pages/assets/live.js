// Keeps the page of a run up to date: appends the lines of its log, and takes what else has changed from the page as
// the server would make it now. Text stays text: nothing here makes markup of it.

const mostLines = 2_000;
const retryAfter = 5_000;

const log = document.getElementById('log');
const template = document.getElementById('log-line');
const connection = document.getElementById('connection');

if (log?.dataset.stream && template) follow();

function follow() {
  const source = new EventSource(`${log.dataset.stream}&after=${log.dataset.after}`);
  source.addEventListener('open', () => say('Live'));
  source.addEventListener('error', () => {
    say('Connection lost, trying again');
    if (source.readyState !== EventSource.CLOSED) return;
    // The server has answered with an error, after which the browser does not come back by itself.
    setTimeout(follow, retryAfter);
  });
  source.addEventListener('log', ({ data }) => append(JSON.parse(data)));
  source.addEventListener('status', refresh);
  source.addEventListener('end', () => {
    source.close();
    say('');
    refresh();
  });
}

function say(text) {
  if (connection.textContent !== text) connection.textContent = text;
}

let waiting = [];

/** Lines that come together are shown together. */
function append(line) {
  log.dataset.after = line.seq;
  waiting.push(line);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(...waiting.slice(-mostLines).map(lineOf));
    waiting = [];
    while (log.childElementCount > mostLines) {
      log.firstElementChild.remove();
      document.getElementById('log-earlier').hidden = false;
    }
    if (atEnd) log.scrollTop = log.scrollHeight;
  }, 50);
}

function lineOf({ time, level, message, check = '' }) {
  const item = template.content.firstElementChild.cloneNode(true);
  const [when, who, what] = item.children;
  item.className = level;
  when.dateTime = time;
  when.textContent = time.slice(11, 19);
  who.textContent = check;
  what.textContent = message;
  return item;
}

let refreshing = false;
let again = false;

/** One at a time; what is told meanwhile is looked at after it. */
function refresh() {
  again = refreshing;
  if (refreshing) return;
  refreshing = true;
  const request = new XMLHttpRequest();
  // A document made this way runs nothing, and needs no text to be turned into markup by hand.
  request.responseType = 'document';
  request.addEventListener('loadend', () => {
    refreshing = false;
    if (request.status === 200 && request.response) take(request.response);
    if (again) refresh();
  });
  request.open('GET', location.href);
  request.send();
}

function take(fresh) {
  document.title = fresh.title;
  for (const part of document.querySelectorAll('[data-live]')) {
    const news = fresh.getElementById(part.id);
    if (news && news.innerHTML !== part.innerHTML) part.replaceChildren(...news.childNodes);
  }
}
