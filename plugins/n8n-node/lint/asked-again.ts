import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A question about one node, or about one path, and what it may depend on besides. */
type Question = (about: unknown, more?: unknown) => unknown;
type Questions = Record<string, Question>;

/** What eslint-plugin-n8n-nodes-base has for all its rules: each takes only what it is asked about. */
interface Shared {
  id: Questions & { nodeParam: Questions };
  getters: { nodeParam: Questions };
  utils: Questions;
}

/**
 * From here on, what sixty rules ask of the same object, one after the other, is answered once: it depends on the object
 * alone, and none changes what it is given.
 * @throws {Error} when the plugin has a question no longer
 */
export function answerOnce(): void {
  const { id, getters, utils } = shared();
  const { nodeParam } = id;
  Object.assign(id, once(id, ['isNodeParameter', 'isOption', 'isFixedCollectionSection', 'isNodeClassDescription']));
  // These are modules, which stay as they are.
  id.nodeParam = { ...nodeParam, ...once(nodeParam, kinds) };
  getters.nodeParam = { ...getters.nodeParam, ...once(getters.nodeParam, fields) };
  Object.assign(utils, once(utils, ['getNodeFilename', 'isTriggerNodeFile']));
}

const kinds = [
  'isBooleanType',
  'isEmail',
  'isIgnoreSslIssues',
  'isLimit',
  'isMultiOptionsType',
  'isOperation',
  'isOptionsType',
  'isResource',
  'isReturnAll',
  'isSimplify',
];

const fields = [
  'getCollectionOptions',
  'getDefault',
  'getDescription',
  'getDisplayName',
  'getHint',
  'getLoadOptionsMethod',
  'getName',
  'getOptions',
  'getType',
];

function shared(): Shared {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('eslint-plugin-n8n-nodes-base')), 'lib/ast');
  const part = (name: string) => require(join(folder, name));
  return { ...part('identifiers'), ...part('getters'), ...part('utils') };
}

function once(questions: Questions, names: readonly string[]): Questions {
  return Object.fromEntries(
    names.map((name) => {
      const ask = questions[name];
      if (!ask) throw new Error(`eslint-plugin-n8n-nodes-base has no ${name}`);
      return [name, onceInTurn(ask)];
    }),
  );
}

function onceInTurn(ask: Question): Question {
  let last: unknown = nothing;
  let answer: unknown;
  return (about, more) => {
    if (more !== undefined) return ask(about, more);
    if (about !== last) {
      answer = ask(about);
      last = about;
    }
    return answer;
  };
}

const nothing = Symbol('nothing');
