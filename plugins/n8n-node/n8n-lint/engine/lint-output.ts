import Type, { type Static } from 'typebox';
import { guard } from '../../../../kernel/guard.ts';
import type { Edit } from '../../../../kernel/index.ts';

/** A finding of n8n's rules. Positions are ESLint's; absent if it reports none. */
export interface LintFinding {
  /** The id of the rule, or one of our codes: `source-syntax`, `source-unlintable`. */
  code: string;
  /** The rule's id of the message. */
  messageId?: string;
  message: string;
  /** Relative to the project, with `/`. */
  file: string;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  /** The line of the project, or the part of it around the location. */
  evidence?: string;
  /** The column at which the evidence starts, from 1. */
  evidenceColumn?: number;
  /** The fix. */
  edit?: Edit;
}

const MaybeIndex = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** The findings in compact form: each text is sent once, and a finding is a row of numbers. */
export const LintOutput = Type.Object({
  texts: Type.Array(Type.String()),
  /** Indexes in `texts` of code, file, message, message id and evidence; line, column, last line, last column, column of the evidence; start, end and text of the edit. */
  rows: Type.Array(Type.Array(MaybeIndex, { minItems: 13, maxItems: 13 })),
});
export type LintOutput = Static<typeof LintOutput>;

export const lintOutput = guard(LintOutput);
