import { join } from 'node:path';
import { type Cluster, type ClusterOptions, startCluster } from '../../cluster/cluster.ts';
import { check } from '../checker.ts';
import { Client } from '../client.ts';
import { ClientLog, readClientLog } from '../client-log.ts';
import type { Measuring } from '../figures.ts';
import { takeSnapshot } from '../snapshot.ts';

/** Settings under which no rate limit rejects a request. */
export const unbounded = { SERVICE_REQUESTS_PER_MINUTE: '1000000', SERVICE_WATCHERS: '10000' };

/** A cluster with a client. */
export interface MeasuredCluster extends AsyncDisposable {
  cluster: Cluster;
  client: Client;
  /** Compares what clients were told with the store, after all runs have ended. */
  violations(): Promise<string[]>;
}

export async function measuredCluster(
  { folder, signal }: Measuring,
  options: Omit<ClusterOptions, 'keep'>,
): Promise<MeasuredCluster> {
  await using started = new AsyncDisposableStack();
  const keep = join(folder, 'processes');
  const cluster = started.use(await startCluster({ env: unbounded, ...options, keep }));
  const log = new ClientLog(join(folder, 'client-log'));
  const credits = 10_000;
  const { id, key } = await cluster.account({ credits, concurrency: 1_000 });
  log.write({ kind: 'account', account: id, credits });
  const servers = () => cluster.servers.map(({ url }) => url);
  const all = started.move();
  return {
    cluster,
    client: new Client({ servers, account: id, key, log, signal }),
    async violations() {
      const { violations } = check(readClientLog(log.file), await takeSnapshot(cluster.database.kysely));
      return Object.values(violations).flat();
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
