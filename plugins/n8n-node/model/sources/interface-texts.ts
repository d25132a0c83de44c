import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../ast/children.ts';
import { keyName } from '../../ast/scope.ts';
import type { SourceView } from './source-view.ts';

/** A text that users of a node read. */
export interface TextSight {
  /** Its field: `displayName`, `description`, `name` of an option … */
  field: string;
  text: string;
  start: number;
}

const fields = new Set([
  'displayName',
  'description',
  'hint',
  'placeholder',
  'action',
  'subtitle',
  'activationMessage',
]);
/** Characters of a text that are read. */
const maxLength = 500;

/** The literal text of a description or an error in a property of an object or a class. */
export function interfaceText(node: Node, view: SourceView): TextSight | undefined {
  const entry = entryOf(node);
  if (!entry) return undefined;
  if (ofErrors.has(entry.field) && isOfError(node, view)) return errorIn(entry.value, view);
  if (!(fields.has(entry.field) || isOptionName(node, entry.field))) return undefined;
  const text = view.constants.text(entry.value)?.text;
  if (text === undefined || text.startsWith('=')) return undefined;
  return { field: entry.field, text: text.slice(0, maxLength), start: entry.value.start };
}

/** The message of an error that n8n shows to the user. */
export function errorText(node: Node, view: SourceView): TextSight | undefined {
  const name = constructed(node);
  if (node.type !== 'NewExpression' || name === undefined) return undefined;
  const isThrown = thrown.test(name) && node.parent?.type === 'ThrowStatement';
  const message = ofNode.test(name) ? node.arguments[1] : isThrown ? node.arguments[0] : undefined;
  return message && errorIn(message, view);
}

const ofNode = /^Node(?:Operation|Api)Error$/;
const thrown = /^(?:Error|ApplicationError|UserError|OperationalError)$/;

/** The name of the class of which an object is created; also in compiled code: `new n8n_workflow_1.NodeApiError(…)`. */
function constructed(node: Node | undefined): string | undefined {
  if (node?.type !== 'NewExpression') return undefined;
  return node.callee.type === 'Identifier' ? node.callee.name : memberName(node.callee);
}

function errorIn(message: Node, view: SourceView): TextSight | undefined {
  const text = view.constants.text(message)?.text;
  return text === undefined ? undefined : { field: 'error', text: text.slice(0, maxLength), start: message.start };
}

/** Options of errors that are texts, and all options. */
const ofErrors = new Set(['message', 'description']);
const errorOptions = new Set([...ofErrors, 'httpCode', 'level', 'type', 'itemIndex', 'runIndex']);

/** Whether a property is one of the options of an error: in its place, or with both texts and nothing else. */
function isOfError({ parent }: Node, view: SourceView): boolean {
  if (parent?.type !== 'ObjectExpression') return false;
  if (ofNode.test(constructed(parent.parent ?? undefined) ?? '')) return true;
  const keys = parent.properties.map((one) => (one.type === 'Property' ? keyName(one) : undefined));
  return (
    [...ofErrors].every((key) => keys.includes(key)) &&
    keys.every((key) => key !== undefined && errorOptions.has(key)) &&
    /\bnew (?:\w+\.)?Node(?:Operation|Api)Error\(/.test(view.text)
  );
}

/** `displayName: '…'`, a class field, and a compiled one: `this.displayName = '…'`. */
function entryOf(node: Node): { field: string; value: Node } | undefined {
  if (node.type === 'Property' || node.type === 'PropertyDefinition') {
    const field = keyName(node);
    return field !== undefined && node.value ? { field, value: node.value } : undefined;
  }
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node.left;
  if (computed || property.type !== 'Identifier' || unwrap(object).type !== 'ThisExpression') return undefined;
  return { field: property.name, value: node.right };
}

/**
 * The name of an option, recognized by its value. The name of a language, with its code as value, does not count.
 */
function isOptionName(node: Node, field: string): boolean {
  if (field !== 'name' || node.parent?.type !== 'ObjectExpression') return false;
  const siblings = node.parent.properties.filter((property) => property.type === 'Property');
  if (siblings.some((property) => keyName(property) === 'type')) return false;
  const value = siblings.find((property) => keyName(property) === 'value')?.value;
  if (!value) return false;
  return !(value.type === 'Literal' && /^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/.test(String(value.value)));
}
