import type { SandboxProgram } from '../../../../kernel/sandbox.ts';
import { kitOf } from '../../n8n/kit-folder.ts';
import { times } from '../../sandbox/each-in-time.ts';
import type { ExpressionOutput } from './expression-facts.ts';
import { expressionReader } from './read-expression.ts';

export interface ExpressionInput {
  texts: readonly string[];
  /** Milliseconds of processor time for all expressions. */
  time: number;
}

/** Parses expressions of descriptions with n8n's own parser. */
const program: SandboxProgram<ExpressionInput, ExpressionOutput> = (place, { texts, time }) => {
  const readExpression = expressionReader(kitOf(place));
  const begun = times().processor;
  const facts: ExpressionOutput['facts'] = [];
  for (const text of texts) {
    if (times().processor - begun > time) break;
    facts.push(readExpression(text));
  }
  return { facts };
};
export default program;
