import { type DescribedText, expressionsIn, textsIn } from '../model/expressions/expression-texts.ts';
import type { Parameter } from '../model/parameters/parameter.ts';
import { listOf, type Plain, plainOf, shown } from '../model/parameters/plain.ts';
import { listed, type Violation } from '../rule.ts';
import { blockedGlobal } from './blocked-globals.ts';
import { equalsTwice } from './equals-twice.ts';
import {
  type ComparedOwner,
  type ExpressionOwner,
  type ExpressionRule,
  type ExpressionWords,
  evaluated,
  evaluatedBy,
  evidenceOf,
  ofSubtitle,
  placeOf,
  violationIn,
} from './expression-owner.ts';

/** The rules about expressions in nodes and credentials. */
export const expressionRules = (words: ExpressionWords): ExpressionRule[] => [
  syntax(words),
  withoutEquals(words),
  equalsTwice(words),
  unknownField(words),
  unknownValue(words),
  blockedGlobal(words),
];

function syntax({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-syntax`,
    title: 'Expression has a syntax error',
    severity: 'error',
    why: 'n8n fails whenever it evaluates the expression, whatever the data.',
    fix: 'Fix the JavaScript between {{ and }}.',
    bad: "url: '=/orders/{{ $parameter.orderId ?? }}'",
    good: "url: '=/orders/{{ $parameter.orderId }}'",
    docs,
    *check(owner) {
      const { description, expressions } = owner;
      for (const one of evaluatedBy(owner, expressionsIn(description))) {
        const fault = expressions.get(one.text)?.fault;
        if (fault !== undefined) yield violationIn(description, one, fault);
      }
    },
  };
}

/** Variables in expressions; used for short texts only. */
const variable =
  /\{\{(?:[^}]|\}(?!\})){0,500}?\$(?:parameter|credentials|value|response|responseItem|json|version|self|pageCount|request)\b/;
/** Defaults of a credential's fields, in which only `$self` has a meaning. */
const ofSelf = { path: /\.default\.$/, variable: /\{\{[^{}]{0,500}\$self\b/ };

function withoutEquals({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-without-equals`,
    title: 'Expression does not start with "="',
    severity: 'error',
    why: 'n8n does not evaluate the text: it sends or shows the braces with their content.',
    fix: 'Start the text with "=".',
    bad: "url: '/orders/{{ $parameter.orderId }}'",
    good: "url: '=/orders/{{ $parameter.orderId }}'",
    docs,
    *check(owner) {
      const { description } = owner;
      for (const { text, path } of evaluatedBy(owner, textsIn(description))) {
        if (text.startsWith('=') || text.length > 2000) continue;
        const isEvaluated = evaluated.test(`${path}.`) && variable.test(text);
        const isOfSelf = check === 'credentials' && ofSelf.path.test(`${path}.`) && ofSelf.variable.test(text);
        if ((!isEvaluated && !isOfSelf) || isOverridden(description, { text, path })) continue;
        yield {
          ...violationIn(description, { text, path }, 'expression does not start with "="'),
          ...ofSubtitle(path),
        };
      }
    },
  };
}

/** Whether the URL of an option may be replaced: n8n takes that of the last shown parameter that has one. */
function isOverridden({ properties }: Plain, { text, path }: DescribedText): boolean {
  const [, owner, value] = /^(\w+)\.([^.]+)\.routing\.request\.url$/.exec(path) ?? [];
  if (owner === undefined) return false;
  const all = listOf(properties).map((parameter) => plainOf(parameter) ?? {});
  const isChosen = (option: unknown) => urlOf(plainOf(option)) === text;
  const at = all.findIndex(({ name, options }) => name === owner && listOf(options).some(isChosen));
  const chosen = { ...showOf(all[at]), [owner]: [value] };
  return all.slice(at + 1).some((parameter) => urlOf(parameter) !== undefined && agree(chosen, showOf(parameter)));
}

const urlOf = (one: Plain | undefined) => plainOf(plainOf(one?.['routing'])?.['request'])?.['url'];
const showOf = (parameter: Plain | undefined) => plainOf(plainOf(parameter?.['displayOptions'])?.['show']) ?? {};

/** Whether all conditions on the same parameter share a value. */
const agree = (one: Plain, other: Plain): boolean =>
  Object.entries(other).every(
    ([key, values]) => one[key] === undefined || listOf(one[key]).some((value) => listOf(values).includes(value)),
  );

