import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { logEntryOf, type NumberedEvent } from '../kernel/events.ts';
import type { Run } from '../kernel/kernel.ts';
import type { ResultsCache } from '../runner/cache/results-cache.ts';
import type { Isolation } from '../runner/sandbox/isolation.ts';
import type { Source } from '../runner/source/source.ts';
import { verify } from '../runner/verify.ts';
import type { RunBackend, RunProgress, RunUpdate } from './run-backend.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Runs the checks on this machine: the same kernel, checks and result as in the cloud, and no credits.
 * @param options.cache whether what earlier runs found is told again where nothing has changed
 */
export const localBackend = (options: { cache: boolean }): RunBackend =>
  async function* runLocally(request, signal) {
    const { projectType, timeout } = request;
    let isolation: Promise<Isolation> | undefined;
    const isolated = (log: Run['log']) => {
      isolation ??= isolate(log);
      return isolation;
    };
    // Also for a reader that stops before the end.
    const left = new AbortController();
    const runId = `local-${randomBytes(8).toString('hex')}`;
    yield { type: 'created', runId };
    const cache = options.cache ? await openCache() : undefined;
    if (typeof cache === 'string') yield { type: 'log', time: now(), level: 'warn', message: cache };
    const { events, result } = verify(await sourceOf(request), {
      kernel: await request.kernel(),
      projectType,
      timeout,
      signal: AbortSignal.any([signal, left.signal]),
      ...(typeof cache === 'object' && { cache }),
      prepare: isolated,
      sandbox: async (project, log) => (await isolated(log)).sandbox(project),
    });
    try {
      const seen = new SeenChecks();
      for await (const event of events) yield* updatesOf(event, seen);
      yield { type: 'end', outcome: { runId, creditsUsed: 0, verification: await result } };
    } finally {
      left.abort();
      await result;
      await (await isolation)?.close?.();
    }
  };

/** Only a run that has something to do in a child comes here. */
async function isolate(log: Run['log']): Promise<Isolation> {
  // A short life in which much is made: V8's nursery grows to its full size at once, not by halves.
  setFlagsFromString('--semi-space-growth-factor=16');
  const [{ chooseIsolation }, { removeAbandoned }] = await Promise.all([
    import('../runner/sandbox/isolation.ts'),
    import('../runner/remove-abandoned.ts'),
  ]);
  const [isolation] = await Promise.all([chooseIsolation(), removeAbandoned()]);
  if (isolation.note !== undefined) log({ level: 'warn', message: isolation.note });
  return isolation;
}

/** The cache of this user, or why there is none. */
async function openCache(): Promise<ResultsCache | string | undefined> {
  const { openResultsCache } = await import('../runner/cache/open-results-cache.ts');
  return openResultsCache(process.env);
}

async function sourceOf({ subject }: RunRequest): Promise<Source> {
  if (subject.mode === 'package') {
    const { registrySource } = await import('../runner/source/registry-source.ts');
    return registrySource({ reference: subject.name });
  }
  const { folderSource } = await import('../runner/source/folder-source.ts');
  return folderSource({ folder: subject.folder, files: subject.files.map(({ path }) => path) });
}

function* updatesOf(event: NumberedEvent, seen: SeenChecks): Generator<RunUpdate> {
  const entry = logEntryOf(event);
  if (entry) yield { type: 'log', time: event.time, ...entry };
  const progress = seen.after(event);
  if (progress) yield { type: 'progress', progress };
}

/** Which checks there are, run, and are done. */
class SeenChecks {
  readonly #running = new Set<string>();
  #done = 0;
  #total = 0;

  after(event: NumberedEvent): RunProgress | undefined {
    if (event.type === 'checks') this.#total = event.names.length;
    else if (event.type === 'check-start') this.#running.add(event.check);
    else if (event.type === 'check-end') {
      this.#running.delete(event.report.name);
      this.#done += 1;
    } else return undefined;
    return { done: this.#done, total: this.#total, running: [...this.#running] };
  }
}

function now(): string {
  return new Date().toISOString();
}
