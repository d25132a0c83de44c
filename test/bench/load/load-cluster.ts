import { type Cluster, type ClusterOptions, startCluster } from '../cluster/cluster.ts';
import { LoadClient } from './client.ts';

/** High limits, which must not affect the measurements. */
const env = {
  SERVICE_REQUESTS_PER_MINUTE: '1000000',
  SERVICE_WATCHERS: '5000',
  SERVICE_ACCOUNT_WATCHERS: '5000',
};

const accounts = 20;

export interface Loaded extends AsyncDisposable {
  cluster: Cluster;
  client: LoadClient;
  /** Base URLs of the servers. */
  urls: string[];
}

/**
 * Starts a cluster with a durable database, and a client with several accounts without effective limits.
 * @param signal ends the cluster; pending requests fail
 */
export async function startLoaded(
  options: Pick<ClusterOptions, 'servers' | 'workers' | 'slots' | 'onDatabaseLog'>,
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