function unknownField({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-field-unknown`,
    title: 'Unknown credential field in an expression',
    severity: 'error',
    why: 'The value is undefined: requests are sent to "undefined/…" or with "Bearer undefined", and the service rejects them. A warning if only an option of the request, such as `skipSslCertificateValidation`, is never set.',
    fix: 'Use the name of a field of the credential.',
    bad: "properties: [{ name: 'accessToken', … }]\nAuthorization: '=Bearer {{ $credentials.token }}'",
    good: "properties: [{ name: 'accessToken', … }]\nAuthorization: '=Bearer {{ $credentials.accessToken }}'",
    docs,
    *check(owner) {
      if (owner.hasField) yield* naming('credentials', owner, owner.hasField, 'is not a field of the credential');
      for (const { text, path } of evaluatedBy(owner, expressionsIn(owner.description))) {
        if (!text.includes('{{') || !/\$credential\b/.test(text)) continue;
        const fault = '"$credential" is not a variable of n8n; it is called "$credentials"';
        yield violationIn(owner.description, { text, path }, fault);
      }
    },
  };
}

/** `$credentials.region === 'eu'`, `$parameter["region"] != "eu"` */
const comparison =
  /(\$credentials|\$parameter)(?:\??\.(\w{1,200})|\["(\w{1,200})"\]|\['(\w{1,200})'\])\s{0,9}[!=]==?\s{0,9}(?:"([^"\\]{1,200})"|'([^'\\]{1,200})')/g;

interface Compared {
  variable: ComparedOwner;
  name: string;
  value: string;
}

function unknownValue({ check, docs }: ExpressionWords): ExpressionRule {
  return {
    code: `${check}-expression-value-unknown`,
    title: 'Expression compares with a value that is not an option',
    severity: 'error',
    why: 'The comparison has the same result whatever users select: one branch is never used.',
    fix: 'Use the value of an option.',
    bad: 'url: \'={{ $credentials.region === "europe" ? … : … }}\'   with the options `eu` and `us`',
    good: 'url: \'={{ $credentials.region === "eu" ? … : … }}\'   with the options `eu` and `us`',
    docs,
    *check(owner) {
      const { description } = owner;
      for (const { text, path } of evaluatedBy(owner, expressionsIn(description))) {
        if (text.length > 20_000) continue;
        const compared = [...text.matchAll(comparison)].map(
          ([, variable, a, b, c, one, other]): Compared => ({
            variable: variable === '$credentials' ? variable : '$parameter',
            name: a ?? b ?? c ?? '',
            value: one ?? other ?? '',
          }),
        );
        for (const [first, ...others] of Map.groupBy(
          compared,
          ({ variable, name }) => `${variable}.${name}`,
        ).values()) {
          const values = first && selectable(owner.named(first.variable, first.name));
          // One that users can select shows that the others are of an earlier version.
          if (!values || [first, ...others].some(({ value }) => values.has(value))) continue;
          const known = listed([...values].map(shown), { most: 4 });
          yield {
            message: `${path}: ${shown(first.name)} is never ${shown(first.value)}; options: ${known}`,
            ...(path === 'subtitle' && { severity: 'warning' as const }),
            evidence: evidenceOf(text),
            ...placeOf(description, { text, path }),
          };
        }
      }
    },
  };
}

/** The values that users can select; undefined if some are unknown. */
function selectable(parameters: readonly Parameter[] = []): ReadonlySet<string> | undefined {
  const values = parameters.map(
    ({ choices, raw }) => choices && [...choices.map(({ value }) => value), raw['default']],
  );
  const known = values.flatMap((some) => some ?? [undefined]);
  return known.length > 0 && known.every((value) => typeof value === 'string') ? new Set(known) : undefined;
}

/** `$parameter["notify"] || true`, `$value || true` */
const alwaysTrue =
  /\{\{\s{0,9}\(?(?:\$parameter(?:\.(\w{1,200})|\["(\w{1,200})"\]|\['(\w{1,200})'\])|\$value)\s{0,9}\|\|\s{0,9}true\)?\s{0,9}\}\}/;

/** Only nodes have parameters. */
export const trueExpression = (docs: string): ExpressionRule => ({
  code: 'nodes-expression-always-true',
  title: 'Expression is always true',
  severity: 'error',
  why: '`false || true` is true: what users switch off stays on.',
  fix: 'Use the value as it is, with `true` as `default` of the parameter.',
  bad: "notify: '={{ $parameter.notify || true }}'",
  good: "notify: '={{ $parameter.notify }}'",
  docs,
  *check(owner) {
    const { description } = owner;
    for (const { text, path } of evaluatedBy(owner, expressionsIn(description))) {
      const found = alwaysTrue.exec(text.slice(0, 20_000));
      if (!found) continue;
      const [, a, b, c] = found;
      // A value is that of the parameter with the routing.
      const name = a ?? b ?? c ?? /^(\w{1,200})\.routing\./.exec(path)?.[1] ?? '';
      const parameters = owner.named('$parameter', name) ?? [];
      if (parameters.length === 0 || !parameters.every(({ type }) => type === 'boolean')) continue;
      const message = `${path}: \`|| true\` makes it true whatever users select`;
      yield { message, evidence: evidenceOf(text), ...placeOf(description, { text, path }) };
    }
  },
});

