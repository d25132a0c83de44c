import { counted } from '../../../../kernel/index.ts';
import type { RunOperation } from '../../behaviour/run-package.ts';
import { errorOutput, isFault, lacksItem, noProcess, timeLimit } from '../../behaviour/trace/ending.ts';
import { withoutValues } from '../../behaviour/trace/marks.ts';
import { type Run, webhookSteps } from '../../behaviour/trace/run.ts';

/** The run that the table tells of; of the methods of a webhook, all that were called. */
export function shownRun({ kind, trace, run }: RunOperation): Run | undefined {
  if (kind === 'webhook') return run('signed') ?? run('plain');
  if (kind !== 'webhookMethods') return run('plain');
  const steps = webhookSteps.flatMap((step) => run(step) ?? []);
  const failed = steps.find(({ thrown, given }) => thrown !== undefined || given !== undefined);
  const first = failed ?? steps[0] ?? trace.runs[0];
  return first && { ...first, requests: steps.flatMap(({ requests }) => requests) };
}

/** What there is none of, where a part of a kind had nothing to show. */
const nothing: Partial<Record<RunOperation['kind'], string>> = {
  poll: 'it emits nothing for the simulated responses',
  trigger: 'it emits nothing within ten minutes',
  webhook: 'it does not start the workflow for a sample request',
  loadOptions: 'its list is empty for the simulated responses',
  listSearch: 'its list is empty for the simulated responses',
  resourceMapping: 'its list is empty for the simulated responses',
};

/** What Node.js says of a server that it cannot reach, and n8n in its place. */
const unreachable = /\b(?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED)\b|^The DNS server returned an error/;

/** What n8n says of a parameter without a value. */
const withoutValue = /^Could not get parameter ("[^"]+")/;

/** Lists of problems begin with a bracket. */
const firstLine = (message: string) =>
  message
    .split('\n')
    .find((line) => /[\p{L}\p{N}]/u.test(line))
    ?.trim() ?? message.slice(0, maxLine);
const maxLine = 200;

/** Undefined for one that ran from its start to its output. */
export function whyNotExercised({ kind, trace }: RunOperation, run: Run | undefined): string | undefined {
  if (trace.unrun !== undefined || !run) return trace.unrun ?? 'not run';
  if (run.given === 'time') return timeLimit;
  if (run.given === 'requests')
    return kind === 'trigger' ? 'it emits nothing for 200 requests' : 'it does not stop sending requests';
  const { requests, count, shapeless, returned } = run;
  const failure = run.thrown?.message ?? errorOutput(run);
  if (failure !== undefined) {
    const message = firstLine(failure);
    if (message.includes(noProcess)) return noProcess;
    // Of an error that only repeats a value of a response, nothing can be told.
    const said = withoutValues(message) === '*' ? '' : `: ${message}`;
    if (lacksItem({ message }) || (requests.length === 0 && isFault(message))) return `it fails: ${message}`;
    if (requests.length > 0) return `it cannot use the simulated responses${said}`;
    if (unreachable.test(message)) return `it connects to a server without using HTTP: ${message}`;
    const without = withoutValue.exec(message)?.[1];
    if (without !== undefined) return `it reads the parameter ${without}, which has no value and no fallback`;
    if (/^dependency "[^"]+" is not installed/.test(message)) return message;
    if (message.startsWith('Cannot find module')) return `a module is missing: ${message}`;
    return kind === 'trigger' ? `it does not start: ${message}` : `it rejects the values: ${message}`;
  }
  if (kind === 'webhook' && count === 0 && run.isRejected)
    return 'it rejects a sample request, which lacks the signature or token that it checks';
  if (kind === 'credentialTest' && returned !== 'OK')
    return requests.length > 0 ? 'it rejects the simulated responses' : 'it fails, and sends no HTTP request';
  return count === 0 && shapeless === undefined ? nothing[kind] : undefined;
}

/** `3 items, paired`, `created, deleted`, `2 entries`. */
export function outputText({ kind, run }: RunOperation, { outputs = [], count, returned = '' }: Run): string {
  switch (kind) {
    case 'webhookMethods':
      return outcomeOfWebhook(run);
    case 'credentialTest':
      return 'passes';
    case 'supplyData':
      return returned;
    case 'loadOptions':
    case 'listSearch':
    case 'resourceMapping':
      return counted(count, 'entry', 'entries');
    case 'poll':
      return `${itemCount(count)}, then ${run('again')?.count || 'none'}`;
    default:
      return `${itemCount(count)}${isPaired(outputs, kind) ? ', paired' : ''}`;
  }
}

const itemCount = (count: number) => (count === 0 ? 'no items' : counted(count, 'item'));

function isPaired(outputs: NonNullable<Run['outputs']>, kind: RunOperation['kind']): boolean {
  const items = outputs.flat();
  return kind === 'execute' && items.length > 0 && items.every(({ paired }) => paired !== undefined);
}

function outcomeOfWebhook(run: RunOperation['run']): string {
  const [created = 0, deleted = 0] = (['create', 'delete'] as const).map((step) => run(step)?.requests.length);
  if (created === 0 && deleted === 0) return 'no requests';
  return [created > 0 ? 'created' : 'not created', deleted > 0 ? 'deleted' : 'not deleted'].join(', ');
}
