import type { DescribedVersion } from '../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { SourceFacts } from '../../model/sources/source-facts.ts';

/** What code requests from n8n and does with it, and the descriptions. */
export interface AskSubject extends Pick<SourceFacts, 'asks' | 'comparisons' | 'staticData'> {
  all: DescribedPackage;
  /** Whether code or an expression mentions a word: more than a definition has it as a name. */
  /** How often code or an expression mentions a word: see `timesMentioned`. */
  timesMentioned(word: string): number;
  /** Whether code may read a member of that name: see `mayReadMember`. */
  mayRead(name: string): boolean;
}

/** The versions of all nodes; none if the description of one is unknown. */
export function versionsOf({ nodes, unknown }: DescribedPackage): readonly DescribedVersion[] {
  return unknown.length > 0 || nodes.some(({ partial }) => partial) ? [] : nodes.flatMap(({ versions }) => versions);
}
