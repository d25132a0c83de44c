import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

/** What n8n's linter asks of the packages that package.json depends on. */
export const dependencyRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/no-runtime-dependencies',
    title: 'The package has runtime dependencies',
    why: 'Verified nodes have none: every dependency is code that nobody reviewed and that may clash with what n8n itself uses.',
    fix: 'Use n8n\'s helpers and the modules it provides, or bundle the code; what only the build needs belongs in "devDependencies".',
    bad: '{ "dependencies": { "axios": "^1.0.0" } }',
    good: '{ "dependencies": {}, "devDependencies": { "typescript": "^5.9.0" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/valid-peer-dependencies',
    title: 'The peer dependencies are not n8n-workflow alone',
    why: 'n8n-workflow comes from the n8n that loads the node, whatever its version; n8n removes other peer dependencies when it installs the package.',
    fix: 'Set "peerDependencies" to { "n8n-workflow": "*" }.',
    bad: '{ "peerDependencies": { "n8n-workflow": "^2.0.0" } }',
    good: '{ "peerDependencies": { "n8n-workflow": "*" } }',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-overrides-field',
    title: 'package.json has overrides',
    why: 'npm applies overrides of the top package only, so they do nothing once the package is installed in n8n.',
    fix: 'Remove "overrides".',
    bad: '{ "overrides": { "form-data": "4.0.4" } }',
    good: '{ "devDependencies": { "form-data": "4.0.4" } }',
  }),
];