/** Only nodes have parameters. */
export const unknownParameter = (docs: string): ExpressionRule => ({
  code: 'nodes-expression-parameter-unknown',
  title: 'Unknown parameter in an expression',
  severity: 'warning',
  why: 'The value is undefined: the subtitle shows "undefined", or a request is sent without it.',
  fix: 'Use the name of a top-level parameter of the node. Where it has none for this, write a text instead, as in `subtitle: "Orders"`.',
  bad: "subtitle: '={{ $parameter[\"operation\"] }}',\nproperties: [{ name: 'action', … }]",
  good: "subtitle: '={{ $parameter[\"action\"] }}',\nproperties: [{ name: 'action', … }]",
  docs,
  *check(owner) {
    if (owner.hasParameter)
      yield* naming('parameters', owner, owner.hasParameter, 'is not a parameter of the node', isOptional);
  },
});

/** Response options of a webhook: n8n uses its defaults if they have no value. It rejects each call whose response mode has none. */
const isOptional = (path: string) => /^webhooks\..*\bresponse(?!Mode)\w*(\.|$)/.test(path);

function* naming(
  what: 'credentials' | 'parameters',
  owner: ExpressionOwner,
  has: (name: string) => boolean,
  problem: string,
  isSpared: (path: string) => boolean = () => false,
): Generator<Violation> {
  const uses = new Map<string, DescribedText[]>();
  const { description, expressions } = owner;
  for (const described of evaluatedBy(owner, expressionsIn(description))) {
    if (isSpared(described.path)) continue;
    const facts = expressions.get(described.text);
    const defaulted = what === 'credentials' ? (facts?.defaulted ?? []) : [];
    for (const name of new Set([...(facts?.[what] ?? []), ...defaulted])) {
      if (!has(name)) uses.set(name, [...(uses.get(name) ?? []), described]);
    }
  }
  // One violation for all uses of a name.
  for (const [name, [first, ...others]] of uses) {
    if (!first) continue;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const { text, path } = first;
    const isReplaced = owner.isSigned && [first, ...others].every((one) => authorization.test(one.path));
    const isSwitch = what === 'credentials' && [first, ...others].every((one) => requestOption.test(one.path));
    const effect = isReplaced ? ', which n8n replaces' : isSwitch ? ', so the option is never set' : '';
    const isDefaulted = [first, ...others].every((one) => !expressions.get(one.text)?.[what].includes(name));
    const always = isDefaulted ? ', so the default always applies' : '';
    const message = `${shown(name)} ${problem}${always}: used in ${path}${more}${effect}`;
    const severity = isReplaced || isSwitch || isDefaulted ? { severity: 'warning' as const } : severityOf(path);
    yield { message, ...severity, evidence: evidenceOf(text), ...placeOf(description, first, ...others) };
  }
}

/** n8n-core 2.41, execution-engine/node-execution-context/utils/request-helper-functions.js: OAuth2 replaces it. */
const authorization = /\.headers\.authorization$/i;

/** Options of a request, such as `skipSslCertificateValidation`: n8n sends the same request without them. */
const requestOption =
  /(?:^|\.)(?:request|requestDefaults)\.(?!(?:url|baseURL|method|headers|body|qs|auth)(?:\.|$))\w{1,100}$/;

/** An operation cannot work if a part of its URL or body is undefined, nor a webhook without its path. */
const severityOf = (path: string) =>
  /(?:^|\.)routing\.request\.(?:(?:url|baseURL)$|body\b)|^webhooks\..*\bpath$/.test(path)
    ? { severity: 'error' as const }
    : {};
