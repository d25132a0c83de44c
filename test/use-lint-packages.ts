import { kitFor } from '../plugins/n8n-node/n8n/kit.ts';
import { rulesetKit } from '../plugins/n8n-node/n8n/shipped-kits.ts';
import { useLintPackages } from '../plugins/n8n-node/n8n-lint/engine/lint-packages.ts';
import { installedKits } from '../runner/kits/installed-kits.ts';

// Before a test imports parts of the linter.
useLintPackages(kitFor(installedKits(), rulesetKit).folder);
