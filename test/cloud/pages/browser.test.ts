import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, startTestCloud, type TestCloud, toyRequest } from '../server/test-cloud.ts';
import type { Toy } from '../toy-plugin.ts';
import { installedChromium, openBrowser } from './chromium.ts';

let cloud: TestCloud;
let account: Account;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
/** What must not happen on any page. */
let troubles: string[];

beforeAll(async () => {
  if (!installedChromium) return;
  cloud = await startTestCloud();
  account = await cloud.account({ credits: 100, concurrency: 100 });
  browser = await openBrowser(installedChromium);
});
afterAll(async () => {
  await browser?.close();
  await cloud?.close();
});
beforeEach(async ({ skip }) => {
  skip(!installedChromium, 'there is no Chromium here: apt-get install chromium');
  page = await browser.context.newPage();
  troubles = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('dialog', async (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (said) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/.test(said.text())) troubles.push(said.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${cloud.url}/`)) troubles.push(`asked for ${request.url()}`);
  });
});
afterEach(async () => {
  await page?.close();
  expect(troubles ?? []).toEqual([]);
});

async function aRun(toy: Toy, more: object = {}): Promise<{ web: string; runId: string }> {
  const { json } = await account.send('POST', '/runs', { ...toyRequest(toy), ...more });
  return { web: json.links.web, runId: json.runId };
}

async function anEndedRun(toy: Toy, more: object = {}) {
  const run = await aRun(toy, more);
  await account.ended(run.runId);
  return run;
}

let failed: ReturnType<typeof anEndedRun> | undefined;
/** One run for all tests that need none in particular. */
const aFailedRun = () => {
  failed ??= anEndedRun({ log: ['a line'], observations: [{ message: 'm', docs: `${cloud.url}/healthz` }] });
  return failed;
};

it('shows the checks and the lines of a log while the run goes, then the verdict and the findings', async () => {
  const { web } = await aRun({ log: ['while it goes'], gate: 'live', findings: 1 });
  await page.goto(web);
  const log = page.getByRole('log', { name: 'Log' });
  await log.getByText('while it goes').waitFor();
  await page.getByText('0 of 1 checks done').waitFor();
  await page.getByRole('img', { name: 'Running' }).waitFor();
  expect(await page.locator('.checks').innerText()).toContain('Does what it is told');
  // Nothing moves, for who has asked for that and for everyone else.
  const moving = `[...document.querySelectorAll('*')].filter((element) => {
    const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
    return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration) || scrollBehavior === 'smooth';
  }).length`;
  expect(await page.evaluate<number>(moving)).toBe(0);
  expect(await page.title()).toBe('Running: toy · service');
  cloud.gates.open('live');
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
  await page.getByRole('status').getByText('0 of 1 checks passed').waitFor();
  await page.getByRole('img', { name: 'Failed' }).waitFor();
  await log.getByText('toy failed after').waitFor();
  expect(await page.title()).toBe('Failed: toy · service');
  // Each line once, although some were on the page already and others came.
  expect(await log.getByText('while it goes').count()).toBe(1);
});

it('shows the same without its script, by loading itself again', async () => {
  const { web } = await aRun({ log: ['plain'], gate: 'plain' });
  const session = await browser.context.newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.goto(web);
  await page.getByRole('log').getByText('plain').waitFor();
  cloud.gates.open('plain');
  await page.getByRole('heading', { name: 'Reports' }).waitFor();
  expect(await page.title()).toBe('Passed: toy · service');
});

const evil =
  '</li></template><script>alert(1)</script><img src=x onerror="alert(2)"><svg onload=alert(3)>\u001b[2J\u202e';

it('shows hostile text as text, in what the server writes and in what comes later', async () => {
  const observations = [{ message: evil, file: evil, evidence: evil, fix: evil, docs: 'javascript:alert(4)' }];
  const { web } = await aRun(
    { log: [evil], gate: 'hostile', observations },
    { packageName: '<img src=x onerror=alert(5)>', ref: '<script>alert(6)</script>' },
  );
  await page.goto(web);
  await page.getByRole('log').getByText('alert(1)').waitFor();
  cloud.gates.open('hostile');
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
  const elements = async () => page.locator('main script, main img, main svg[onload], main [onerror]').count();
  expect(await elements()).toBe(0);
  await page.reload();
  expect(await elements()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('<img src=x onerror=alert(5)>');
  expect(await page.locator('.message').textContent()).toBe(
    evil.replace('\u001b', '\\x1b').replace('\u202e', '\\u202e'),
  );
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
});

it('would run no script even if one got into the page', async () => {
  const { web } = await aFailedRun();
  // Playwright itself is not bound by the policy; elements of the page are.
  await page.goto(web);
  const ran = await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
    const script = document.createElement('script');
    script.append('document.title = "it ran"');
    document.body.append(script);
    setTimeout(() => resolve(document.title), 5000);
  })`);
  expect(ran).toMatch(/^(script-src|require-trusted-types)/);
  troubles = [];
});

