import { listOf, plainOf, textOf } from './plain.ts';

/** The methods of a node that a parameter refers to: what the editor calls to fill its list. @param raw the parameter */
export function* methodsNamed(raw: Readonly<Record<string, unknown>>): Generator<{ group: string; name: string }> {
  if (raw['typeOptions'] === undefined && raw['modes'] === undefined) return;
  const options = plainOf(raw['typeOptions']);
  const mapper = plainOf(options?.['resourceMapper']);
  const named = [
    { group: 'loadOptions', name: textOf(options?.['loadOptionsMethod']) },
    { group: 'resourceMapping', name: textOf(mapper?.['resourceMapperMethod']) },
    { group: 'localResourceMapping', name: textOf(mapper?.['localResourceMapperMethod']) },
    ...listOf(raw['modes']).map((mode) => ({
      group: 'listSearch',
      name: textOf(plainOf(plainOf(mode)?.['typeOptions'])?.['searchListMethod']),
    })),
  ];
  for (const { group, name } of named) if (name !== undefined) yield { group, name };
}
