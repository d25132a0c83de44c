import { hasEnded } from '../trace/ending.ts';
import { parameterOf, withoutValues } from '../trace/marks.ts';
import { isWrite, type TracedRequest } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/**
 * The parameters of which an operation sends the current value, which it gets before, in place of the one that users enter.
 * The responses of the API had no such fields in other runs.
 * @param prepared with as much as possible filled in @param run of that
 */
export async function overwrittenOf(
  { prepared, answers, run }: Pick<Learned, 'prepared' | 'answers'> & { run: Run },
  stage: Stage,
): Promise<string[]> {
  const changed = changeOf(run)?.fields ?? [];
  if (changed.length === 0) return [];
  const { marking, node } = prepared;
  const offered = marking.known.flatMap(({ name, label }) => [name, label]);
  if ([...offered, String(node.parameters['operation'])].some((name) => keeps.test(name))) return [];
  const known = { ...answers.known, current: changed.map(({ key }) => key) };
  const after = await oneRun(prepared, { kind: 'fields', items: [0], number: 9, ...answers, known }, stage);
  const sent = hasEnded(after) ? changeOf(after) : undefined;
  if (!sent) return [];
  const kept = new Set(after.requests.flatMap(({ marks }) => marks.map(parameterOf)));
  const lost = changed.filter(({ parameter }) => !kept.has(parameter));
  const names = lost.map(({ parameter }) => marking.names[parameter] ?? '').filter((name) => name !== '');
  return [...new Set(names)].slice(0, 20).map((name) => name.slice(0, most.name));
}

/** What says that values which are there stay as they are: "Overwrite Existing Values", `setDefaults`. */
const keeps = /overwrit|\bkeep|existing|missing|empty|default|merge|replace|prefer/i;

/** The request that changes what an earlier one gets. A POST may create something beside it, unless its address names it. */
function changeOf({ requests }: Run): TracedRequest | undefined {
  const placeOf = ({ url }: TracedRequest) => url.split('?')[0];
  return requests.find(
    (one, at) =>
      isWrite(one) &&
      (one.method !== 'POST' || withoutValues(one.url) !== one.url) &&
      requests.slice(0, at).some((before) => before.method === 'GET' && placeOf(before) === placeOf(one)),
  );
}
