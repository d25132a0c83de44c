import { randomBytes } from 'node:crypto';
import { Judge } from '../judge/judge.ts';
import type { JudgedSource, JudgeRequest } from '../judge/judge-request.ts';
import type { kitsOf } from '../judge/n8n-releases.ts';
import { findRecordedRun } from '../judge/recorded-run.ts';
import { serviceError, usageError } from '../kernel/errors.ts';
import { logEntryOf, type TimedEvent } from '../kernel/events.ts';
import type { Finding } from '../kernel/finding.ts';
import type { KitSource } from '../kernel/kits.ts';
import { printable } from '../kernel/printable.ts';
import type { CheckReport, Verification } from '../kernel/result.ts';
import { Channel } from './channel.ts';
import { changedKits, provideKits } from './provide-kits.ts';
import type { RunBackend, RunRequest } from './run-request.ts';
import type { RunProgress, RunUpdate } from './run-update.ts';

/** Called with what is found before the run ends. */
export interface EarlyReader {
  /** The files that changed since the last run. */
  changed: readonly string[];
  /** Called with the report of each check when it ends. */
  checked(report: CheckReport): void;
  /** Called with findings in changed files, before their checks end. */
  found(files: readonly string[], findings: readonly Finding[]): void;
}

export interface LocalOptions {
  /** Whether cached results are used. */
  cache: boolean;
  /** Whether nothing is downloaded. */
  offline: boolean;
  /** Releases of n8n to verify with, instead of those of the configuration. */
  n8n?: readonly string[] | undefined;
  /** Whether to compare the project with its published version. */
  againstPublished?: boolean;
  /** Called with what is installed for the run. */
  log(line: string): void;
  /** Called with the progress of the installation. */
  progress?(progress: RunProgress): void;
  /** With `--watch`. */
  early?: EarlyReader;
  /** Of a run that begins again; a new one when absent. */
  runId?: string;
}

/**
 * Runs the checks on this machine: same kernel, checks and result as in the cloud, but no credits.
 * @param judge a process that has no other run; its owner closes it
 */
