import { randomBytes } from 'node:crypto';
import type { Judge } from '../judge/judge.ts';
import type { JudgedSource } from '../judge/judge-request.ts';
import { logEntryOf, type NumberedEvent } from '../kernel/events.ts';
import type { RunBackend, RunProgress, RunUpdate } from './run-backend.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Runs the checks on this machine: same kernel, checks and result as in the cloud, but no credits.
 * @param judge a new process that has no request yet
 * @param options.cache whether cached results are used
 * @param options.offline whether packages are not downloaded
 */
export const localBackend = (judge: Judge, options: { cache: boolean; offline: boolean }): RunBackend =>
  async function* runLocally(request, signal) {
    const { projectType, timeout, plugins, pluginsNotRun = [], rules } = request;
    // Also aborts if the reader stops early.
    const left = new AbortController();
    const runId = `local-${randomBytes(8).toString('hex')}`;
    yield { type: 'created', runId };
    const printed: string[] = [];
    judge.output?.on('data', (chunk) => printed.push(String(chunk)));
    const { cache, offline } = options;
    const { subject } = request;
    const packages = { offline, ...(subject.mode === 'project' && { folder: subject.folder }) };
    const judgeRequest = {
      source: sourceOf(request),
      projectType,
      timeout,
      plugins,
      pluginsNotRun,
      rules,
      cache,
      packages,
    };
    const { events, result } = judge.verify(judgeRequest, AbortSignal.any([signal, left.signal]));
    try {
      const checks = new CheckProgress();
      for await (const event of events) {
        yield* notices(printed);
        yield* updatesOf(event, checks);
      }
      const verification = await result;
      if (process.env['SERVICE_DEBUG']) printed.push(judge.diagnostics ?? '');
      yield* notices(printed);
      yield { type: 'end', outcome: { runId, creditsUsed: 0, verification } };
    } finally {
      left.abort();
      await result;
      await judge.close();
    }
  };

function sourceOf({ subject }: RunRequest): JudgedSource {
  if (subject.mode === 'package') return { from: 'registry', reference: subject.name };
  const { name, folder, files, note } = subject;
  return { from: 'folder', name, folder, files: files.map(({ path }) => path), note };
}

/** Yields new output of plugins. */
function* notices(printed: string[]): Generator<RunUpdate> {
  const lines = printed.splice(0).join('').split('\n');
  for (const message of lines) if (message !== '') yield { type: 'notice', message };
}

function* updatesOf(event: NumberedEvent, checks: CheckProgress): Generator<RunUpdate> {
  const entry = logEntryOf(event);
  if (entry) yield { type: 'log', time: event.time, ...entry };
  const progress = checks.after(event);
  if (progress) yield { type: 'progress', progress };
}

/** Counts total, running and finished checks. */
class CheckProgress {
  readonly #running = new Set<string>();
  #done = 0;
  #total = 0;

  after(event: NumberedEvent): RunProgress | undefined {
    if (event.type === 'checks') this.#total = event.checks.length;
    else if (event.type === 'check-start') this.#running.add(event.check);
    else if (event.type === 'check-end') {
      this.#running.delete(event.report.name);
      this.#done += 1;
    } else return undefined;
    return { done: this.#done, total: this.#total, running: [...this.#running] };
  }
}
