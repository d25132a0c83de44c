import { createRequire } from 'node:module';
import { reasonOf } from '../../../../kernel/errors.ts';
import type { ExpressionFacts } from './expression-facts.ts';

/** What of n8n's expression engine is used: it splits and parses, nothing is evaluated. */
interface ExpressionBuilder {
  getParsedExpression(expression: string): ({ type: 'text' } | { type: 'code'; text: string; parsed: unknown })[];
}

// The engine of the n8n-workflow in use, which is no dependency of our own.
const ofN8nWorkflow = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { getParsedExpression }: ExpressionBuilder = ofN8nWorkflow('@n8n/tournament/dist/ExpressionBuilder.js');

/** Characters of an expression that is still looked into, and names that are told of it. */
const limits = { length: 20_000, name: 200, names: 50, nodes: 20_000 };

/** @param expression with its leading equals sign */
export function readExpression(expression: string): ExpressionFacts {
  const facts: ExpressionFacts = { parameters: [], credentials: [] };
  if (expression.length > limits.length) return facts;
  try {
    for (const chunk of getParsedExpression(expression.slice(1))) {
      if (chunk.type !== 'code') continue;
      const fault = whyNoExpression(chunk.parsed);
      if (fault !== undefined) return { ...facts, fault };
      collectNames(chunk.parsed, facts);
    }
  } catch (error) {
    // What is nested too deep is not judged. The parser makes syntax errors of all that it throws.
    if (error instanceof SyntaxError && !/call stack/.test(error.message))
      return {
        ...facts,
        fault: reasonOf(error)
          .replace(/^Line 1: /, '')
          .slice(0, 300),
      };
  }
  return facts;
}

/** As `getExpressionCode` of @n8n/tournament has it: the first statement between the brackets has to be an expression. */
function whyNoExpression(parsed: unknown): string | undefined {
  const body = field(field(parsed, 'program'), 'body');
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  // Empty braces are what people are given to fill in.
  if (first === undefined) return undefined;
  return field(first, 'type') === 'ExpressionStatement'
    ? undefined
    : 'the text between {{ and }} is a statement, not an expression';
}

/** Fields of syntax nodes that lead elsewhere: to tokens, to the original, back up. */
const notChildren = new Set(['loc', 'original', 'tokens', 'comments', 'range', 'start', 'end', 'extra']);

/** Without those that may be missing: in `a || b`, and where one of two values is chosen. */
function collectNames(parsed: unknown, { parameters, credentials }: ExpressionFacts): void {
  const pending: unknown[] = [field(parsed, 'program')];
  let left = limits.nodes;
  for (; pending.length > 0 && left > 0; left--) {
    const node = pending.pop();
    if (Array.isArray(node)) pending.push(...node.slice(0, limits.nodes));
    if (typeof node !== 'object' || node === null || Array.isArray(node)) continue;
    const type = field(node, 'type');
    if (type === 'MemberExpression' || type === 'OptionalMemberExpression') {
      const owner = field(field(node, 'object'), 'name');
      const key = keyOf(node);
      if (owner === '$parameter') add(parameters, key);
      if (owner === '$credentials') add(credentials, key);
    }
    if (type === 'LogicalExpression') continue;
    const children = type === 'ConditionalExpression' ? ['test'] : Object.keys(node);
    for (const name of children) if (!notChildren.has(name)) pending.push(field(node, name));
  }
}

function add(names: string[], name: string | undefined): void {
  if (name !== undefined && names.length < limits.names && name.length <= limits.name && !names.includes(name))
    names.push(name);
}

function keyOf(member: object): string | undefined {
  const property = field(member, 'property');
  const key = field(member, 'computed') === true ? field(property, 'value') : field(property, 'name');
  return typeof key === 'string' ? key : undefined;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
