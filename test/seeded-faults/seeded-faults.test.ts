import { afterAll, describe, expect, it } from 'vitest';
import { baseNames, baseProject } from './base-projects.ts';
import { type Area, areas } from './fault.ts';
import { faults } from './faults.ts';
import { isRight, judge, shown } from './judge.ts';
import { missed } from './missed.ts';
import { openVerifier } from './verify-texts.ts';

/** Of each area this many; `npm run seeded-faults` tries them all. */
const some = 1;

const all = areas.flatMap((area) => faults[area].map((fault) => ({ area, fault, name: `${area}: ${fault.name}` })));
const sample = areas.flatMap((area) =>
  all
    .filter((one) => one.area === area && !missed.has(one.name))
    .filter((_, index, { length }) => index % Math.ceil(length / some) === 0),
);

/** A fault of these hides none of another: those with the same base are in one project, where each has a code of its own. */
const independent = new Set<Area>(['types', 'credentials', 'security', 'nodes', 'packaging', 'docs', 'provenance']);
const projects = [...Map.groupBy(sample, ({ area, fault }) => (independent.has(area) ? fault.base : area)).values()];

const verifier = await openVerifier();
afterAll(() => verifier[Symbol.asyncDispose]());

describe('the projects that faults are made in', () => {
  it.each(baseNames)('%s has none', async (name) => {
    const { findings } = await verifier.verify(await baseProject(name));
    expect(findings.map(shown)).toEqual([]);
  });
});

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
      expect(outcomes.map((one) => (isRight(one) ? 'told' : one.findings.map(shown)))).toEqual(sown.map(() => 'told'));
    },
  );
});
