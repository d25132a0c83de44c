import { expect, it } from 'vitest';
import { ReportedViolations } from '../../../plugins/n8n-node/check-rules.ts';

it('a duplicate violation is reported once, and does not hide later ones', () => {
  const found = ['a', 'a', 'b'].map((message) => ({ message, start: 0 }));
  expect([...new ReportedViolations().admitAll(found)].map(({ message }) => message)).toEqual(['a', 'b']);
});

it('of a million violations, the first ones are reported, and the last one says that there are more', () => {
  let asked = 0;
  const endless = function* () {
    for (; asked < 1_000_000; asked++) yield { message: `fault ${asked}` };
  };
  const reported = [...new ReportedViolations().admitAll(endless())];
  expect(reported).toHaveLength(25);
  expect(reported.at(-1)?.message).toBe('fault 24 (and more: the rest is not listed)');
  expect(asked).toBeLessThan(30);
});
