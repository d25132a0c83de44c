import type { Severity } from '../../../../kernel/index.ts';
import { addedRules } from '../catalogue/next-ruleset.ts';
import { severities } from '../catalogue/ruleset.ts';
import { communityNodes } from './lint-packages.ts';

/** The active rules by code: those of the ruleset, and those of the next one that the kit of the linter has. */
export function severitiesInForce(): [code: string, severity: Severity][] {
  const { rules = {} } = communityNodes();
  const added = addedRules().filter(({ code }) => code.replace('@n8n/community-nodes/', '') in rules);
  return [...severities, ...added.map(({ code, severity }): [string, Severity] => [code, severity])];
}
