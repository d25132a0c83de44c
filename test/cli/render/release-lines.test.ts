import { expect, it } from 'vitest';
import { releaseLines } from '../../../cli/render/release-lines.ts';
import { Terminal } from '../../../cli/terminal.ts';
import type { CheckReport, Compatibility } from '../../../kernel/result.ts';
import { sink } from './sink.ts';

const lines = (more: Partial<Compatibility>) => {
  const compatibility = { host: 'n8n', releases: ['2.30.0', '2.41.3'], rows: [], changes: [], ...more };
  const check: CheckReport = { name: 'c', title: 'C', passed: true, findings: [], duration: 0, compatibility };
  return releaseLines([check], new Terminal(sink(), sink(), { NO_COLOR: '1' }));
};

it('says what is different between releases, also if nothing is', () => {
  expect(lines({})).toEqual(['Compared n8n 2.30.0 and 2.41.3: the same nodes and credentials load', '']);
  expect(lines({ changes: [{ release: '2.41.3', name: 'acme', before: 'loads', now: 'fails to load' }] })).toEqual([
    'Compared n8n 2.30.0 and 2.41.3:',
    '  in n8n 2.41.3: acme fails to load (before: loads)',
    '',
  ]);
  expect(lines({ releases: ['2.41.3'] })).toEqual([]);
});
