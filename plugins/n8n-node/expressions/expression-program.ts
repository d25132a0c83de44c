import type { SandboxProgram } from '../../../kernel/sandbox.ts';
import { onlyToSureDepth } from '../sure-depth.ts';
import type { ExpressionOutput } from './expression-facts.ts';
import { readExpression } from './read-expression.ts';

export interface ExpressionInput {
  texts: readonly string[];
  /** Milliseconds for all. */
  time: number;
}

/** Parses expressions of descriptions with n8n's own parser. */
const program: SandboxProgram<ExpressionInput, ExpressionOutput> = (place, { texts, time }) => {
  onlyToSureDepth(Math.max(0, ...texts.map(mostLevels)), place);
  const deadline = performance.now() + time;
  const facts: ExpressionOutput['facts'] = [];
  for (const text of texts) {
    if (performance.now() > deadline) break;
    facts.push(readExpression(text));
  }
  return { facts };
};
export default program;

/** An estimate from above: each sign and each operator that is a word may begin a level, which takes two of the stack. */
function mostLevels(text: string): number {
  const code = text
    .split('{{')
    .slice(1)
    .map((part) => (part.includes('}}') ? part.slice(0, part.lastIndexOf('}}')) : part));
  return 2 * (code.join('').match(signs)?.length ?? 0);
}

const signs = /[^\w\s"'$)\]},;]|\b(?:typeof|void|delete|new|await|yield|in|of)\b/g;
