// @ts-check
import { LineCounter, parseDocument } from 'yaml';

/** What an action says of itself, read once for all checks. */

export const docs = 'https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax';

/** Characters: nobody writes a longer one, and a hostile one could keep the parser busy. */
const maxLength = 500_000;

/**
 * @typedef {object} Action
 * @property {string} path of its file
 * @property {Record<string, unknown>} fields as parsed: nothing in them has been validated
 * @property {(path: readonly (string | number)[]) => Place} at where a value stands, or what is nearest around it
 * @typedef {{ file: string, line?: number, column?: number }} Place
 * @typedef {{ action: Action } | { fault: string, place: Place } | undefined} ReadAction
 */

/**
 * The action of a project: what it says, or why it can't be read; undefined when there is none.
 * @type {import('service').Service<ReadAction>}
 */
export const readAction = {
  name: 'action',
  async create({ files }) {
    const path = ['action.yml', 'action.yaml'].find((name) => files.exists(name));
    return path === undefined ? undefined : parseAction(path, await files.read(path));
  },
};

/**
 * The action for checks that need one that can be read: `metadata` has told of any other.
 * @param {import('service').CheckContext} context
 * @returns {Promise<Action>}
 */
export async function actionOf({ service, skip }) {
  const read = await service(readAction);
  if (!read || 'fault' in read) return skip('there is no action that can be read');
  return read.action;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {string} path @param {string} text @returns {ReadAction} */
function parseAction(path, text) {
  if (text.length > maxLength) return { fault: `it is longer than ${maxLength} characters`, place: { file: path } };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  /** @param {number} offset @returns {Place} */
  const placeAt = (offset) => {
    const { line, col } = lines.linePos(offset);
    return { file: path, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  if (error) return { fault: error.message, place: placeAt(error.pos[0]) };
  const fields = plainValue(document);
  if (!isMapping(fields)) return { fault: 'it is no mapping of names to values', place: placeAt(0) };
  const at = (/** @type {readonly (string | number)[]} */ wanted) => {
    for (let length = wanted.length; length > 0; length--) {
      const node = document.getIn(wanted.slice(0, length), true);
      if (isMapping(node) && Array.isArray(node['range'])) return placeAt(node['range'][0]);
    }
    return placeAt(0);
  };
  return { action: { path, fields, at } };
}

/** Undefined for aliases that multiply beyond measure. @param {import('yaml').Document} document @returns {unknown} */
function plainValue(document) {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}
