import type { CheckReport } from '../../../kernel/result.ts';

/** Returns the report of a check that passed, unless `more` says otherwise. */
export const passedCheck = (name: string, more: Partial<CheckReport> = {}): CheckReport => ({
  name,
  title: name,
  passed: true,
  findings: [],
  duration: 0,
  ...more,
});
