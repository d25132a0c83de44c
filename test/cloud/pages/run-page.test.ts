import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Account,
  type Answer,
  api,
  request,
  startTestCloud,
  type TestCloud,
  toyRequest,
} from '../server/test-cloud.ts';
import type { Toy } from '../toy-plugin.ts';

const logged: string[] = [];
let cloud: TestCloud;
let account: Account;
/** A run with a long log that has found something and ended, and one that was cancelled, with its page and a report before. */
let ended: ShownRun;
let other: ShownRun;
let running: Answer[];
beforeAll(async () => {
  cloud = await startTestCloud({ logger: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }) });
  account = await cloud.account({ credits: 100, concurrency: 100 });
  const log = [...Array.from({ length: 600 }, (_, index) => `line ${index}.`), 'a line'];
  ended = await anEndedRun({ log, observations: [{ ...observation, docs: 'https://example.com/why' }] }, { ref: 'v1' });
  other = await aRun({ log: ['so far'], gate: 'page', forever: true });
  await cloud.gates.arrival('page');
  // How many checks there are is written a moment after they have begun.
  await vi.waitUntil(async () => (await other.at()).text.includes('0 of 1 checks done'), { timeout: 600_000 });
  running = [await other.at(), await other.at('/reports/json')];
  await account.send('POST', `/runs/${other.runId}/cancel`);
  cloud.gates.open('page');
  await account.ended(other.runId);
});
afterAll(() => cloud.close());

type ShownRun = Awaited<ReturnType<typeof aRun>>;

/** Creates a run and tells its link, in parts. */
async function aRun(toy: Toy = {}, more: object = {}) {
  const { json } = await account.send('POST', '/runs', { ...toyRequest(toy), ...more });
  const { origin, pathname, searchParams } = new URL(json.links.web);
  const token = searchParams.get('token') ?? '';
  const at = (path = '', query = `?token=${token}`) => request(`${origin}${pathname}${path}${query}`);
  return { runId: String(json.runId), token, web: String(json.links.web), at };
}

async function anEndedRun(toy: Toy = {}, more: object = {}) {
  const run = await aRun(toy, more);
  await account.ended(run.runId);
  return run;
}

const observation = {
  message: 'It is broken',
  file: 'src/a.ts',
  line: 7,
  column: 3,
  evidence: 'const a = 1;',
  evidenceColumn: 3,
};
const evil = '</li></template><script>alert(1)</script><img src=x onerror="alert(2)">\u001b[2J\u202e';
const shown = '&#60;/li&#62;&#60;/template&#62;&#60;script&#62;alert(1)&#60;/script&#62;';

describe('the page of a run', () => {
  it('shows the verdict, the checks with what they found, and the log', async () => {
    const { status, text, headers } = await ended.at();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>Failed: toy · service</title>');
    expect(text).toContain('0 of 1 checks passed');
    expect(text).toContain('1 charged');
    expect(text).toContain('<dd>v1</dd>');
    expect(text).toMatch(/<a href="#findings-toy">1 error/);
    expect(text).toContain('<figcaption>src/a.ts:7:3</figcaption>');
    expect(text).toMatch(/<i aria-hidden="true">7<\/i><code><mark>const<\/mark> a = 1;<\/code>/);
    expect(text).toContain('<a href="https://example.com/why"');
    expect(text).toContain('<b>Fix</b> Fix it');
    expect(text).toMatch(/<span>a line<\/span>/);
    // Nothing more will come: nothing asks for it.
    expect(text).not.toMatch(/live\.js|data-stream|http-equiv/);
  });

  it('updates itself during the run, with and without the script', () => {
    const text = running[0]?.text;
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(text).toContain('<script src="/assets/live.js" type="module"></script>');
    expect(text).toContain('1 held');
  });

  it('shows that a run was cancelled, and why', async () => {
    const { text } = await other.at();
    expect(text).toContain('<strong>Cancelled</strong>');
    expect(text).not.toContain('Rejected');
    expect(text).toContain('CANCELLED:');
    const { json } = await account.send('GET', `/runs/${other.runId}`);
    expect(json).toMatchObject({ status: 'rejected', cancelled: true });
    expect(text).toContain('1 refunded');
  });

  it('shows hostile text as text, wherever it comes from', async () => {
    const hostile = { message: evil, file: evil, evidence: evil, fix: evil, docs: 'javascript:alert(3)' };
    const { at } = await anEndedRun(
      { log: [evil], observations: [hostile] },
      { packageName: '<i>x</i>', ref: '"><i>' },
    );
    const { text } = await at();
    expect(text.split(shown).length).toBeGreaterThan(5);
    expect(text).not.toMatch(/<script>|<img|<i>|javascript:|\u001b|\u202e/);
    expect(text).toContain('\\x1b[2J\\u202e');
    expect(text).toContain('<h1>&#60;i&#62;x&#60;/i&#62;</h1>');
    for (const path of ['/log.txt', '/reports/json', '/reports/sarif', '/reports/junit']) {
      const download = await at(path);
      expect([path, download.status]).toEqual([path, 200]);
      expect(download.text).toContain('\\x1b[2J');
      expect(download.text).not.toMatch(/\u001b|\u202e/);
    }
  });

  it('shows the end of a long log, and links to the rest', async () => {
    const { text } = await ended.at();
    expect(text).not.toContain('line 3.');
    expect(text).toContain('line 599.');
    expect(text).toMatch(/<p id="log-earlier" class="quiet">/);
    const whole = (await ended.at('/log.txt')).text.trimEnd().split('\n');
    expect(whole.filter((line) => / toy line \d+\.$/.test(line))).toHaveLength(600);
  });
});

