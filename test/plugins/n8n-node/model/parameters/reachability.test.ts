import fc from 'fast-check';
import { type INode, type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { everyParameter, readParameters } from '../../../../../plugins/n8n-node/model/parameters/parameter.ts';
import { Reachability } from '../../../../../plugins/n8n-node/model/parameters/reachability.ts';

const names = ['a', 'b', 'c', 'd'];
const values = ['x', 'y', 'z'];
const node: INode = { id: '', name: 'Acme', type: 'acme', typeVersion: 1, position: [0, 0], parameters: {} };

const some = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 });

/** A parameter whose display options name parameters of earlier names only, as people write them. */
const parameter = fc.nat(names.length - 1).chain((at) => {
  const earlier = names.slice(0, at);
  const conditions =
    at === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...earlier), some(values), { maxKeys: 2 });
  return fc
    .record({
      options: some(values),
      initial: fc.constantFrom(...values),
      display: fc.option(fc.record({ show: conditions, hide: conditions }, { requiredKeys: [] })),
    })
    .map(
      ({ options, initial, display }): INodeProperties => ({
        displayName: names[at] ?? '',
        name: names[at] ?? '',
        type: 'options',
        options: options.map((value) => ({ name: value, value })),
        default: initial,
        ...(display && { displayOptions: display }),
      }),
    );
});

/** In the order in which they depend on each other: in another, n8n's own answers differ from one time to the next. */
const properties = (maxLength: number) =>
  fc.array(parameter, { maxLength }).map((all) => all.toSorted((a, b) => (a.name < b.name ? -1 : 1)));

/**
 * What n8n shows in any state that a user can come to: from the defaults, one choice after the other. States that n8n
 * marks as wrong, because a parameter has a value of another one of its name, are none to stay in.
 */
function shownByN8n(properties: INodeProperties[]): Set<INodeProperties> {
  const settle = (given: INodeParameters) =>
    NodeHelpers.getNodeParameters(properties, given, true, false, node, null) ?? {};
  const shownIn = (state: INodeParameters) => {
    const check = NodeHelpers.getNodeParameters(properties, state, true, true, node, null, {
      onlySimpleTypes: true,
      dataIsResolved: true,
    });
    return properties.filter((one) => NodeHelpers.displayParameter(check ?? {}, one, node, null));
  };
  const states = new Map<string, INodeParameters>();
  const pending = [settle({})];
  const shown = new Set<INodeProperties>();
  for (let state = pending.pop(); state; state = pending.pop()) {
    const key = JSON.stringify(state);
    if (states.has(key)) continue;
    states.set(key, state);
    if (shownIn(state).some((one) => !isOffered(one, state[one.name]))) continue;
    for (const one of shownIn(state)) {
      shown.add(one);
      for (const option of one.options ?? []) {
        if ('value' in option) pending.push(settle({ ...state, [one.name]: option.value }));
      }
    }
  }
  return shown;
}

const hasNoNamesakes = (all: readonly INodeProperties[]) => new Set(all.map(({ name }) => name)).size === all.length;

const isOffered = ({ options = [], default: initial }: INodeProperties, value: unknown) =>
  value === initial || options.some((option) => 'value' in option && option.value === value);

describe('whether a parameter can be shown', () => {
  it('is never denied for a parameter that n8n shows', () => {
    fc.assert(
      fc.property(properties(6), (all) => {
        const shown = shownByN8n(all);
        const level = readParameters(all);
        const reachability = new Reachability();
        for (const one of everyParameter(level)) {
          if (reachability.canBeShown(one.display, level)) continue;
          expect([...shown].map((other) => JSON.stringify(other))).not.toContain(JSON.stringify(one.raw));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is denied for most parameters that n8n never shows', () => {
    let never = 0;
    let told = 0;
    const samples = fc.sample(properties(6), { numRuns: 1000, seed: 7 }).filter(hasNoNamesakes);
    for (const all of samples) {
      const shown = shownByN8n(all);
      const level = readParameters(all);
      const reachability = new Reachability();
      for (const [index, one] of [...everyParameter(level)].entries()) {
        const original = all[index];
        if (!original || shown.has(original)) continue;
        never += 1;
        if (!reachability.canBeShown(one.display, level)) told += 1;
      }
    }
    expect(never).toBeGreaterThan(50);
    expect(told / never).toBeGreaterThan(0.8);
  });

  it('two parameters of one name can be shown together only if n8n shows both', () => {
    fc.assert(
      fc.property(parameter, parameter, properties(3).filter(hasNoNamesakes), (one, other, rest) => {
        const pair = [
          { ...one, name: 'e' },
          { ...one, name: 'e', displayOptions: other.displayOptions ?? {} },
        ];
        const all = [...rest, ...pair];
        const level = readParameters(all);
        const [first, second] = level.named.get('e') ?? [];
        const together = new Reachability().canBeShownTogether(first?.display, second?.display, {
          level,
          versions: [1],
        });
        if (!together) return;
        const shown = shownByN8n(all);
        expect(pair.every((each) => shown.has(each))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('ends where everything depends on everything', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      name: `p${index}`,
      type: 'multiOptions',
      options: values.map((value) => ({ name: value, value })),
      default: [],
      displayOptions: {
        show: Object.fromEntries(Array.from({ length: 60 }, (_unused, other) => [`p${other}`, values])),
      },
    }));
    const level = readParameters(many);
    const reachability = new Reachability();
    for (const one of level.parameters) expect(reachability.canBeShown(one.display, level)).toBe(true);
  });

  it('does not evaluate patterns or nested values', () => {
    const level = readParameters([
      { name: 'a', type: 'string', default: '' },
      { name: 'b', type: 'string', default: '', displayOptions: { show: { a: [{ _cnd: { regex: '(a+)+$' } }] } } },
      { name: 'c', type: 'string', default: '', displayOptions: { show: { '/a.mode': ['list'] } } },
      { name: 'd', type: 'string', default: '', displayOptions: { show: { '@feature': ['new'], '@version': [9] } } },
    ]);
    const reachability = new Reachability();
    expect(level.parameters.map((one) => reachability.canBeShown(one.display, level))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
