import { afterAll, describe, expect, it } from 'vitest';
import type { BaseName } from './base-projects.ts';
import { type Area, areas } from './fault.ts';
import { faults } from './faults.ts';
import { isRight, judge, shown } from './judge.ts';
import { missed } from './missed.ts';
import { openVerifier } from './verify-texts.ts';

const all = areas.flatMap((area) => faults[area].map((fault) => ({ area, fault, name: `${area}: ${fault.name}` })));

/**
 * A few faults that hide none of the others, so that each project is also seen to have no further fault; `npm run seeded-faults`
 * tries them all, one by one. The project that is missing here is verified by cli/end-to-end.test.ts.
 */
const sown: readonly (readonly [BaseName, readonly Area[]])[] = [
  ['declarative', ['manifest', 'docs', 'provenance']],
  ['javascript', ['security']],
  ['trigger', ['types', 'credentials']],
  ['versioned', ['nodes', 'packaging', 'behaviour']],
];
const projects = sown.map(([base, areas]) =>
  areas.map((area) => {
    const found = all.filter((one) => one.area === area && one.fault.base === base && !missed.has(one.name));
    return found.find(({ fault }) => !fault.blocks) ?? found[0] ?? expect.fail(`no fault of ${area} in ${base}`);
  }),
);

const verifier = await openVerifier();
afterAll(() => verifier[Symbol.asyncDispose]());

describe('a fault', () => {
  it('has a name of its own', () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect([...missed].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(projects.map((sown) => ({ sown, names: sown.map(({ name }) => name).join(', ') })))(
    'is told of at its place, by one code: $names',
    async ({ sown }) => {
      expect(new Set(sown.map(({ fault }) => fault.expect.code)).size).toBe(sown.length);
      const outcomes = await judge(sown, verifier);
      const skipped = outcomes[0]?.skipped.filter((reason) => !reason.includes('is written in JavaScript'));
      expect(skipped).toEqual([]);
      expect(outcomes.map((one) => (isRight(one) ? 'told' : one.findings.map(shown)))).toEqual(sown.map(() => 'told'));
    },
  );
});