describe('a link', () => {
  const places = ['', '/logs', '/log.txt', '/reports/json'];

  it.each(places)('that is wrong gets the answer of one to nowhere: …%s', async (path) => {
    const { at, token } = ended;
    const nowhere = await request(`${cloud.url}/runs/00000000-0000-4000-8000-000000000000${path}?token=${token}`);
    const same = (text: string) => text.replace(/Request <code>.*?<\/code>/, '');
    for (const query of ['', '?token=', `?token=${token}x`, `?token=${token.slice(1)}`, `?token=${other.token}`]) {
      const { status, text } = await at(path, query);
      expect([query, status]).toEqual([query, 404]);
      expect(same(text)).toBe(same(nowhere.text));
    }
    expect(nowhere.text).toContain('<h1>Not found</h1>');
    expect(nowhere.text).toContain('404 · <code>NOT_FOUND</code>');
  });

  it('given twice is none', async () => {
    const { at, token } = ended;
    expect((await at('', `?token=${token}&token=${token}`)).status).toBe(422);
  });

  it('opens nothing of the API, and changes nothing', async () => {
    const { runId, token } = ended;
    expect((await request(`${cloud.url}${api}/runs/${runId}?token=${token}`)).status).toBe(401);
    expect((await request(`${cloud.url}/runs/${runId}?token=${token}`, { method: 'POST' })).status).toBe(404);
  });

  it('is not written into the log of the server', async () => {
    const { at, token, runId } = ended;
    await at();
    await at('/nothing-here');
    const lines = logged.join('');
    expect(lines).toContain(`"path":"/runs/${runId}"`);
    expect(lines).not.toContain(token);
  });
});

describe('the headers', () => {
  it('let a page run and load what is ours, and tell nobody of it', async () => {
    const run = ended;
    const pages = [run.at(), run.at('/log.txt'), run.at('', '?token=no'), request(`${cloud.url}/account`)];
    const answers = await Promise.all(pages);
    const referrers = answers.map(({ headers }) => headers.get('referrer-policy'));
    // The form on the account page has to say where it comes from.
    expect(referrers).toEqual(['no-referrer', 'no-referrer', 'no-referrer', 'same-origin']);
    for (const { headers } of answers) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|data:/);
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('leave the API as it was', async () => {
    const { headers } = await account.send('GET', '/account');
    expect(headers.get('content-security-policy')).toBeNull();
    const { json } = await request(`${cloud.url}/openapi.json`);
    expect(Object.keys(json.paths).filter((path) => !path.startsWith(api))).toEqual([
      '/healthz',
      '/readyz',
      '/metrics',
    ]);
  });

  it.each([
    ['page.css', 'text/css; charset=utf-8'],
    ['live.js', 'text/javascript; charset=utf-8'],
    ['filter.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ])('say what %s is', async (name, type) => {
    const { status, headers } = await request(`${cloud.url}/assets/${name}`);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      type,
      'nosniff',
    ]);
  });
});

describe('a report', () => {
  it.each([
    ['json', 'json', /"creditsUsed": 1/],
    ['sarif', 'sarif', /"version": "2.1.0"/],
    ['junit', 'junit.xml', /<testsuites>/],
  ])('can be downloaded as %s', async (format, extension, content) => {
    const { at, runId } = ended;
    const { status, headers, text } = await at(`/reports/${format}`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="service-${runId}.${extension}"`);
    expect(text).toMatch(content);
    expect((await at()).text).toContain(`/runs/${runId}/reports/${format}?token=`);
  });

  it.each(['pdf', 'constructor', '__proto__'])('does not exist in the format %s', async (format) => {
    const { at } = ended;
    expect((await at(`/reports/${format}`)).status).toBe(404);
  });

  it('does not exist before the run has ended', () => {
    expect(running[1]?.status).toBe(409);
    expect(running[1]?.text).toContain('Reports are available once the run has ended.');
  });
});

it('the stream of a page ends with the run and goes on where a reader says', async () => {
  const { at, token } = ended;
  const { text, headers } = await at('/logs');
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(text).toMatch(/^id: 1\nevent: log\n/);
  expect(text).toMatch(/event: end\ndata: .*\n\n$/);
  expect((await at('/logs', `?token=${token}&after=1`)).text).toMatch(/^id: 2\n/);
});
