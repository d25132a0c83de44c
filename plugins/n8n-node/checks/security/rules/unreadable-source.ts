import { docs } from '../../../docs-links.ts';
import type { SourceFacts } from '../../../model/sources/source-facts.ts';
import type { Rule } from '../../../rule.ts';

export const unreadableSource: Rule<SourceFacts> = {
  code: 'security-unreadable-source',
  title: 'Source file could not be checked',
  severity: 'warning',
  why: 'The rules about code skip this file, because it is too large, nested too deeply or not valid JavaScript or TypeScript.',
  fix: 'Split the file, or exclude it from the package if it is not needed at runtime.',
  bad: 'dist/vendor.js   (6 MiB on one line)',
  good: 'dist/nodes/Acme/Acme.node.js',
  docs: docs.verification,
  supersededBy: ['source-syntax', 'source-unlintable'],
  *check({ unread }) {
    for (const { file, reason } of unread) yield { message: `${file} was not checked: ${reason}`, file };
  },
};
