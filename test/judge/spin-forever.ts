import { Judge } from '../../judge/judge.ts';
import { judged, toyOrder } from './toy-request.ts';

// Asks for a run that never ends; to be killed.
const plugin = { folder: process.argv[2] ?? '', specifier: './plugin.ts' };
const order = toyOrder({ plugin }, { gate: 'orphan', spin: true });
await judged(new Judge(), order, new AbortController().signal);