export const localBackend = (judge: Judge, options: LocalOptions): RunBackend =>
  async function* runLocally(request, signal) {
    const { projectType, timeout, plugins, pluginsNotRun = [], rules, ruleset, ignore } = request;
    requireClearPaths(request);
    const { cache, log, progress, n8n = request.n8n } = options;
    const offline = options.offline || Boolean(process.env['SERVICE_OFFLINE']);
    if (options.offline && request.subject.mode === 'package')
      throw usageError('A published package cannot be read with --offline: verify the folder of the project instead');
    const wanted = n8n && (await kitsNamed(n8n, { offline, log }));
    // Lint rules are those of the first kit of the project type, whatever else is wanted.
    const kits = wanted ? withoutTwins([...wanted, ...request.kits.slice(0, 1)]) : request.kits;
    await provideKits(kits, { offline, signal, log, ...(progress && { progress }) });
    // Also aborts if the reader stops early.
    const left = new AbortController();
    const runId = options.runId ?? `local-${randomBytes(8).toString('hex')}`;
    const printed: string[] = [];
    const print = (chunk: unknown) => printed.push(String(chunk));
    const { subject } = request;
    const packages = { offline, ...(subject.mode === 'project' && { folder: subject.folder }) };
    const judgeRequest: JudgeRequest = {
      source: sourceOf(request),
      projectType,
      timeout,
      plugins,
      pluginsNotRun,
      rules,
      ruleset,
      ignore,
      cache,
      packages,
      kits: wanted?.map(({ name, lock }) => ({ name, lock: lock.href })),
      ...(options.early && { changed: options.early.changed }),
    };
    const recorded = signal.aborted ? undefined : await findRecordedRun(judgeRequest, kits);
    const events = new Channel<TimedEvent>();
    const started = performance.now();
    const onEvent = (event: TimedEvent) => {
      if (!left.signal.aborted) events.push(event);
    };
    let result: Promise<Verification>;
    if (typeof recorded === 'object') {
      recorded.events.forEach(onEvent);
      result = Promise.resolve(recorded.verification);
    } else {
      judge.start().output?.on('data', print);
      const signals = AbortSignal.any([signal, left.signal]);
      result = judge.verify({ ...judgeRequest, ...(recorded && { recordAs: recorded }) }, signals, onEvent);
    }
    void result.then(() => events.close());
    try {
      if (options.runId === undefined) yield { type: 'created', runId };
      const checks = new CheckProgress();
      for await (const event of events) {
        if (event.type === 'kits') {
          const changed = changedKits(kits);
          if (changed.length > 0) {
            log(`Verifying again, because installed files were changed (${printable(changed.join(', '))})`);
            left.abort();
            // It may have read them.
            await judge.close();
            await using other = new Judge();
            return yield* localBackend(other, { ...options, runId })(request, signal);
          }
        }
        if (event.type === 'check-end') options.early?.checked(event.report);
        if (event.type === 'early') options.early?.found(event.files, event.findings);
        yield* notices(printed);
        yield* updatesOf(event, checks);
      }
      let verification = await result;
      if (options.againstPublished) {
        const { againstPublished } = await import('../judge/against-published.ts');
        verification = await againstPublished(verification, {
          request: judgeRequest,
          rules: (await request.kernel()).rules(),
          started,
          async verify(published) {
            // It may have read them.
            await judge.close();
            await using other = new Judge();
            return await other.verify(published, AbortSignal.any([signal, left.signal]));
          },
          log,
        });
      }
      if (process.env['SERVICE_DEBUG']) printed.push(judge.diagnostics ?? '');
      yield* notices(printed);
      yield { type: 'end', outcome: { runId, creditsUsed: 0, verification } };
    } finally {
      left.abort();
      await result;
      judge.output?.off('data', print);
    }
  };

const kitsNamed = async (...given: Parameters<typeof kitsOf>) =>
  (await import('../judge/n8n-releases.ts')).kitsOf(...given);

const withoutTwins = (kits: readonly KitSource[]) => [...new Map(kits.map((kit) => [kit.name, kit])).values()];

function sourceOf({ subject }: RunRequest): JudgedSource {
  if (subject.mode === 'package') return { from: 'registry', reference: subject.name };
  const { name, folder, files, note, replaced } = subject;
  const texts = replaced && Object.fromEntries(replaced);
  return { from: 'folder', name, folder, files: files.map(({ path }) => path), note, replaced: texts };
}

/** Yields new output of plugins. */
function* notices(printed: string[]): Generator<RunUpdate> {
  const lines = printed.splice(0).join('').split('\n');
  for (const message of lines) if (message !== '') yield { type: 'notice', message };
}

function* updatesOf(event: TimedEvent, checks: CheckProgress): Generator<RunUpdate> {
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

  after(event: TimedEvent): RunProgress | undefined {
    if (event.type === 'checks') this.#total = event.checks.length;
    else if (event.type === 'check-start') this.#running.add(event.check);
    else if (event.type === 'check-end') {
      this.#running.delete(event.report.name);
      this.#done += 1;
    } else return undefined;
    return { done: this.#done, total: this.#total, running: [...this.#running] };
  }
}

/** Tools print paths line by line. macOS names the icon of a folder `Icon\r`. @throws {ServiceError} INVALID_PAYLOAD */
function requireClearPaths({ subject }: RunRequest): void {
  const files = subject.mode === 'project' ? subject.files : [];
  const unclear = files.find(({ path }) => /\p{Cc}/u.test(path) && !/(?:^|\/)Icon\r$/.test(path));
  if (unclear)
    throw serviceError('INVALID_PAYLOAD', {
      reason: `Path ${JSON.stringify(unclear.path)} contains a control character`,
    });
}
