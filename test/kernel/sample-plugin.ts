import type { Check } from '../../kernel/check.ts';
import type { Rule } from '../../kernel/finding.ts';
import type { Plugin, ProjectType } from '../../kernel/plugin.ts';

export function sampleRule(code = 'sample-rule', more: Partial<Rule> = {}): Rule {
  return { code, title: 'T', severity: 'error', why: 'W', fix: 'F', bad: 'B', good: 'G', ...more };
}

export function sampleCheck(name: string, more: Partial<Check> = {}): Check {
  const rules = [sampleRule(`${name}-rule`)];
  return { name, title: `The ${name}`, rules, modes: ['project', 'package'], run: () => [], ...more };
}

export function samplePlugin(name: string, checks: readonly Check[] = [], more: Partial<ProjectType> = {}): Plugin {
  return { name, projectTypes: [{ name: `${name}-type`, title: 'A type', checks, ...more }] };
}
