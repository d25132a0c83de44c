import type { Severity } from '../../../../kernel/index.ts';
import { addedRules } from '../catalogue/next-ruleset.ts';
import { severities } from '../catalogue/ruleset.ts';
import { communityNodes } from './lint-packages.ts';

/** The rules in force by code: those of the ruleset, and those that the next one adds if the kit of the linter has them. */
export function severitiesInForce(): [code: string, severity: Severity][] {
  const { rules = {} } = communityNodes();
  const added = addedRules().filter(({ code }) => code.replace('@n8n/community-nodes/', '') in rules);
  return [...severities, ...added.map(({ code, severity }): [string, Severity] => [code, severity])];
}
