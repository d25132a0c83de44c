import type { DescribedText } from '../model/expressions/expression-texts.ts';
import type { Expressions } from '../model/expressions/parse-expressions.ts';
import type { Parameter } from '../model/parameters/parameter.ts';
import { type Plain, plainOf } from '../model/parameters/plain.ts';
import type { Rule, Violation } from '../rule.ts';

/** A description with expressions, and the names that they may use. */
export interface ExpressionOwner {
  description: Plain;
  expressions: Expressions;
  /** Whether a field of the credential exists; undefined if unknown. */
  hasField: ((name: string) => boolean) | undefined;
  /** The same for top-level parameters of a node. */
  hasParameter: ((name: string) => boolean) | undefined;
  /** The fields of the credential, or the top-level parameters, of a name; undefined if some are unknown. */
  named(owner: ComparedOwner, name: string): readonly Parameter[] | undefined;
  /** The paths, each with a dot at its end, of what n8n never evaluates. */
  ignored: RegExp | undefined;
  /** n8n writes the header Authorization itself, whatever it says. */
  isSigned?: boolean;
}

/** The variables of n8n whose fields expressions compare. */
export type ComparedOwner = '$credentials' | '$parameter';

/** The texts that n8n evaluates. */
export const evaluatedBy = ({ ignored }: Pick<ExpressionOwner, 'ignored'>, all: readonly DescribedText[]) =>
  ignored ? all.filter(({ path }) => !ignored.test(`${path}.`)) : all;

export type ExpressionRule = Rule<ExpressionOwner>;

export interface ExpressionWords {
  check: 'nodes' | 'credentials';
  docs: string;
}

/** Paths at which n8n evaluates expressions: the subtitle, and all parts of a request. */
export const evaluated =
  /^subtitle\.|(?:^|\.)(?:routing|requestDefaults|requestOperations|authenticate|test\.request|webhooks)\./;

/** The first text, and the fields of the description that have them. */
export function placeOf(description: Plain, ...texts: [DescribedText, ...DescribedText[]]) {
  const fields = new Set(texts.map(({ path }) => plainOf(description[path.split('.')[0] ?? '']) ?? description));
  return { about: { text: texts[0].text }, concerns: [...fields] };
}

/** What is wrong with one text of a description. */
export const violationIn = (description: Plain, one: DescribedText, fault: string): Violation => ({
  message: `${one.path}: ${fault}`,
  evidence: evidenceOf(one.text),
  ...placeOf(description, one),
});

/** The subtitle is only shown. */
export const ofSubtitle = (path: string) => path === 'subtitle' && { severity: 'warning' as const };

export const evidenceOf = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
