import { fileURLToPath } from 'node:url';
import { Registry, UpgradeError } from './registry.ts';
import { report } from './report.ts';
import { upgrade } from './upgrade.ts';

/** `npm run upgrade-n8n -- <version of n8n | latest>`: see UPGRADING.md. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const [wanted, ...more] = process.argv.slice(2);
try {
  if (wanted === undefined || more.length > 0)
    throw new UpgradeError('Usage: npm run upgrade-n8n -- <version of n8n | latest>');
  const registry = new Registry(process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/');
  const upgraded = await upgrade({ root, wanted, registry });
  for (const line of await report(root, upgraded)) console.log(line);
} catch (error) {
  if (!(error instanceof UpgradeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
