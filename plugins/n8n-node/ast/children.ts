import { createRequire } from 'node:module';
import type { CatchClause, Node } from 'oxc-parser';

/** Fields that contain only types, which do not exist at run time. */
const typeFields = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeArguments',
  'implements',
]);

/** TypeScript nodes that contain code. */
const runningTsNodes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSExportAssignment',
  'TSImportEqualsDeclaration',
  'TSExternalModuleReference',
  'TSParameterProperty',
]);

let runningFields: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * The fields of a type of node that may contain code. Loads the parser, a native module, on the first call: the documentation
 * of rules does not need it.
 */
function runningFieldsOf(type: string): readonly string[] {
  if (!runningFields) {
    const { visitorKeys }: typeof import('oxc-parser') = createRequire(import.meta.url)('oxc-parser');
    runningFields = new Map(
      Object.entries(visitorKeys).map(([of, fields]) => [of, fields.filter((field) => !typeFields.has(field))]),
    );
  }
  return runningFields.get(type) ?? [];
}

/** The child nodes that contain code, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const field of runningFieldsOf(node.type)) {
    const value: unknown = Reflect.get(node, field);
    if (Array.isArray(value)) {
      for (const item of value) if (runs(item)) children.push(item);
    } else if (runs(value)) {
      children.push(value);
    }
  }
  return children;
}

function runs(value: unknown): value is Node {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return false;
  return !value.type.startsWith('TS') || runningTsNodes.has(value.type);
}

/** The expression inside of wrappers without effect at run time: type assertions, optional chains, `(0, x)`. */
export function unwrap(node: Node): Node {
  for (;;) {
    if (
      node.type === 'TSAsExpression' ||
      node.type === 'TSSatisfiesExpression' ||
      node.type === 'TSNonNullExpression' ||
      node.type === 'TSTypeAssertion' ||
      node.type === 'TSInstantiationExpression' ||
      node.type === 'ChainExpression' ||
      node.type === 'ParenthesizedExpression'
    ) {
      node = node.expression;
    } else if (node.type === 'SequenceExpression') {
      const last = node.expressions.at(-1);
      if (!last) return node;
      node = last;
    } else {
      return node;
    }
  }
}

/** The expression with the type assertions around it. */
export function outermost(node: Node): Node {
  let outer = node;
  while (outer.parent && /^TS(As|Satisfies|NonNull)Expression$|^TSTypeAssertion$/.test(outer.parent.type))
    outer = outer.parent;
  return outer;
}

/** The constant name of a member: `name` of `object.name` and of `object['name']`. */
export function memberName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const { computed, property } = node;
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** The `catch` around a node, in the same function. */
export function catchAround(inner: Node): CatchClause | undefined {
  for (let node = inner; node.parent && !/Function/.test(node.parent.type); node = node.parent) {
    const { parent } = node;
    if (parent.type === 'TryStatement' && parent.block === node && parent.handler) return parent.handler;
  }
  return undefined;
}

/** Whether an identifier is a reference, not a key, a label or a declaration. */
export function isReference(node: Node): boolean {
  const { parent } = node;
  if (node.type !== 'Identifier' || !parent) return false;
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'AccessorProperty':
      return parent.key !== node || parent.computed;
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'ImportAttribute':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
    case 'TSEnumMember':
      return false;
    case 'ExportSpecifier':
      return parent.local === node;
    default:
      return true;
  }
}

/** The function around a node. */
export function functionAround(inner: Node): Node | undefined {
  let node: Node | null | undefined = inner.parent;
  while (node && !/Function/.test(node.type)) node = node.parent;
  return node ?? undefined;
}
