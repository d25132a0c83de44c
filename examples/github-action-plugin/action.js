// @ts-check
import { LineCounter, parseDocument } from 'yaml';

/** Parses the metadata of an action once for all checks. */

export const docs = 'https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax';

/** Characters; limits the time that a hostile file can take to parse. */
const maxLength = 500_000;

/**
 * @typedef {object} Action
 * @property {string} path path of the file
 * @property {Record<string, unknown>} fields parsed content, not validated
 * @property {(path: readonly (string | number)[]) => Location} at returns the location of a value, or of its nearest existing parent
 * @typedef {{ file: string, line?: number, column?: number }} Location
 * @typedef {{ action: Action } | { error: string, location: Location } | undefined} ReadAction
 */

/**
 * Reads the action of a project; undefined if there is none.
 * @type {import('verify-service').Service<ReadAction>}
 */
export const readAction = {
  name: 'action',
  async create({ files }) {
    const path = ['action.yml', 'action.yaml'].find((name) => files.exists(name));
    return path === undefined ? undefined : parseAction(path, await files.read(path));
  },
};

/**
 * Returns the action, or skips the check if it cannot be parsed, which the check `metadata` reports.
 * @param {import('verify-service').CheckContext} context
 * @returns {Promise<Action>}
 */
export async function actionOf({ service, skip }) {
  const read = await service(readAction);
  if (!read || 'error' in read) return skip('action.yml is missing or not readable');
  return read.action;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {string} path @param {string} text @returns {ReadAction} */
function parseAction(path, text) {
  if (text.length > maxLength) return { error: `longer than ${maxLength} characters`, location: { file: path } };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  /** @param {number} offset @returns {Location} */
  const locationAt = (offset) => {
    const { line, col } = lines.linePos(offset);
    return { file: path, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  if (error) return { error: error.message, location: locationAt(error.pos[0]) };
  const fields = plainValue(document);
  if (!isMapping(fields)) return { error: 'not a mapping', location: locationAt(0) };
  const at = (/** @type {readonly (string | number)[]} */ wanted) => {
    for (let length = wanted.length; length > 0; length--) {
      const node = document.getIn(wanted.slice(0, length), true);
      if (isMapping(node) && Array.isArray(node['range'])) return locationAt(node['range'][0]);
    }
    return locationAt(0);
  };
  return { action: { path, fields, at } };
}

/** Returns undefined if there are too many aliases. @param {import('yaml').Document} document @returns {unknown} */
function plainValue(document) {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}
