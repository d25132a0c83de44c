import { once } from 'node:events';
import { readSettings, readTrustedProxies } from '../../cloud/settings.ts';
import { startCloud } from '../../cloud/start-cloud.ts';
import type { Invocation } from '../command.ts';
import { printWarning } from '../error-output.ts';
import { pluginReferences } from '../flagged-plugins.ts';
import { databasePlace, isolationFlag, wholeNumber } from '../operator-flags.ts';
import { operatorLog } from '../operator-log.ts';

/** `service serve`: runs the cloud until interrupted. */
export async function run({ args, terminal, interruption }: Invocation): Promise<number> {
  const settings = {
    ...readSettings(process.env),
    ...readTrustedProxies('--trusted-proxy', args.value('--trusted-proxy')),
  };
  const database = databasePlace(args, process.env);
  const workers = wholeNumber(args, '--workers', { minimum: 0, maximum: 1_000 });
  const cloud = await startCloud({
    database,
    host: args.value('--host'),
    port: wholeNumber(args, '--port', { minimum: 0, maximum: 65_535 }),
    workers,
    plugins: pluginReferences(process.cwd(), args.values('--plugin')),
    isolation: isolationFlag(args),
    settings,
    logger: operatorLog(settings),
  });
  if (workers === 0 && 'folder' in database)
    printWarning(
      terminal,
      'No run will start: only this process can use the embedded database, and it has no workers.',
    );
  if (cloud.firstKey !== undefined) terminal.out(`API key: ${cloud.firstKey}`);
  terminal.out(`Listening on ${cloud.url}`);
  interruption.expect();
  if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  await cloud.close();
  return 0;
}
