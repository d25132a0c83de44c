import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestCloud, type TestCloud, toyRequest } from '../server/test-cloud.ts';
import type { Toy } from '../toy-plugin.ts';
import { installedChromium, openBrowser } from './chromium.ts';

let cloud: TestCloud;
let account: Account;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;

beforeAll(async () => {
  if (!installedChromium) return;
  cloud = await startTestCloud();
  account = await cloud.account({ credits: 100, concurrency: 100 });
  browser = await openBrowser(installedChromium);
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await cloud?.close();
});

/** What axe finds wrong, its advice on good habits included, and where. */
async function violations(): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations, passes }) => passes.length < 10 ? ['axe has hardly looked'] :
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 200))))`,
  );
}

async function aRun(toy: Toy): Promise<{ web: string; runId: string }> {
  const { json } = await account.send('POST', '/runs', toyRequest(toy));
  return { web: json.links.web, runId: json.runId };
}

const observation = { message: 'm', file: 'a.ts', line: 1, column: 1, evidence: 'const a = 1', evidenceColumn: 1 };

/** How somebody comes to each page; each begins at the sign-in page. */
const ways: Record<string, () => Promise<unknown>> = {
  'where a key is asked for': async () => {},
  'where a key was refused': async () => {
    await page.getByLabel('API key').fill('svc_wrong');
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('alert').waitFor();
  },
  'an account with runs': async () => {
    const { runId } = await aRun({});
    await account.ended(runId);
    await page.getByLabel('API key').fill(account.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
  },
  'a run that goes': async () => {
    const { web, runId } = await aRun({ log: ['a line'], gate: 'axe' });
    await cloud.gates.arrival('axe');
    await page.goto(web);
    await page.getByRole('log').getByText('a line').waitFor();
    // It goes until it is cancelled: the gate stays open once it was opened.
    await account.send('POST', `/runs/${runId}/cancel`);
  },
  'a run that has failed': async () => {
    const observations = [observation, { ...observation, severity: 'warning' as const, docs: `${cloud.url}/healthz` }];
    const { web, runId } = await aRun({ log: ['a line'], observations });
    await account.ended(runId);
    await page.goto(web);
  },
  'a link to nowhere': () => page.goto(`${cloud.url}/runs/00000000-0000-4000-8000-000000000000`),
};

describe.skipIf(!installedChromium)('the pages', () => {
  describe.each(['light', 'dark'] as const)('%s: axe finds nothing wrong with', (scheme) => {
    it.each(Object.entries(ways))('%s', async (_name, go) => {
      await browser.context.clearCookies();
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${cloud.url}/account`);
      await go();
      expect(await violations()).toEqual([]);
    });
  });

  it('axe would find something', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${cloud.url}/account`);
    await page.evaluate(`document.querySelector('label').remove()
      document.querySelector('#key').placeholder = ''
      document.querySelector('form p').style.color = '#ccc'`);
    const found = await violations();
    expect(found.map((one) => one.split(' ')[0])).toEqual(expect.arrayContaining(['label', 'color-contrast']));
  });
});
