import { expect, it } from 'vitest';
import { logged, passing, run } from './sample-run.ts';

it('the log begins with the ruleset in force, and the result names it', async () => {
  const { events, verification } = await run({ checks: [passing('one')], type: { ruleset: 'sample-2026-11' } });
  expect(logged(events)[0]?.message).toBe('Ruleset: sample-2026-11');
  expect(verification.ruleset).toBe('sample-2026-11');
});

it('nothing is logged for a project type without a ruleset', async () => {
  const { events, verification } = await run({ checks: [passing('one')] });
  expect(logged(events).filter(({ message }) => message.includes('ruleset'))).toEqual([]);
  expect(verification).not.toHaveProperty('ruleset');
});