it.each(['light', 'dark'] as const)('is %s for who wants that', async (scheme) => {
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${cloud.url}/account`);
  const paper = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const [red = 0] = (paper.match(/\d+/g) ?? []).map(Number);
  expect(red > 128).toBe(scheme === 'light');
});

it('fits a narrow screen, and marks the place of a finding in its line, wherever the line breaks', async () => {
  const evidence = `const 名前 = "a\tb"; const wrong = 5; ${'x'.repeat(120)}`;
  const column = evidence.indexOf('wrong') + 1;
  const place = { file: 'a.ts', line: 7, column, evidence, evidenceColumn: 1 };
  const long = 'x'.repeat(300);
  const observations = [
    { message: 'm', ...place },
    { message: long, file: `z${long}`, evidence: long },
  ];
  const { web } = await anEndedRun({ log: [long], observations }, { packageName: long.slice(0, 200) });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(web);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  expect(await page.locator('mark').textContent()).toBe('wrong');
  expect(await page.locator('.finding pre code').first().textContent()).toBe(evidence);
  expect(await page.locator('.finding pre i').first().textContent()).toBe('7');
});

it('can be gone through with the keyboard, in the order in which it is read', async () => {
  const { web } = await aFailedRun();
  await page.goto(web);
  const order: string[] = [];
  for (let stop = 0; stop < 14; stop++) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate<string>(focused));
  }
  expect(order).toEqual([
    'Skip to content',
    'service',
    'Account',
    '1 error of Does what it is told',
    'JSON',
    'SARIF',
    'Markdown',
    'HTML',
    'JUnit',
    'Log',
    'error toy-fault\nm',
    'Read more about toy-fault',
    'Full log',
    'the log',
  ]);
});

/** What has the focus, if it can be seen that it has. */
const focused = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === 'none' || outlineWidth === '0px') return 'no outline';
  return element.id === 'log' ? 'the log' : element.textContent;
})()`;

it('has one heading of the page, landmarks, and a name for all that is not text', async () => {
  const { web } = await aFailedRun();
  await page.goto(web);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  for (const landmark of ['banner', 'main', 'navigation'] as const) {
    expect(await page.getByRole(landmark).count()).toBe(1);
  }
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Checks',
    'Reports',
    'Findings',
    'Log',
  ]);
  expect(await page.getByRole('img', { name: 'Failed' }).count()).toBe(1);
  expect(await page.getByRole('log').getAttribute('aria-labelledby')).toBe('log-title');
});

