import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

/** n8n's rules about dependencies in package.json. */
export const dependencyRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/no-runtime-dependencies',
    title: 'Package has runtime dependencies',
    why: 'Verified packages may not have any. Nobody reviews the code of a dependency, and it may conflict with the dependencies of n8n.',
    fix: 'Use the helpers of n8n, or one of its modules (n8n-workflow, lodash, luxon, moment, p-limit, zod, crypto), or bundle the code. Move build dependencies to "devDependencies"; "peerDependencies" may have n8n-workflow only.',
    bad: '{ "dependencies": { "axios": "^1.0.0" } }',
    good: '{ "dependencies": {}, "devDependencies": { "typescript": "^5.9.0" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/valid-peer-dependencies',
    title: '"peerDependencies" is not { "n8n-workflow": "*" }',
    why: 'n8n provides its own version of n8n-workflow, and removes other peer dependencies when it installs the package.',
    fix: 'Set "peerDependencies" to { "n8n-workflow": "*" }.',
    bad: '{ "peerDependencies": { "n8n-workflow": "^2.0.0" } }',
    good: '{ "peerDependencies": { "n8n-workflow": "*" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-overrides-field',
    title: '"overrides" in package.json',
    why: 'npm applies overrides of the root project only, so they have no effect when n8n installs the package.',
    fix: 'Remove "overrides".',
    bad: '{ "overrides": { "form-data": "4.0.4" } }',
    good: '{ "devDependencies": { "form-data": "4.0.4" } }',
  }),
];
