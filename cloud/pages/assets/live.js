// Keeps the page of a run up to date: appends new lines to the log, and replaces the live elements with those of a newly
// requested page. Never turns text into markup.

const maxLines = 2_000;
/** Milliseconds. */
const retryDelay = 5_000;

const log = document.getElementById('log');
const template = document.getElementById('log-line');
const connection = document.getElementById('connection');

if (log?.dataset.stream && template) follow();

function follow() {
  const source = new EventSource(`${log.dataset.stream}&after=${log.dataset.after}`);
  source.addEventListener('open', () => showConnection('Live'));
  source.addEventListener('error', () => {
    showConnection('Connection lost, retrying');
    if (source.readyState !== EventSource.CLOSED) return;
    // After an error response, the browser does not reconnect by itself.
    setTimeout(follow, retryDelay);
  });
  source.addEventListener('log', ({ data }) => append(JSON.parse(data)));
  source.addEventListener('status', refresh);
  source.addEventListener('end', () => {
    source.close();
    showConnection('');
    refresh();
  });
}

function showConnection(text) {
  if (connection.textContent !== text) connection.textContent = text;
}

let pending = [];

/** Shows lines in batches. */
function append(line) {
  log.dataset.after = line.seq;
  pending.push(line);
  if (pending.length > 1) return;
  setTimeout(() => {
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(...pending.slice(-maxLines).map(lineOf));
    pending = [];
    while (log.childElementCount > maxLines) {
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
let refreshAgain = false;

/** Requests the page, one request at a time. */
function refresh() {
  refreshAgain = refreshing;
  if (refreshing) return;
  refreshing = true;
  const request = new XMLHttpRequest();
  // A document that XMLHttpRequest parses does not run scripts.
  request.responseType = 'document';
  request.addEventListener('loadend', () => {
    refreshing = false;
    if (request.status === 200 && request.response) replaceLive(request.response);
    if (refreshAgain) refresh();
  });
  request.open('GET', location.href);
  request.send();
}

function replaceLive(fresh) {
  document.title = fresh.title;
  for (const part of document.querySelectorAll('[data-live]')) {
    const current = fresh.getElementById(part.id);
    if (current && current.innerHTML !== part.innerHTML) part.replaceChildren(...current.childNodes);
  }
}
