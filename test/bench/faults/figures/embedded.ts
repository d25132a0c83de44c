import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../../../cloud/store/open-database.ts';
import { pacedModule } from '../../cluster/cluster.ts';
import { Member } from '../../cluster/member.ts';
import { pacedRequest } from '../../cluster/paced-plugin.ts';
import { check } from '../checker.ts';
import { Client } from '../client.ts';
import { ClientLog, readClientLog } from '../client-log.ts';
import type { Figure, Measuring } from '../figures.ts';
import { Random } from '../random.ts';
import { takeSnapshot } from '../snapshot.ts';
import { unbounded } from './measured-cluster.ts';

const kills = 50;
const creators = 3;
const credits = 100_000;

/** Kills `service serve` with the embedded database repeatedly while clients create and follow runs. */
export async function embeddedFigures({ seed, folder, signal, log: print }: Measuring): Promise<Figure[]> {
  const random = new Random(seed);
  const data = join(folder, 'data');
  const member = (name: string) => serve(name, { folder, data });
  await using started = new AsyncDisposableStack();
  const server = await member('server');
  started.defer(() => server.close());
  await server.start();
  const log = new ClientLog(join(folder, 'client-log'));
  const { firstKey: key = '' } = server;
  const account = await accountOf(server.url, key);
  log.write({ kind: 'account', account, credits });
  const client = new Client({ servers: () => [server.url], account, key, log, signal });
  const stop = new AbortController();
  const creating = Promise.all(
    Array.from({ length: creators }, async () => {
      while (!stop.signal.aborted) {
        const errors = random.between(0, 1);
        const body = pacedRequest({ steps: 3, milliseconds: 20, errors });
        const { run, code } = await client.create({ body, expected: errors > 0 ? 'failed' : 'success' });
        if (run === undefined) throw new Error(`a run was refused: ${code}`);
        await client.follow(run);
        await client.result(run);
      }
    }),
  );
  creating.catch(() => stop.abort());
  for (let kill = 1; kill <= kills && !stop.signal.aborted; kill++) {
    await delay(random.between(0, 600), undefined, { signal });
    server.signal('SIGKILL');
    await server.ended;
    await server.start();
    if (kill % 10 === 0) print(`${kill} of ${kills} kills`);
  }
  const second = await member('second');
  started.defer(() => second.close());
  const isRefused = await second.start().then(
    () => false,
    async () => (await readFile(second.logFile, 'utf8')).includes('DATA_FOLDER_IN_USE'),
  );
  stop.abort();
  await creating;
  server.signal('SIGTERM');
  await server.ended;
  const database = await openDatabase({ folder: data }, { pool: 1, onError: () => {} });
  started.defer(() => database.close());
  const { violations, compared } = check(readClientLog(log.file), await takeSnapshot(database.kysely));
  const lost = Object.values(violations).flat();
  for (const violation of lost) print(`violation: ${violation}`);
  return [
    {
      what: `acknowledged rows lost after ${kills} kills of the process with the embedded database`,
      goal: '0',
      measured: `${lost.length} (${compared.runs} runs, ${compared.lines} lines, ${compared.takenOver} runs interrupted)`,
      met: lost.length === 0,
    },
    {
      what: 'a second process on the data folder',
      goal: 'refused',
      measured: isRefused ? 'refused' : 'accepted',
      met: isRefused,
    },
  ];
}

async function serve(name: string, { folder, data }: { folder: string; data: string }): Promise<Member> {
  const own = join(folder, name);
  await mkdir(own);
  return Member.create({
    name,
    folder: own,
    args: ['serve', '--data', data, '--workers', '2', '--plugin', pacedModule],
    env: { SERVICE_LOG_LEVEL: 'warn', SERVICE_FIRST_CREDITS: String(credits), ...unbounded },
    ready: 'Listening on ',
  });
}

async function accountOf(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/cli/v1/verify/account`, { headers: { authorization: `Bearer ${key}` } });
  const account: unknown = await answer.json();
  if (typeof account === 'object' && account && 'accountId' in account) return String(account.accountId);
  throw new Error(`${url} returned no account`);
}
