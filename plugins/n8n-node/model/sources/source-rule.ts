import type { Node } from 'oxc-parser';
import type { Rule } from '../../rule.ts';
import type { SourceView } from './source-view.ts';

/** A violation in a source file, by offsets into it. */
export interface SourceViolation {
  message: string;
  start: number;
  end: number;
  /** For what weighs less than its rule says. */
  severity?: 'warning';
  /** The matched text, where the file's own between `start` and `end` does not show it. */
  evidence?: string;
}

type SyncRule<Subject> = Omit<Rule<Subject, SourceViolation>, 'check'> & {
  check(subject: Subject): Iterable<SourceViolation> | undefined;
};

/** A rule about nodes of some types in the syntax tree of a source file. It runs in the sandbox, with all others. */
export type NodeRule = SyncRule<{ node: Node; view: SourceView }> & { types: readonly Node['type'][] };

/** A rule about a source file as a whole. */
export type FileRule = SyncRule<SourceView>;

/** A rule about the text of a file, whatever its kind. */
export type TextRule = SyncRule<string>;
