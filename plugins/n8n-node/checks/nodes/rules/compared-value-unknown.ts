import { isTypo } from '../../../../../kernel/suggestion.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter, type Parameter } from '../../../model/parameters/parameter.ts';
import { listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import type { Comparison } from '../../../model/sources/source-facts.ts';
import { wordsOf } from '../../../model/words.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';

export const comparedValueUnknown: Rule<AskSubject> = {
  code: 'nodes-compared-value-unknown',
  title: 'Code compares with a value that cannot be selected',
  severity: 'error',
  why: 'The comparison is never true, and no other comparison handles the actual value of the option: its code is skipped.',
  fix: 'Use the value of the option in the comparison.',
  bad: "if (authentication === 'basic') { … }   with an option `{ name: 'Basic Auth', value: 'basicAuth' }`",
  good: "if (authentication === 'basicAuth') { … }   with an option `{ name: 'Basic Auth', value: 'basicAuth' }`",
  docs: docs.nodeDescription,
  *check({ comparisons, all }) {
    for (const same of Map.groupBy(comparisons, ({ kind, name }) => `${kind} ${name}`).values()) {
      const [first] = same;
      const offered = first && offeredFor(first, all);
      if (!offered) continue;
      const compared = new Set(same.map(({ value }) => value));
      // There are no workflows with other modes.
      const open = [...offered].filter((value) => offered === mappingModes || !compared.has(value));
      for (const { name, value, file, line, column } of same) {
        // Others may be values that old workflows have.
        const meant = offered.has(value) ? [] : open.filter((one) => isTypo(one, value) || isPart(one, value, offered));
        if (meant.length === 0) continue;
        const message = `${shown(name)} is never ${shown(value)}; did you mean ${meant.map(shown).join(' or ')}?`;
        yield { message, file, line, column, evidence: value };
      }
    }
  },
};

/** The values that users can select; undefined if some are not known. */
export function offeredFor(
  { kind, name }: Pick<Comparison, 'kind' | 'name'>,
  all: AskSubject['all'],
): ReadonlySet<string> | undefined {
  const levels =
    kind === 'field'
      ? all.credentials.map(({ fields }) => fields)
      : versionsOf(all).map(({ parameters }) => parameters);
  const [first = '', ...path] = name.split('.');
  const last = path.at(-1) ?? first;
  const found = levels.flatMap((level) => [...everyParameter(level)].filter((one) => one.name === last));
  if (path.join('.') === 'mappingMode' && levels.some((level) => isMapper(level.named.get(first)))) return mappingModes;
  if (found.length === 0 || !levels.every(({ complete }) => complete)) return undefined;
  const values = found.map((parameter) => valuesOf(parameter, kind));
  return values.every((some) => some !== undefined) ? new Set(values.flat()) : undefined;
}

/** https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/#resource-mapper */
const mappingModes: ReadonlySet<string> = new Set(['defineBelow', 'autoMapInputData']);

const isMapper = (parameters: readonly Parameter[] = []) =>
  parameters.length > 0 && parameters.every(({ type }) => type === 'resourceMapper');

function valuesOf({ raw, type, choices }: Parameter, kind: Comparison['kind']): string[] | undefined {
  if (kind === 'mode') {
    const modes = listOf(raw['modes']).map((mode) => textOf(plainOf(mode)?.['name']));
    return type === 'resourceLocator' && modes.length > 0 ? whole(modes) : undefined;
  }
  return choices && whole(choices.map(({ value }) => textOf(value)));
}

const whole = (texts: readonly (string | undefined)[]): string[] | undefined => {
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? known : undefined;
};

/**
 * Whether one value is a part of the other one, as the only one that is: `basic` and `basicAuth`. Of many, such as the
 * operations of all resources, another one has it by chance.
 */
function isPart(one: string, other: string, offered: ReadonlySet<string>): boolean {
  const [some, others] = [lettersOf(one), lettersOf(other)];
  const [short, long] = some.length < others.length ? [some, others] : [others, some];
  return some === others || (short.length >= 3 && long.includes(short) && offered.size <= maxOffered);
}

/** Values of one list, of which a part tells which one is meant. */
const maxOffered = 12;

const lettersOf = (text: string) => wordsOf(text).join('');
