import type { Parameter } from './parameter.ts';
import { listOf, textOf } from './plain.ts';

/** Types of parameters that the editor only shows. */
export const withoutValue: ReadonlySet<string> = new Set(['notice', 'callout', 'button']);

/** Whether users fill in parameters, or fields of a credential, of a type. */
export const isFilledIn = (type: unknown): boolean => type !== 'hidden' && !withoutValue.has(String(type));

/** Whether users can enter nothing, or select one value only, or are told that the value is ignored. */
export const hasNoUse = ({ type, raw }: Parameter) => {
  const { length } = listOf(raw['options']);
  const texts = ['displayName', 'description', 'hint'].map((field) => textOf(raw[field]) ?? '');
  return (
    (/collection$/i.test(type) && length === 0) ||
    (type === 'options' && length === 1) ||
    texts.some((text) => retired.test(text))
  );
};

const retired = /\bdeprecated\b|\b(?:is|will be) ignored\b(?! (?:if|when|unless|for)\b)/i;
