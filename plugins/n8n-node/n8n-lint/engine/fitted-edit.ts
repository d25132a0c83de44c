import type { Edit } from '../../../../kernel/index.ts';
import { jsonEdit } from '../../../../kernel/json-edit.ts';
import { unsafeEdits } from '../catalogue/unsafe-edits.ts';
import type { LintFinding } from './lint-output.ts';

type Change = { path: (string | number)[]; value: unknown };

/** Fixes in package.json; n8n's rules make none there, or one without line breaks. */
const manifestChanges: Readonly<Record<string, Change>> = {
  '@n8n/community-nodes/valid-peer-dependencies': { path: ['peerDependencies', 'n8n-workflow'], value: '*' },
  'n8n-nodes-base/community-package-json-keywords-without-official-tag': {
    path: ['keywords', -1],
    value: 'n8n-community-node-package',
  },
  'n8n-nodes-base/community-package-json-n8n-api-version-missing': { path: ['n8n', 'n8nNodesApiVersion'], value: 1 },
};

/** Whether a finding may have a fix. */
export function isFixable({ code, file, edit }: LintFinding): boolean {
  return file === 'package.json' ? code in manifestChanges : edit !== undefined && !unsafeEdits.has(code);
}

/**
 * The edit that fixes a finding of n8n's linter, in the style of the file; undefined if there is none.
 * @param text of the file
 */
export function fittedEdit({ code, file, edit }: LintFinding, text: string): Edit | undefined {
  if (file === 'package.json') {
    const change = manifestChanges[code];
    return change && jsonEdit(text, change.path, change.value);
  }
  if (!edit) return undefined;
  const value = quotedValues[code]?.exec(text.slice(edit.start, edit.end))?.[2];
  const fitted = { ...edit, text: value === undefined ? indented(edit.text, code, text) : `default: ${value}` };
  return /\bNodeConnectionTypes\b/.test(fitted.text) ? withImport(fitted, text) : fitted;
}

/** Values that have the wrong type only: n8n's rules replace them by 0 and false. */
const quotedValues: Readonly<Record<string, RegExp>> = {
  'n8n-nodes-base/node-param-default-wrong-for-number': /^default: *(['"])(-?(?:0|[1-9]\d*)(?:\.\d+)?)\1$/,
  'n8n-nodes-base/node-param-default-wrong-for-boolean': /^default: *(['"])(true|false)\1$/,
};

/** An edit that also imports what it adds, if the file does not. */
function withImport({ start, end, text: added }: Edit, text: string): Edit {
  const imported = /^import\s*\{([^{}]*)\}\s*from\s*['"]n8n-workflow['"]/gm;
  const above = text.slice(0, start);
  const lists = [...above.matchAll(imported)];
  const isImported = lists.some(([, names = '']) => /(?<!type )\bNodeConnectionTypes\b/.test(names));
  if (isImported || /\bNodeConnectionTypes\b/.test(above) || !/^import\b/m.test(above))
    return { start, end, text: added };
  const [list] = lists;
  const at = list ? list.index + list[0].indexOf('{') + 1 : above.search(/^import\b/m);
  const name = list ? ' NodeConnectionTypes,' : "import { NodeConnectionTypes } from 'n8n-workflow';\n";
  return { start: at, end, text: name + text.slice(at, start) + added };
}

/**
 * n8n's rules indent with tabs: eslint-plugin-n8n-nodes-base with one per column, the other plugin with one per level.
 * In a file that is indented with spaces, they become spaces.
 */
function indented(added: string, code: string, text: string): string {
  const unit = /^( {2,8})\S/m.exec(text)?.[1];
  if (!added.includes('\n\t') || unit === undefined || /^\t/m.test(text)) return added;
  const space = code.startsWith('n8n-nodes-base/') ? ' ' : unit;
  return added.replace(/(?<=\n)\t+/g, (tabs) => space.repeat(tabs.length));
}
