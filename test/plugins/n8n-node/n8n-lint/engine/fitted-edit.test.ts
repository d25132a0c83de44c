import { expect, it } from 'vitest';
import { fittedEdit, isFixable } from '../../../../../plugins/n8n-node/n8n-lint/engine/fitted-edit.ts';

const edit = { start: 3, end: 3, text: '\n\t\tnoDataExpression: true,' };
const inNode = (code: string) => ({ code, message: 'm', file: 'nodes/A.node.ts', edit });
const inManifest = (code: string) => ({ code, message: 'm', file: 'package.json', edit });
const changed = (code: string, text: string) => {
  const made = fittedEdit(inManifest(code), text);
  return made && text.slice(0, made.start) + made.text + text.slice(made.end);
};

it('indents as the file does: a rule means columns or levels with its tabs', () => {
  const columns = inNode('n8n-nodes-base/node-param-operation-without-no-data-expression');
  const levels = inNode('@n8n/community-nodes/node-usable-as-tool');
  expect(fittedEdit(columns, 'a\n  b\n')?.text).toBe('\n  noDataExpression: true,');
  expect(fittedEdit(levels, 'a\n  b\n')?.text).toBe('\n    noDataExpression: true,');
  expect(fittedEdit(levels, 'a\n\tb\n')?.text).toBe(edit.text);
});

it('keeps order, indentation and the end of package.json', () => {
  const peers = '@n8n/community-nodes/valid-peer-dependencies';
  expect(changed(peers, '{\n  "name": "a",\n  "peerDependencies": {\n    "x": "1"\n  }\n}\n')).toBe(
    '{\n  "name": "a",\n  "peerDependencies": {\n    "x": "1",\n    "n8n-workflow": "*"\n  }\n}\n',
  );
  expect(changed(peers, '{\n\t"name": "a"\n}')).toBe(
    '{\n\t"name": "a",\n\t"peerDependencies": {\n\t\t"n8n-workflow": "*"\n\t}\n}',
  );
  const tag = 'n8n-nodes-base/community-package-json-keywords-without-official-tag';
  expect(changed(tag, '{\n  "keywords": [\n    "a"\n  ]\n}')).toBe(
    '{\n  "keywords": [\n    "a",\n    "n8n-community-node-package"\n  ]\n}',
  );
});

it('does not change fields of another type', () => {
  expect(changed('@n8n/community-nodes/valid-peer-dependencies', '{ "peerDependencies": [] }')).toBeUndefined();
});

it('changes no names that workflows and other files refer to', () => {
  expect(isFixable(inNode('n8n-nodes-base/node-class-description-name-miscased'))).toBe(false);
  expect(isFixable(inNode('n8n-nodes-base/node-param-required-false'))).toBe(true);
  expect(isFixable(inManifest('n8n-nodes-base/community-package-json-license-not-default'))).toBe(false);
});

const inText = (code: string, text: string, from: string, to: string) => {
  const start = text.indexOf(from);
  const made = fittedEdit({ ...inNode(code), edit: { start, end: start + from.length, text: to } }, text);
  return made && text.slice(0, made.start) + made.text + text.slice(made.end);
};

it.each([
  [
    "import { INodeType } from 'n8n-workflow';\ninputs: ['main'],",
    "import { NodeConnectionTypes, INodeType } from 'n8n-workflow';\ninputs: [NodeConnectionTypes.Main],",
  ],
  [
    "import type { INodeType } from 'n8n-workflow';\ninputs: ['main'],",
    "import { NodeConnectionTypes } from 'n8n-workflow';\nimport type { INodeType } from 'n8n-workflow';\ninputs: [NodeConnectionTypes.Main],",
  ],
  [
    "import { NodeConnectionTypes } from 'n8n-workflow';\ninputs: ['main'],",
    "import { NodeConnectionTypes } from 'n8n-workflow';\ninputs: [NodeConnectionTypes.Main],",
  ],
])('imports what it adds: %s', (text, fixed) => {
  const code = '@n8n/community-nodes/node-connection-type-literal';
  expect(inText(code, text, "'main'", 'NodeConnectionTypes.Main')).toBe(fixed);
});

it('keeps a value that only has the wrong type', () => {
  const number = 'n8n-nodes-base/node-param-default-wrong-for-number';
  expect(inText(number, "{ default: '25' }", "default: '25'", 'default: 0')).toBe('{ default: 25 }');
  expect(inText(number, "{ default: 'all' }", "default: 'all'", 'default: 0')).toBe('{ default: 0 }');
  const boolean = 'n8n-nodes-base/node-param-default-wrong-for-boolean';
  expect(inText(boolean, "{ default: 'true' }", "default: 'true'", 'default: false')).toBe('{ default: true }');
});
