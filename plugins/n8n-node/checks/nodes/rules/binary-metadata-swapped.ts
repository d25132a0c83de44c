import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { isHelperCall } from '../../../ast/helper-call.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

const ofType = /mime|content_?type/i;
const ofName = /(?:file_?|^)name$/i;

export const binaryMetadataSwapped: NodeRule = {
  code: 'nodes-binary-metadata-swapped',
  title: 'File name and MIME type are swapped',
  severity: 'error',
  why: '`prepareBinaryData` takes the file name before the MIME type. The file gets a name like `image/png`, and n8n cannot preview it, because its MIME type is a file name.',
  fix: 'Swap the arguments: `prepareBinaryData(data, fileName, mimeType)`.',
  bad: 'await this.helpers.prepareBinaryData(buffer, mimeType, fileName)',
  good: 'await this.helpers.prepareBinaryData(buffer, fileName, mimeType)',
  docs: docs.nodeMethods,
  types: ['CallExpression'],
  check({ node }) {
    if (node.type !== 'CallExpression' || !isHelperCall(node, 'prepareBinaryData')) return undefined;
    const [, name, type] = node.arguments;
    if (!name || !type || !is(name, ofType) || !is(type, ofName)) return undefined;
    const message = 'The MIME type is given as file name, and the file name as MIME type';
    return [{ message, start: name.start, end: type.end }];
  },
};

/** Whether the name of an argument says what it is: `response.contentType`. */
function is(argument: Node, pattern: RegExp): boolean {
  const node = unwrap(argument);
  if (node.type === 'LogicalExpression') return is(node.left, pattern);
  const name = node.type === 'Identifier' ? node.name : memberName(node);
  return name !== undefined && pattern.test(name);
}
