import type { SandboxProgram } from '../../../kernel/sandbox.ts';
import type { ExpressionOutput } from './expression-facts.ts';
import { readExpression } from './read-expression.ts';

export interface ExpressionInput {
  texts: readonly string[];
  /** Milliseconds for all. */
  time: number;
}

/** Parses expressions of descriptions with n8n's own parser. */
const program: SandboxProgram<ExpressionInput, ExpressionOutput> = (_, { texts, time }) => {
  const deadline = performance.now() + time;
  const facts: ExpressionOutput['facts'] = [];
  for (const text of texts) {
    if (performance.now() > deadline) break;
    facts.push(readExpression(text));
  }
  return { facts };
};
export default program;
