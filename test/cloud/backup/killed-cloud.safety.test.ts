import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { service, temporaryFolder } from '../../cli/service-process.ts';
import { account } from '../server/test-cloud.ts';
import { start, toyModule } from '../started-process.ts';
import { emptyDataFolder } from '../store/embedded-template.ts';

it('a cloud that is backed up while it works, and killed, is complete after a restore', async () => {
  const place = await temporaryFolder();
  const [data, again, file] = [join(place, 'data'), join(place, 'again'), join(place, 'backup.tar.gz')];
  const serve = (folder: string) =>
    start(['serve', '--port', '0', '--workers', '2', '--data', folder, '--plugin', toyModule], {
      ready: 'Listening on ',
    });
  await emptyDataFolder(data);
  const first = await serve(data);
  const owner = { id: '', keyId: '', key: first.lines[0]?.replace('API key: ', '') ?? '' };
  const urlOf = ({ lines }: typeof first) => lines.at(-1)?.replace('Listening on ', '') ?? '';
  const client = account(urlOf(first), owner);
  const done = await client.run({ log: ['a line to keep'] });
  await client.ended(done);
  const result = (await client.send('GET', `/runs/${done}/result`)).json;
  // Others go on meanwhile.
  const waiting = await client.run({ forever: true });
  const acknowledged = [done, waiting];
  const going = new AbortController();
  const creating = (async () => {
    for (let runs = 0; runs < 5 && !going.signal.aborted; runs += 1) await client.ended(await client.run());
  })();
  const told = await service(['admin', 'backup', file, '--data', data, '--json']);
  going.abort();
  await creating;
  expect(told).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(told.stdout)).toMatchObject({ file, bytes: (await stat(file)).size });
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await readdir(place)).sort()).toEqual(['backup.tar.gz', 'data']);
  first.kill('SIGKILL');
  await first.ended;

  const restored = await service(['admin', 'restore', file, '--data', again, '--json']);
  expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ folder: again, accounts: 1 });
  expect((await stat(again)).mode & 0o077).toBe(0);
  const second = await serve(again);
  expect(second.lines).toHaveLength(1);
  const later = account(urlOf(second), owner);
  expect((await later.send('GET', `/runs/${done}/result`)).json).toEqual(result);
  const log = await later.send('GET', `/runs/${done}/logs`, undefined, { accept: 'application/x-ndjson' });
  expect(log.text).toContain('a line to keep');
  for (const id of acknowledged) expect((await later.send('GET', `/runs/${id}`)).status).toBe(200);
  // What was open starts again, and new runs are taken.
  await later.send('POST', `/runs/${waiting}/cancel`);
  await later.ended(waiting);
  await later.ended(await later.run());
  // The backup may contain one more, which was created meanwhile.
  await expect.poll(async () => (await later.send('GET', '/account')).json.credits.held).toBe(0);
});
