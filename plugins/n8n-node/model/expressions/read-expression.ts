import { createRequire } from 'node:module';
import { reasonOf } from '../../../../kernel/errors.ts';
import { requireFrom } from '../../n8n/kit-folder.ts';
import type { ExpressionFacts } from './expression-facts.ts';

/** The used part of n8n's expression engine: it splits and parses. Nothing is evaluated. */
interface ExpressionBuilder {
  getParsedExpression(expression: string): ({ type: 'text' } | { type: 'code'; text: string; parsed: unknown })[];
}

/** Characters of an expression, and names that are reported for it. */
const limits = { length: 20_000, name: 200, names: 50, nodes: 20_000 };

/**
 * Creates the function that reads an expression with its leading equals sign.
 * @param kit folder of the kit whose n8n-workflow parses
 */
export function expressionReader(kit: string): (expression: string) => ExpressionFacts {
  // It belongs to n8n-workflow.
  const ofN8nWorkflow = createRequire(requireFrom(kit).resolve('n8n-workflow'));
  const builder: ExpressionBuilder = ofN8nWorkflow('@n8n/tournament/dist/ExpressionBuilder.js');
  return (expression) => readExpression(expression, builder);
}

function readExpression(expression: string, { getParsedExpression }: ExpressionBuilder): ExpressionFacts {
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
    // Expressions that are nested too deeply are not judged. The parser turns all exceptions into syntax errors.
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

/** As in `getExpressionCode` of @n8n/tournament: the first statement between the braces must be an expression. */
function whyNoExpression(parsed: unknown): string | undefined {
  const body = field(field(parsed, 'program'), 'body');
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  // Empty braces are meant to be filled in.
  if (first === undefined) return undefined;
  return field(first, 'type') === 'ExpressionStatement'
    ? undefined
    : 'the text between {{ and }} is a statement, not an expression';
}

/** Fields of syntax nodes that are not children: tokens, the original node, the parent. */
const notChildren = new Set(['loc', 'original', 'tokens', 'comments', 'range', 'start', 'end', 'extra']);

/** Without optional ones: in `a || b` and conditional expressions. */
function collectNames(parsed: unknown, facts: ExpressionFacts): void {
  const { parameters, credentials } = facts;
  const pending: unknown[] = [field(parsed, 'program')];
  const before: unknown[] = [];
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
    if (type === 'LogicalExpression') {
      if (isLiteral(field(node, 'right')) && field(node, 'operator') !== '&&') before.push(field(node, 'left'));
      continue;
    }
    const children = type === 'ConditionalExpression' ? ['test'] : Object.keys(node);
    for (const name of children) if (!notChildren.has(name)) pending.push(field(node, name));
  }
  const defaulted = [...(facts.defaulted ?? [])];
  for (const one of before) {
    const names: ExpressionFacts = { parameters: [], credentials: [] };
    collectNames({ program: one }, names);
    for (const name of [...names.credentials, ...(names.defaulted ?? [])]) add(defaulted, name);
  }
  if (defaulted.length > 0) facts.defaulted = defaulted;
}

const isLiteral = (node: unknown) => /^(?:String|Numeric)?Literal$/.test(String(field(node, 'type')));

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
