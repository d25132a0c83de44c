import Type, { type Static } from 'typebox';
import type { Edit } from '../../../../kernel/index.ts';

/** What n8n's rules say of one place. Positions are ESLint's own, and absent where it gives none. */
export interface LintFinding {
  /** The rule's id, or a code of ours: `source-syntax`, `source-unlintable`. */
  code: string;
  /** The rule's own name for this message. */
  messageId?: string;
  message: string;
  /** Relative to the project, with `/`. */
  file: string;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  /** The line of the project that shows it, or the part around the place. */
  evidence?: string;
  /** The column at which it begins, from 1. */
  evidenceColumn?: number;
  /** What the rule would change in the file. */
  edit?: Edit;
}

const Index = Type.Integer({ minimum: 0 });
const MaybeIndex = Type.Union([Index, Type.Null()]);

/** How the findings leave the child process: texts are sent once, and a finding is a row of numbers. */
export const LintOutput = Type.Object({
  texts: Type.Array(Type.String()),
  /** Indexes in `texts` of code, file, message, message id and evidence; line, column, last line, last column, column of the evidence; start, end and text of the edit. */
  rows: Type.Array(
    Type.Tuple([
      Index,
      Index,
      Index,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
      MaybeIndex,
    ]),
  ),
});
export type LintOutput = Static<typeof LintOutput>;