it('lets somebody with a key look at the account, and leave', async () => {
  const { runId } = await aFailedRun();
  await page.goto(`${cloud.url}/account`);
  await page.getByLabel('API key').fill('svc_wrong');
  await page.getByLabel('API key').press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('API key').fill(account.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
  const [cookie] = await browser.context.cookies(`${cloud.url}/account`);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/account' });
  expect(page.url()).toBe(`${cloud.url}/account`);
  await page.locator(`a[href="/account/runs/${runId}"]`).click();
  await page.getByRole('heading', { name: 'Checks' }).waitFor();
  await page.getByRole('link', { name: 'Link to share' }).click();
  await page.getByRole('heading', { name: 'Checks' }).waitFor();
  await page.goto(`${cloud.url}/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await browser.context.cookies(`${cloud.url}/account`)).toEqual([]);
});

it('shows the operations of a run, and filters them', async () => {
  const operations = Array.from({ length: 12 }, (_, index) => ({
    node: index < 6 ? 'acme' : 'acmeTrigger',
    version: 1,
    operation: `operation ${index}`,
    outcome: 'exercised' as const,
    requests: [{ method: 'GET', url: `https://api.acme.example/${index === 3 ? 'orders' : 'people'}` }],
    output: '3 items, paired',
  }));
  const { web } = await anEndedRun({ operations });
  await page.goto(web);
  await page.getByText('12 of 12 operations exercised').waitFor();
  expect(await page.locator('.operation:visible').count()).toBe(12);
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await filter.fill('ORDERS');
  expect(await page.locator('.operation:visible').allInnerTexts()).toEqual([expect.stringContaining('operation 3')]);
  expect(await page.getByRole('heading', { name: 'acmeTrigger v1' }).isVisible()).toBe(false);
  await filter.fill('acmeTrigger');
  expect(await page.locator('.operation:visible').count()).toBe(6);
});

it('shows every kind among hundreds of findings on few screens, and the rest on demand', async () => {
  const many = Array.from({ length: 516 }, (_, index) => ({
    message: `Fault ${index}`,
    file: `nodes/Acme/resource-${index % 40}.ts`,
    line: index + 1,
    column: 5,
    evidence: `displayName: 'the label of field ${index}'`,
    evidenceColumn: 5,
    severity: index === 300 ? ('error' as const) : ('warning' as const),
  }));
  const { web } = await anEndedRun({ observations: many });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(web);
  expect(await page.locator('.finding').count()).toBe(2);
  expect(await page.getByText('Fault 300', { exact: true }).isVisible()).toBe(true);
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(3_000);
  await page.getByText('515 findings').click();
  expect(await page.locator('.finding.warning figure').first().isVisible()).toBe(true);
  expect((await (await page.request.get(web)).body()).length).toBeLessThan(300_000);
});

it('lets its account cancel a run, and run a published package again', async () => {
  const { web, runId } = await aRun({ gate: 'to-cancel', forever: true });
  await cloud.gates.arrival('to-cancel');
  await page.goto(web);
  await page.getByRole('link', { name: 'Cancel the run' }).click();
  await page.getByLabel('API key').fill(account.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(new URL(page.url()).pathname).toBe(`/account/runs/${runId}`);
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  cloud.gates.open('to-cancel');
  await page.getByRole('status').getByText('Cancelled', { exact: true }).waitFor();
  await page.getByText('deletes the uploaded files').waitFor();
  expect(await page.title()).toBe('Cancelled: toy · service');
  const { json } = await account.send('POST', '/runs', { projectType: 'toy', packageRef: '@no-such-scope/x@1.0.0' });
  await account.send('POST', `/runs/${json.runId}/cancel`);
  await account.ended(json.runId);
  await page.goto(`${cloud.url}/account/runs/${json.runId.slice(0, 13)}`);
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(json.runId) && !url.pathname.endsWith(json.runId.slice(0, 13)));
  const again = page.url().split('/').at(-1) ?? '';
  expect((await account.send('GET', `/runs/${again}`)).json.packageRef).toBe('@no-such-scope/x@1.0.0');
  await account.send('POST', `/runs/${again}/cancel`);
});
