import { docs } from '../../../docs-links.ts';
import type { SourceFacts } from '../../../model/sources/source-facts.ts';
import type { Rule } from '../../../rule.ts';

export const unreadableSource: Rule<SourceFacts> = {
  code: 'security-unreadable-source',
  title: 'A source file could not be read',
  severity: 'warning',
  why: 'None of the rules about code looked into it: it is too large, nested too deep, or not a program that this version knows.',
  fix: 'Split the file, or leave it out of the package when it is not needed at run time.',
  bad: 'dist/vendor.js   (6 MiB on one line)',
  good: 'dist/nodes/Acme/Acme.node.js',
  docs: docs.verification,
  supersededBy: ['source-syntax', 'source-unlintable'],
  *check({ unread }) {
    for (const { file, reason } of unread) yield { message: `${file} was not looked into: ${reason}`, file };
  },
};
