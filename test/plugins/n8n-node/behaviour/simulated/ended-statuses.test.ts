import { expect, test } from 'vitest';
import { endedStatuses } from '../../../../../plugins/n8n-node/behaviour/simulated/ended-statuses.ts';

test.each([
  ["if (response.status === 'SUCCEEDED') return response;", ['SUCCEEDED']],
  ["while (task['task_status'] !== 'finished') await sleep(1000);", ['finished']],
  ["if ('job_done' === job.state) return job;", ['job_done']],
  ["switch (job.status) { case 'failed': throw e; case 'ready': return job; default: }", ['ready']],
  ["const READY = new Set(['metadata_ready', 'pending_signature']);", ['metadata_ready']],
  ["const terminal = ['closed', 'completed'];", ['completed', 'closed']],
  ["if (status === 'failed' || status === 'not_ready' || status === 'processing') continue;", []],
  ["if (mode === 'completed') return;", []],
])('%s', (text, statuses) => {
  expect(endedStatuses([text])).toEqual(statuses);
});

test('takes only the first ones of many, without long searches', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `status === 'done${index}'`).join(' || ');
  const long = ['[', "'aa' , ", `['aa'${' '.repeat(50)}`, 'switch (state ', "'aa' == state", 'statestate'];
  expect(endedStatuses([many, ...long.map((text) => text.repeat(400_000 / text.length))])).toHaveLength(6);
});
