import { openSync } from 'node:fs';
import { Judge } from '../../judge/judge.ts';
import { judged, toyOrder } from './toy-request.ts';

// Asks for a run where there are no descriptors left, and prints what comes of it.
const taken: number[] = [];
const plugin = { folder: process.argv[2] ?? '', specifier: './plugin.ts' };
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  const { verification } = await judged(new Judge(), toyOrder({ plugin }, {}), new AbortController().signal);
  console.log(JSON.stringify(verification));
}
