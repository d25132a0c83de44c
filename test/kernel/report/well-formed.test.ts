import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { JsonReport, jsonReport } from '../../../kernel/report/json.ts';
import { junitReport } from '../../../kernel/report/junit.ts';
import { crowdedRun, emptyRun, hostileRun, rejectedRun } from './sample-runs.ts';
import { elementsOf } from './xml-elements.ts';

const runs = [crowdedRun, emptyRun, rejectedRun, hostileRun];

describe('a JUnit report', () => {
  it.each(runs)('is XML (%#)', (run) => {
    const elements = elementsOf(junitReport(run));
    expect(elements.slice(0, 2)).toEqual(['testsuites', 'testsuite']);
    expect(elements).not.toContain('script');
  });

  it('would be invalid with unescaped text of a project', () => {
    expect(() => elementsOf('<a>&nothing;</a>')).toThrow('Invalid character entity');
    expect(() => elementsOf('<a></b>')).toThrow();
  });
});

describe('a JSON report', () => {
  it.each(runs)('matches its published schema (%#)', (run) => {
    expect(Check(JsonReport, JSON.parse(jsonReport(run)))).toBe(true);
    expect(Check(JsonReport, { ...JSON.parse(jsonReport(run)), status: 'fine' })).toBe(false);
  });
});
