import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { htmlReport } from '../../../cloud/pages/report-page.ts';
import { type Account, api, request, startTestCloud, type TestCloud, toyRequest } from '../server/test-cloud.ts';
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
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations, passes }) => passes.length < 10 ? ['axe has hardly looked'] :
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 200))))`,
  );
}

async function aRun(toy: Toy, more: object = {}): Promise<{ web: string; runId: string }> {
  const { json } = await account.send('POST', '/runs', { ...toyRequest(toy), ...more });
  return { web: json.links.web, runId: json.runId };
}

/** Runs a package of its own twice, with two findings more the second time. @returns the second run */
async function runTwice(): Promise<string> {
  let last = '';
  for (const findings of [10, 12]) {
    const { runId } = await aRun({ findings }, { packageName: 'twice' });
    await account.ended(runId);
    last = runId;
  }
  return last;
}
let twice: Promise<string> | undefined;
const ranTwice = () => {
  twice ??= runTwice();
  return twice;
};

const observation = { message: 'm', file: 'a.ts', line: 1, column: 1, evidence: 'const a = 1', evidenceColumn: 1 };

async function signIn(): Promise<void> {
  await page.getByLabel('API key').fill(account.key);
  await page.getByLabel('API key').press('Enter');
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
}

/** How somebody comes to each page; each begins at the sign-in page. */
const ways: Record<string, () => Promise<unknown>> = {
  'where a key is asked for': async () => {},
  'where a key was refused': async () => {
    await page.getByLabel('API key').fill('svc_wrong');
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('alert').waitFor();
  },
  'an account with runs': async () => {
    await ranTwice();
    await signIn();
  },
  'the login of a device': async () => {
    const { text } = await request(`${cloud.url}${api}/device/authorization`, { method: 'POST', body: {} });
    await page.goto(JSON.parse(text).verification_uri_complete);
    await page.getByLabel('API key').fill(account.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
  },
  'the login of a device that was refused': async () => {
    await ways['the login of a device']?.();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('status').waitFor();
  },
  'a wrong code of a device': async () => {
    await page.goto(`${cloud.url}/account/device`);
    await page.getByLabel('API key').fill(account.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByLabel('Code').fill('BBBB-BBBB');
    await page.getByLabel('Code').press('Enter');
    await page.getByRole('alert').waitFor();
  },
  'a run that goes': async () => {
    const { web, runId } = await aRun({ log: ['a line'], gate: 'axe' });
    await cloud.gates.arrival('axe');
    await page.goto(web);
    await page.getByRole('log').getByText('a line').waitFor();
    onTestFinished(async () => {
      cloud.gates.open('axe');
      await account.ended(runId);
    });
  },
  'a run that has failed': async () => {
    const operations = Array.from({ length: 12 }, (_, index) => ({
      node: 'acme',
      version: 1,
      operation: `operation ${index}`,
      outcome: index < 6 ? ('exercised' as const) : ('not exercised' as const),
      requests: [{ method: 'GET', url: 'https://api.acme.example/', credential: 'acmeApi' }],
      output: '3 items',
    }));
    const observations = [observation, { ...observation, severity: 'warning' as const, docs: `${cloud.url}/healthz` }];
    const compatibility = {
      host: 'n8n',
      releases: ['1.50.0', '1.82.3', '1.123.81', '2.30.8', '2.41.3'],
      rows: [{ name: 'acme', results: Array(5).fill('fails to load') }],
      changes: [{ release: '2.41.3', name: 'acme', before: 'loads', now: 'fails to load' }],
    };
    const { web, runId } = await aRun({ log: ['a line'], observations, operations, compatibility });
    await account.ended(runId);
    await page.goto(web);
  },
  'a run of the account': async () => {
    const runId = await ranTwice();
    await signIn();
    await page.goto(`${cloud.url}/account/runs/${runId}`);
    await page.getByRole('link', { name: 'Link to share' }).waitFor();
  },
  'a package': async () => {
    await ranTwice();
    await signIn();
    await page.goto(`${cloud.url}/account/package?name=twice`);
    await page.getByRole('heading', { name: 'Came: 2 findings' }).waitFor();
  },
  'a comparison with what was published': async () => {
    const finding = { code: 'a-code', severity: 'error' as const, message: 'm', file: 'nodes/A.ts', line: 3 };
    const published = {
      version: '1.2.0',
      findings: { came: [finding], went: [finding], stayed: [finding], notCompared: ['types'] },
      files: {
        added: [{ path: 'dist/nodes/New/a-long-name-of-a-node-that-is-new-in-this-version/New.node.js' }],
        removed: [{ path: 'dist/old.js', size: 1200 }],
        changed: [{ path: 'package.json', size: 11, before: 9 }],
        notCompared: [],
      },
    };
    const verification = { projectType: 'n8n-node', packageName: 'acme', passed: true, summary: 'S', checks: [] };
    const report = htmlReport({
      runId: 'run-1',
      creditsUsed: 0,
      rules: new Map(),
      verification: { ...verification, status: 'success', published },
    });
    // The script of axe needs a page without a policy.
    await page.goto('about:blank');
    await page.setContent(report.replace(/<meta http-equiv="content-security-policy"[^>]*>/, ''));
  },
  'a link to nowhere': () => page.goto(`${cloud.url}/runs/00000000-0000-4000-8000-000000000000`),
};

describe.skipIf(!installedChromium)('the pages', () => {
  it.each(Object.entries(ways))('%s: axe finds nothing wrong, light and wide, dark and narrow', async (_name, go) => {
    await browser.context.clearCookies();
    await page.goto(`${cloud.url}/account`);
    await go();
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 400],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect([colorScheme, width, await violations()]).toEqual([colorScheme, width, []]);
    }
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
