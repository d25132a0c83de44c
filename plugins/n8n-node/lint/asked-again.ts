import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the rules of eslint-plugin-n8n-nodes-base ask of an object in a source. */
type Question = (node: object, options?: object) => boolean;

const questions = ['isNodeParameter', 'isOption', 'isFixedCollectionSection', 'isNodeClassDescription'];

/**
 * From here on, questions that sixty rules ask of the same object, one after the other, are answered once: they depend on
 * the object alone.
 * @throws {Error} when the plugin has them no longer
 */
export function answerOnce(): void {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('eslint-plugin-n8n-nodes-base'));
  const { id }: { id: Record<string, Question | undefined> } = require(join(folder, 'lib/ast/identifiers'));
  for (const name of questions) {
    const ask = id[name];
    if (!ask) throw new Error(`eslint-plugin-n8n-nodes-base has no ${name}`);
    id[name] = once(ask);
  }
}

function once(ask: Question): Question {
  let last: object | undefined;
  let answer = false;
  return (node, options) => {
    if (options) return ask(node, options);
    if (node !== last) {
      answer = ask(node);
      last = node;
    }
    return answer;
  };
}
