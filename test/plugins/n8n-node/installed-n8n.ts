import { kitFor } from '../../../plugins/n8n-node/n8n/kit.ts';
import { kitSource, previousN8n, rulesetKit } from '../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { installedKits } from '../../../runner/kits/installed-kits.ts';

/** The releases of n8n that `npm ci` installs. */
export const currentKit = kitFor(installedKits(), rulesetKit);
export const previousKit = kitFor(installedKits(), kitSource(previousN8n));
