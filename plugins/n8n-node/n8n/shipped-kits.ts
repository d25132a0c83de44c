import type { KitSource } from '../../../kernel/kits.ts';
import releases from './kits/releases.json' with { type: 'json' };

/**
 * The current release of n8n, the last one of the previous major version, and the folder of the kit of the next ruleset: the
 * current release with n8n's newest lint rules. Written by `npm run upgrade-n8n`.
 */
export const { current: currentN8n, previous: previousN8n } = releases;

/** The location of the packages and the lock file of a release. */
export const kitSource = (release: string): KitSource => ({
  name: `n8n-${release}`,
  lock: new URL(`kits/${release}/`, import.meta.url),
});

/** The release of a kit, as users name it. */
export const releaseNamed = ({ name }: KitSource): string => name.slice('n8n-'.length);

/** The kit of the ruleset: the current release, with the active lint rules. */
export const rulesetKit = kitSource(currentN8n);

/** The kit of the next ruleset. */
export const nextRulesetKit = kitSource(releases.next);

/** The kits to verify with; the first one is that of the ruleset. */
export const shippedKits: readonly KitSource[] = [rulesetKit, kitSource(previousN8n)];

/** The same for the next ruleset. */
export const nextShippedKits: readonly KitSource[] = [nextRulesetKit, kitSource(previousN8n)];
