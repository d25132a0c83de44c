import { once } from 'node:events';
import { readSettings } from '../../cloud/settings.ts';
import { startWorker } from '../../cloud/start-worker.ts';
import { usageError } from '../../kernel/errors.ts';
import type { Invocation } from '../command.ts';
import { pluginReferences } from '../flagged-plugins.ts';
import { databaseUrl, isolationFlag, wholeNumber } from '../operator-flags.ts';
import { operatorLog } from '../operator-log.ts';

/** `service worker`: runs workers for servers on the same database until interrupted. */
export async function run({ args, terminal, interruption }: Invocation): Promise<number> {
  const url = databaseUrl(args, process.env);
  if (url === undefined) {
    const reason =
      '`service worker` requires a PostgreSQL database: set --database-url or DATABASE_URL. With the embedded database, use `service serve --workers`';
    throw usageError(reason);
  }
  const settings = readSettings(process.env);
  const metricsPort = wholeNumber(args, '--metrics-port', { minimum: 0, maximum: 65_535 });
  const worker = await startWorker({
    databaseUrl: url,
    workers: wholeNumber(args, '--workers', { minimum: 1, maximum: 1_000 }),
    plugins: pluginReferences(process.cwd(), args.values('--plugin')),
    isolation: isolationFlag(args),
    settings,
    logger: operatorLog(settings),
    ...(metricsPort !== undefined && { metrics: { host: args.value('--metrics-host'), port: metricsPort } }),
  });
  if (worker.metricsUrl !== undefined) terminal.out(`Metrics at ${worker.metricsUrl}/metrics`);
  terminal.out('Waiting for runs');
  interruption.expect();
  if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  await worker.close();
  return 0;
}
