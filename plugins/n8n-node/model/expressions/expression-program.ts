import type { SandboxProgram } from '../../../../kernel/sandbox.ts';
import { times } from '../../sandbox/each-in-time.ts';
import type { ExpressionOutput } from './expression-facts.ts';
import { readExpression } from './read-expression.ts';

export interface ExpressionInput {
  texts: readonly string[];
  /** Milliseconds of a processor for all. */
  time: number;
}

/** Parses expressions of descriptions with n8n's own parser. */
const program: SandboxProgram<ExpressionInput, ExpressionOutput> = (_, { texts, time }) => {
  const begun = times().processor;
  const facts: ExpressionOutput['facts'] = [];
  for (const text of texts) {
    if (times().processor - begun > time) break;
    facts.push(readExpression(text));
  }
  return { facts };
};
export default program;
