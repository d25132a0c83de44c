import type { Node } from 'oxc-parser';
import type { Rule } from '../../rule.ts';
import type { SourceView } from './source-view.ts';

/** A violation in a source file, by offsets into it. */
export interface SourceViolation {
  message: string;
  start: number;
  end: number;
  /** Replaces the severity of the rule. */
  severity?: 'warning';
  /** The evidence, if it is not the text between `start` and `end`. */
  evidence?: string;
}

type SyncRule<Subject> = Omit<Rule<Subject, SourceViolation>, 'check'> & {
  check(subject: Subject): Iterable<SourceViolation> | undefined;
};

/** A rule about nodes of certain types in the syntax tree of a source file. It runs in the sandbox. */
export type NodeRule = SyncRule<{ node: Node; view: SourceView }> & { types: readonly Node['type'][] };

/** A rule about a source file as a whole. */
export type FileRule = SyncRule<SourceView>;

/** A rule about the text of any file. */
export type TextRule = SyncRule<string>;
