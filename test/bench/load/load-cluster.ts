import { type Cluster, type ClusterOptions, startCluster } from '../cluster/cluster.ts';
import { LoadClient } from './client.ts';

/** Far above what is asked for here: what is measured is the work, not the bounds. */
const env = {
  SERVICE_REQUESTS_PER_MINUTE: '1000000',
  SERVICE_WATCHERS: '5000',
  SERVICE_ACCOUNT_WATCHERS: '5000',
};

const accounts = 20;

export interface Loaded extends AsyncDisposable {
  cluster: Cluster;
  client: LoadClient;
  /** Where the servers answer. */
  urls: string[];
}

/**
 * A cluster on a database that syncs its writes, and a client of several accounts that may do anything.
 * @param signal ends it: what is asked of it fails
 */
export async function startLoaded(
  options: Pick<ClusterOptions, 'servers' | 'workers' | 'slots'>,
  signal: AbortSignal,
): Promise<Loaded> {
  await using started = new AsyncDisposableStack();
  const cluster = started.use(await startCluster({ ...options, env, durable: true }));
  const keys: string[] = [];
  while (keys.length < accounts) keys.push((await cluster.account({ credits: 1_000_000, concurrency: 10_000 })).key);
  const client = new LoadClient(keys);
  started.defer(() => client.close());
  signal.throwIfAborted();
  const all = started.move();
  signal.addEventListener('abort', () => all.disposeAsync(), { once: true });
  return {
    cluster,
    client,
    urls: cluster.servers.map(({ url }) => url),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
