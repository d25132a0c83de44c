import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { isHelperCall } from '../../../ast/helper-call.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

export const binaryReadAsText: NodeRule = {
  code: 'nodes-binary-read-as-text',
  title: 'File is downloaded as text',
  severity: 'error',
  why: 'Without `encoding`, n8n decodes the response as UTF-8, which corrupts images, PDFs and other binary files.',
  fix: "Add `encoding: 'arraybuffer'` to the options of the request.",
  bad: 'const file = await this.helpers.httpRequest({ url });\nawait this.helpers.prepareBinaryData(Buffer.from(file), name, mimeType);',
  good: "const file = await this.helpers.httpRequest({ url, encoding: 'arraybuffer' });\nawait this.helpers.prepareBinaryData(Buffer.from(file), name, mimeType);",
  docs: docs.nodeMethods,
  types: ['CallExpression'],
  check({ node, view }) {
    if (node.type !== 'CallExpression' || !isHelperCall(node, 'prepareBinaryData')) return undefined;
    const [data] = node.arguments;
    const source = data && sourceOf(unwrap(data));
    const value = source && view.constants.value(source.variable);
    if (!source || !value) return undefined;
    const options = optionsOf(value, view);
    if (!options || !isUsual(options, { isBody: source.isBody, isOfService: hasTypeOfService(node, view) }))
      return undefined;
    // What is text anyway.
    const about = [node, ...options.properties.filter(isOfResponse)].map(({ start, end }) =>
      view.text.slice(start, end),
    );
    if (textual.test(about.join().replace(/['"]?content-type['"]?\s{0,9}:\s{0,9}['"][^'"]{0,99}['"]/gi, '')))
      return undefined;
    const message = `"${source.variable.name}" is decoded as text: the request has no \`encoding: 'arraybuffer'\``;
    return [{ message, start: node.start, end: node.end }];
  },
};

const textual =
  /csv|tsv|json|xml|html|plain|\btext\b|svg|\bics\b|calendar|vcf|vcard|markdown|\bmd\b|\btxt\b|yaml|srt|vtt|sql|\blogs?\b|\beml\b|rfc822|pem|javascript|\bscript\b|transcript|subtitle/i;

/** Whether an option may say what is asked for. */
const isOfResponse = (property: Node): boolean =>
  property.type === 'Property' && /^(?:url|uri|qs|headers)$/.test(keyName(property) ?? '');

/** The variable of `file`, `response.body`, `Buffer.from(file)` and `Buffer.from(file as string)`. */
function sourceOf(data: Node): { variable: Extract<Node, { type: 'Identifier' }>; isBody: boolean } | undefined {
  if (data.type === 'Identifier') return { variable: data, isBody: false };
  if (data.type === 'MemberExpression') {
    const object = unwrap(data.object);
    return object.type === 'Identifier' && memberName(data) === 'body' ? { variable: object, isBody: true } : undefined;
  }
  if (data.type !== 'CallExpression' || data.arguments.length !== 1 || memberName(unwrap(data.callee)) !== 'from')
    return undefined;
  const [first] = data.arguments;
  return first && sourceOf(unwrap(first));
}

/** The options of an awaited request with a helper of n8n. */
function optionsOf(value: Node, view: SourceView): Extract<Node, { type: 'ObjectExpression' }> | undefined {
  const awaited = unwrap(value);
  const call = awaited.type === 'AwaitExpression' ? unwrap(awaited.argument) : undefined;
  if (call?.type !== 'CallExpression') return undefined;
  if (
    !/\bhelpers\s*\??\.\s*httpRequest(?:WithAuthentication)?(?:\s*\.\s*call)?$/.test(
      view.text.slice(call.callee.start, call.callee.end),
    )
  )
    return undefined;
  const last = call.arguments.at(-1);
  const options = last && unwrap(last);
  return options?.type === 'ObjectExpression' ? options : undefined;
}

/** Whether the service says of what type the file is, as in `response.headers['content-type']`: it may be of any type. */
function hasTypeOfService(
  { arguments: [, , type] }: Extract<Node, { type: 'CallExpression' }>,
  view: SourceView,
): boolean {
  return (
    type !== undefined &&
    /^[\w.?]+\.headers(?:\?\.)?\[['"]content-type['"]\]/i.test(view.text.slice(type.start, type.end))
  );
}

/**
 * Whether all options are known, and none of them tells how to decode the response, unless it is as text.
 * @param isBody of the full response @param isOfService whether the service says of what type the file is
 */
function isUsual(
  { properties }: Extract<Node, { type: 'ObjectExpression' }>,
  { isBody, isOfService }: { isBody: boolean; isOfService: boolean },
): boolean {
  const keys = properties.map((property) =>
    property.type === 'Property' && !property.computed ? keyName(property) : undefined,
  );
  const asText = properties.some(
    (property) =>
      property.type === 'Property' &&
      keyName(property) === 'encoding' &&
      property.value.type === 'Literal' &&
      property.value.value === 'text',
  );
  return (
    !keys.includes(undefined) &&
    (!keys.includes('encoding') || (asText && isOfService)) &&
    !keys.includes('responseType') &&
    keys.includes('returnFullResponse') === isBody
  );
}
