import { Script } from 'node:vm';
import type { TSESTree } from '@typescript-eslint/types';
import type { Syntax } from './syntax.ts';

/**
 * Two of n8n's rules pass text of the project to `eval`: the options of a parameter, to check their order, and what a
 * credential extends. Runs `lint` with an `eval` that only evaluates literals, so that no code of the project runs. It
 * throws for everything else, as `eval` mostly does; the rules then report nothing. The only difference is a list that
 * function calls compute.
 * Source: eslint-plugin-n8n-nodes-base 1.16, dist/lib/rules/node-param-options-type-unsorted-items.js and
 * dist/lib/ast/utils/restoreValue.js
 */
export function withoutEval<T>(syntax: Syntax, lint: () => T): T {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'eval') ?? {};
  Object.defineProperty(globalThis, 'eval', { ...original, value: (text: string) => readLiteral(text, syntax) });
  try {
    return lint();
  } finally {
    Object.defineProperty(globalThis, 'eval', original);
  }
}

/**
 * The value of an expression of literals, arrays, objects, template strings and operators. Functions become functions
 * that do nothing: the rules never call them.
 * @throws {Error} for syntax that is not plain JavaScript, and for anything that would run code
 */
export function readLiteral(text: string, { parse }: Syntax): unknown {
  // Compiled but not run, to reject what `eval` rejects, such as TypeScript's syntax.
  new Script(`'use strict';${text}`);
  const [statement, ...more] = parse(text).body;
  if (statement?.type !== 'ExpressionStatement' || more.length > 0) throw new Error('not an expression');
  return read(statement.expression);
}

type Element = TSESTree.ArrayExpression['elements'][number];
type Primitive = string | number | bigint | boolean | null | undefined;

function read(node: TSESTree.Expression): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }, index) => {
          const expression = node.expressions[index];
          return (value.cooked ?? '') + (expression ? String(primitive(expression)) : '');
        })
        .join('');
    case 'Identifier':
      if (!constants.has(node.name)) throw new Error(`not a literal: ${node.name}`);
      return constants.get(node.name);
    case 'ArrayExpression':
      return node.elements.flatMap(elementsOf);
    case 'ObjectExpression':
      return objectOf(node);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return () => undefined;
    case 'UnaryExpression':
      return unary(node.operator, primitive(node.argument));
    case 'BinaryExpression':
      if (node.operator !== '+') break;
      return sum(primitive(node.left), primitive(node.right));
    case 'ConditionalExpression':
      return read(read(node.test) ? node.consequent : node.alternate);
  }
  throw new Error(`not a literal: ${node.type}`);
}

const constants = new Map([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
]);

function elementsOf(element: Element): unknown[] {
  if (element === null) return [undefined];
  if (element.type !== 'SpreadElement') return [read(element)];
  const spread = read(element.argument);
  if (!Array.isArray(spread)) throw new Error('not a list');
  return spread;
}

function objectOf(node: TSESTree.ObjectExpression): Record<string, unknown> {
  const entries = node.properties.flatMap((property): [string, unknown][] => {
    if (property.type === 'SpreadElement') return Object.entries(Object(read(property.argument)));
    const { key, kind, computed, value } = property;
    if (kind !== 'init') throw new Error('an accessor');
    const name = !computed && key.type === 'Identifier' ? key.name : String(primitive(key));
    // In a literal, this key would set the prototype.
    if (name === '__proto__') throw new Error('a prototype');
    if (value.type === 'AssignmentPattern' || value.type === 'TSEmptyBodyFunctionExpression')
      throw new Error('a pattern');
    return [[name, read(value)]];
  });
  return Object.fromEntries(entries);
}

function primitive(node: TSESTree.Expression): Primitive {
  const value = read(node);
  if (value === null || value === undefined) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value;
  throw new Error('not a primitive value');
}

function unary(operator: string, value: Primitive): Primitive {
  switch (operator) {
    case '-':
      return typeof value === 'bigint' ? -value : -Number(value);
    case '+':
      return Number(value);
    case '!':
      return !value;
    case 'void':
      return undefined;
    case 'typeof':
      return typeof value;
  }
  throw new Error(`not a literal: ${operator}`);
}

function sum(left: Primitive, right: Primitive): Primitive {
  if (typeof left === 'string' || typeof right === 'string') return String(left) + String(right);
  if (typeof left === 'bigint' && typeof right === 'bigint') return left + right;
  if (typeof left === 'bigint' || typeof right === 'bigint') throw new TypeError('a bigint and another type');
  return Number(left) + Number(right);
}
