import { beforeAll, expect, it } from 'vitest';
import { describeClouds } from '../server/describe-clouds.ts';
import { type Account, request, toyRequest } from '../server/test-cloud.ts';

const finding = (message: string, line = 1) => ({ message, file: 'a.ts', line });

describeClouds('the page of a package', {}, (cloud) => {
  /** Verifies a project with these findings to its end. @returns the id of the run */
  async function verified(account: Account, packageName: string, ...messages: [message: string, line?: number][]) {
    const observations = messages.map(([message, line]) => finding(message, line));
    const { json } = await account.send('POST', '/runs', { ...toyRequest({ observations }), packageName });
    await account.ended(json.runId);
    return String(json.runId);
  }

  const look = ({ key }: Account, query: Record<string, string>) =>
    request(`${cloud().url}/account/package?${new URLSearchParams(query)}`, {
      headers: { cookie: `service_key=${key}` },
    });

  /** The messages in a part of the page. */
  const messages = (text: string, part: string) => {
    const [, rest = ''] = text.split(`<h3>${part}: `);
    const [inside = ''] = rest.split(/<h3>|<\/section>/);
    return [...inside.matchAll(/class="message">([^<]*)</g)].map(([, message]) => message);
  };

  const name = '@scope/n8n-nodes-<b>';
  let account: Account;
  /** Of the package, oldest first, and one of another package. */
  let first: string;
  let second: string;
  let third: string;
  let other: string;
  beforeAll(async () => {
    account = await cloud().account();
    first = await verified(account, name, ['Fixed since', 1]);
    second = await verified(account, name, ['Old', 3]);
    third = await verified(account, name, ['Old', 8], ['New', 4]);
    other = await verified(account, '@no-such-scope/x', ['Elsewhere', 1]);
  });

  it('shows its runs, and the differences between the last two', async () => {
    const { status, text } = await look(account, { name });
    expect(status).toBe(200);
    expect(text).toContain('<h1>@scope/n8n-nodes-&#60;b&#62;</h1>');
    const linked = [...text.matchAll(/href="\/account\/runs\/([^"]+)"/g)].map(([, id]) => id);
    expect(linked).toEqual([third, second, first]);
    expect(text).toContain('0 of 1 checks passed, 2 errors');
    expect(messages(text, 'Came')).toEqual(['New']);
    expect(text).toContain('<h3>Went: none</h3>');
    expect(messages(text, 'Stayed')).toEqual(['Old']);
    expect(text).not.toContain(other);
    const since = (await look(account, { name, from: first.slice(0, 13), to: third })).text;
    expect(messages(since, 'Went')).toEqual(['Fixed since']);
    expect(since).toContain(`<option value="${first}" selected>`);
    const { json } = await account.send('GET', `/runs?package=${encodeURIComponent(name)}&limit=2`);
    expect(json.runs.map(({ runId }: { runId: string }) => runId)).toEqual([third, second]);
    const page = await request(`${cloud().url}/account/runs/${third}`, {
      headers: { cookie: `service_key=${account.key}` },
    });
    expect(page.text).toContain('href="/account/package?name=%40scope%2Fn8n-nodes-%3Cb%3E"');
  });

  it('has published versions under the same name as the project', async () => {
    const { json } = await account.send('POST', '/runs', { projectType: 'toy', packageRef: '@no-such-scope/x@1.2.3' });
    await account.send('POST', `/runs/${json.runId}/cancel`);
    await account.ended(json.runId);
    const { text } = await look(account, { name: '@no-such-scope/x' });
    expect(text).toContain('<td>@no-such-scope/x@1.2.3</td>');
    expect(text).toContain('<td>project</td>');
    expect(text).not.toContain('What changed');
  });

  it('shows nothing of other accounts, and asks for a key', async () => {
    const stranger = await cloud().account();
    expect((await look(stranger, { name })).text).toContain('no runs of this package');
    expect((await look(account, { name, from: first, to: third })).status).toBe(200);
    expect((await look(stranger, { name, from: first, to: third })).status).toBe(404);
    const { text } = await request(`${cloud().url}/account/package?name=mine`);
    expect(text).toContain('name="next" value="/account/package?name=mine"');
    expect(text).not.toContain('New');
  });
});
