import { randomBytes } from 'node:crypto';
import { logEntryOf, type NumberedEvent } from '../kernel/events.ts';
import { removeAbandoned } from '../runner/remove-abandoned.ts';
import { chooseIsolation } from '../runner/sandbox/isolation.ts';
import type { Source } from '../runner/source/source.ts';
import { verify } from '../runner/verify.ts';
import type { RunBackend, RunProgress, RunUpdate } from './run-backend.ts';
import type { RunRequest } from './run-request.ts';

/** Runs the checks on this machine: the same kernel, checks and result as in the cloud, and no credits. */
export const runLocally: RunBackend = async function* (request, signal) {
  const { kernel, projectType, timeout } = request;
  const [isolation] = await Promise.all([chooseIsolation(), removeAbandoned()]);
  // Also for a reader that stops before the end.
  const left = new AbortController();
  const runId = `local-${randomBytes(8).toString('hex')}`;
  yield { type: 'created', runId };
  if (isolation.note !== undefined) yield { type: 'log', time: now(), level: 'warn', message: isolation.note };
  const { events, result } = verify(await sourceOf(request), {
    kernel,
    projectType,
    timeout,
    signal: AbortSignal.any([signal, left.signal]),
    sandbox: (project) => isolation.sandbox(project),
  });
  try {
    const seen = new SeenChecks();
    for await (const event of events) yield* updatesOf(event, seen);
    yield { type: 'end', outcome: { runId, creditsUsed: 0, verification: await result } };
  } finally {
    left.abort();
    await result;
    await isolation.close?.();
  }
};

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
