import { type DescribedText, expressionsIn, textsIn } from '../model/expressions/expression-texts.ts';
import type { Expressions } from '../model/expressions/parse-expressions.ts';
import { type Plain, shown } from '../model/parameters/plain.ts';
import type { Rule, Violation } from '../rule.ts';

/** A description with expressions, and what they may name. */
export interface ExpressionOwner {
  description: Plain;
  expressions: Expressions;
  /** Whether a field of the credential exists; undefined where that can't be told. */
  hasField: ((name: string) => boolean) | undefined;
  /** The same for parameters at the top of a node. */
  hasParameter: ((name: string) => boolean) | undefined;
  /** Whether n8n never comes to the requests that are described: the node has code of its own for them. */
  ignoresRequests: boolean;
}

/** A part of a request that only nodes without code of their own send; lists to choose from are loaded for every node. */
const ofRequest = /^(?!.*\bloadOptions\.)(?:.*\.)?(?:routing|requestDefaults|requestOperations)\./;

/** Those that n8n comes to. */
const evaluatedBy = ({ ignoresRequests }: Pick<ExpressionOwner, 'ignoresRequests'>, all: readonly DescribedText[]) =>
  ignoresRequests ? all.filter(({ path }) => !ofRequest.test(`${path}.`)) : all;

type ExpressionRule = Rule<ExpressionOwner>;

interface ExpressionWords {
  check: 'nodes' | 'credentials';
  docs: string;
}

/** The rules about expressions that hold for nodes and for credentials. */
export const expressionRules = (words: ExpressionWords): ExpressionRule[] => [
  syntax(words),
  withoutEquals(words),
  unknownField(words),
];

function syntax({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-syntax`,
    title: 'An expression does not parse',
    severity: 'error',
    why: 'n8n parses it when it is needed, and fails then, whatever the data.',
    fix: 'Correct the JavaScript between {{ and }}.',
    bad: "url: '=/orders/{{ $parameter.orderId ?? }}'",
    good: "url: '=/orders/{{ $parameter.orderId }}'",
    docs,
    *check(owner) {
      const { description, expressions } = owner;
      for (const { text, path } of evaluatedBy(owner, expressionsIn(description))) {
        const fault = expressions.get(text)?.fault;
        if (fault !== undefined) yield { message: `${path}: ${fault}`, evidence: evidenceOf(text), about: { text } };
      }
    },
  };
}

/** Where n8n evaluates texts: everything that a request is made of. */
const evaluated = /(?:^|\.)(?:routing|requestDefaults|requestOperations|authenticate|test\.request|webhooks)\./;
/** What people write into an expression; short texts only, so that no text is searched for long. */
const variable = /\{\{\s*\$(?:parameter|credentials|value|response|responseItem|json|version|self|pageCount|request)\b/;

function withoutEquals({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-without-equals`,
    title: 'A text that is meant as an expression does not begin with an equals sign',
    severity: 'error',
    why: 'n8n sends the braces and what stands between them as they are.',
    fix: 'Begin the text with an equals sign.',
    bad: "url: '/orders/{{ $parameter.orderId }}'",
    good: "url: '=/orders/{{ $parameter.orderId }}'",
    docs,
    *check(owner) {
      for (const { text, path } of evaluatedBy(owner, textsIn(owner.description))) {
        if (text.startsWith('=') || text.length > 2000 || !evaluated.test(`${path}.`) || !variable.test(text)) continue;
        yield { message: `${path} does not begin with "="`, evidence: evidenceOf(text), about: { text } };
      }
    },
  };
}

function unknownField({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-field-unknown`,
    title: 'An expression names a field that the credential does not have',
    severity: 'error',
    why: 'It has no value: requests go to "undefined/…" or carry "Bearer undefined", and the service refuses them.',
    fix: 'Use the name of one of the fields of the credential.',
    bad: "properties: [{ name: 'accessToken', … }]\nAuthorization: '=Bearer {{ $credentials.token }}'",
    good: "properties: [{ name: 'accessToken', … }]\nAuthorization: '=Bearer {{ $credentials.accessToken }}'",
    docs,
    *check(owner) {
      if (owner.hasField) yield* naming('credentials', owner, owner.hasField, 'the credential has no field');
    },
  };
}

/** Only nodes have parameters that expressions could name. */
export const unknownParameter = (docs: string): ExpressionRule => ({
  code: 'nodes-expression-parameter-unknown',
  title: 'An expression names a parameter that the node does not have',
  severity: 'warning',
  why: 'It has no value: the subtitle shows "undefined", a request is sent without what it needs.',
  fix: 'Use the name of one of the parameters at the top of the node.',
  bad: "subtitle: '={{ $parameter[\"operation\"] }}',\nproperties: [{ name: 'action', … }]",
  good: "subtitle: '={{ $parameter[\"action\"] }}',\nproperties: [{ name: 'action', … }]",
  docs,
  *check(owner) {
    if (owner.hasParameter)
      yield* naming('parameters', owner, owner.hasParameter, 'the node has no parameter', isOptional);
  },
});

/** How a webhook answers: n8n does as it does without them where they have no value. */
const isOptional = (path: string) => /^webhooks\..*\bresponse\w*(\.|$)/.test(path);

function* naming(
  what: 'credentials' | 'parameters',
  owner: ExpressionOwner,
  has: (name: string) => boolean,
  reason: string,
  isSpared: (path: string) => boolean = () => false,
): Generator<Violation> {
  const places = new Map<string, DescribedText[]>();
  const { description, expressions } = owner;
  for (const described of evaluatedBy(owner, expressionsIn(description))) {
    if (isSpared(described.path)) continue;
    for (const name of expressions.get(described.text)?.[what] ?? []) {
      if (!has(name)) places.set(name, [...(places.get(name) ?? []), described]);
    }
  }
  // A name that is used in many places is wrong once.
  for (const [name, [first, ...others]] of places) {
    if (!first) continue;
    const more = others.length > 0 ? `, and ${others.length} more` : '';
    const { text, path } = first;
    const message = `${reason} ${shown(name)}: ${path}${more}`;
    yield { message, ...severityOf(path), evidence: evidenceOf(text), about: { text } };
  }
}

/** Where the address of a request lacks a part, the operation can not work. */
const severityOf = (path: string) =>
  /(?:^|\.)routing\.request\.(?:url|baseURL)$/.test(path) ? { severity: 'error' as const } : {};

const evidenceOf = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
