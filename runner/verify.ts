import PQueue from 'p-queue';
import type { Check, CheckContext, Manifest, Service, ServiceContext } from '../kernel/check.ts';
import { reasonOf, ServiceError } from '../kernel/errors.ts';
import type { LogEntry, NumberedEvent } from '../kernel/events.ts';
import type { Kernel, Run } from '../kernel/kernel.ts';
import { type ProjectFiles, parseJson } from '../kernel/project-files.ts';
import { type CheckReport, type FinalStatus, summarise, type Verification } from '../kernel/result.ts';
import type { Sandbox } from '../kernel/sandbox.ts';
import { EventStream } from './event-stream.ts';
import { runCheck } from './run-check.ts';
import type { OpenProject, Source } from './source/source.ts';

export interface VerifyOptions {
  kernel: Kernel;
  projectType: string;
  /** Seconds for the whole run, fetching included. */
  timeout: number;
  /** Cancels the run: it ends `rejected`, its summary beginning `CANCELLED:`. */
  signal?: AbortSignal;
  /** Makes the sandbox in which children see the opened project. */
  sandbox(project: OpenProject): Sandbox;
  /** How many checks at a time. */
  concurrency?: number;
}

export interface Verifying {
  /** To be read once; ends after the `end` event. */
  events: AsyncIterable<NumberedEvent>;
  /** Never rejects: whatever happens is one of the final statuses. */
  result: Promise<Verification>;
}

/** Verifies a project: every check of its type, one report, one of the final statuses of SPEC 3. */
export function verify(source: Source, options: VerifyOptions): Verifying {
  const events = new EventStream();
  const result = new Verifier(source, options, events).verify();
  return { events, result };
}

class Verifier {
  readonly #source: Source;
  readonly #options: VerifyOptions;
  readonly #events: EventStream;
  readonly #deadline: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #run: { -readonly [K in keyof Run]: Run[K] };
  #reports: CheckReport[] = [];

  constructor(source: Source, options: VerifyOptions, events: EventStream) {
    this.#source = source;
    this.#options = options;
    this.#events = events;
    // setTimeout can't hold more than 2^31-1 ms; a longer limit is no limit that anyone would see.
    this.#deadline = AbortSignal.timeout(Math.min(options.timeout * 1000, 2 ** 31 - 1));
    this.#signal = options.signal ? AbortSignal.any([this.#deadline, options.signal]) : this.#deadline;
    const ruleset = options.kernel.projectTypes.get(options.projectType)?.ruleset;
    this.#run = {
      projectType: options.projectType,
      packageName: source.name,
      mode: source.mode,
      ...(ruleset !== undefined && { ruleset }),
      log: (entry) => this.#log(entry),
    };
  }

  async verify(): Promise<Verification> {
    const verification = await this.#outcome();
    try {
      await this.#options.kernel.hooks.done.promise(this.#run, verification);
    } catch (error) {
      this.#log({ level: 'error', message: `a plugin failed after the last check: ${reasonOf(error)}` });
    }
    this.#events.push({ type: 'end', verification });
    this.#events.end();
    return verification;
  }

  async #outcome(): Promise<Verification> {
    const { kernel, projectType } = this.#options;
    const type = kernel.projectTypes.get(projectType);
    if (type?.reserved !== undefined) return this.#ended('rejected', `NOT_IMPLEMENTED: ${type.reserved}`);
    const checks = kernel.checks(projectType, this.#source.mode);
    this.#events.push({ type: 'checks', names: checks.map(({ name }) => name) });
    let project: OpenProject | undefined;
    try {
      project = await this.#source.open({ signal: this.#signal, log: this.#run.log });
      await this.#check(project, checks);
      return this.#interrupted(checks) ?? this.#judged();
    } catch (error) {
      return this.#interrupted(checks) ?? this.#rejected(error);
    } finally {
      await project?.close();
    }
  }

  /** Runs all checks; their reports come in the order of the checks, whatever order they ended in. */
  async #check(project: OpenProject, checks: readonly Check[]): Promise<void> {
    const { kernel } = this.#options;
    const manifest = await readManifest(project.files);
    if (typeof manifest?.name === 'string') this.#run.packageName = manifest.name;
    await kernel.hooks.run.promise(this.#run);
    const context = this.#context(project, manifest);
    const queue = new PQueue({ concurrency: this.#options.concurrency ?? 4 });
    const reports = new Map<string, Promise<CheckReport>>();
    for (const check of checks) {
      const run = async () => {
        const needed = await Promise.all((check.needs ?? []).map((name) => reports.get(name)));
        const missing = needed.find((report) => report && !report.passed);
        if (missing) return skippedFor(check, missing.name);
        return queue.add(() => this.#runOne(check, context(check.name)));
      };
      reports.set(check.name, run());
    }
    const settled = await Promise.all(reports.values());
    this.#reports = settled;
  }

  async #runOne(check: Check, context: Omit<CheckContext, 'signal' | 'skip'>): Promise<CheckReport> {
    const { hooks } = this.#options.kernel;
    this.#events.push({ type: 'check-start', check: check.name });
    hooks.checkStart.call(this.#run, check);
    const report = await runCheck(check, {
      context,
      signal: this.#signal,
      override: (finding) => hooks.finding.call(finding, this.#run),
    });
    hooks.checkEnd.call(this.#run, report);
    this.#events.push({ type: 'check-end', report });
    return report;
  }

  #context(project: OpenProject, manifest: Manifest | undefined) {
    const services = new Map<Service<unknown>, Promise<unknown>>();
    const shared: Omit<ServiceContext, 'log' | 'service'> = {
      mode: this.#source.mode,
      projectType: this.#options.projectType,
      files: project.files,
      manifest,
      ...(project.published && { published: project.published }),
      signal: this.#signal,
      sandbox: this.#options.sandbox(project),
    };
    const service = <T>(wanted: Service<T>): Promise<T> => {
      const log: ServiceContext['log'] = (message, level = 'info') => this.#log({ level, message });
      const known = services.get(wanted) ?? wanted.create({ ...shared, service, log });
      services.set(wanted, known);
      // Only `wanted.create` puts a promise under `wanted`, so it is a promise of T.
      return known as Promise<T>;
    };
    return (check: string): Omit<CheckContext, 'signal' | 'skip'> => ({
      ...shared,
      service,
      log: (message, level = 'info') => this.#log({ level, message, check }),
    });
  }

  #log(entry: LogEntry): void {
    this.#options.kernel.hooks.log.call(this.#run, entry);
    this.#events.push({ type: 'log', ...entry });
  }

  #judged(): Verification {
    const passed = this.#reports.every((report) => report.passed);
    return this.#ended(passed ? 'success' : 'failed', summarise(this.#reports));
  }

  /** What a deadline or a cancel makes of the run: every check is there, the unfinished ones as failed. */
  #interrupted(checks: readonly Check[]): Verification | undefined {
    if (!this.#signal.aborted) return undefined;
    const done = new Map(this.#reports.map((report) => [report.name, report]));
    this.#reports = checks.map((check) => done.get(check.name) ?? unfinished(check));
    if (this.#options.signal?.aborted) return this.#ended('rejected', 'CANCELLED: the run was cancelled');
    return this.#ended('timeout', `TIMEOUT: the run passed its limit of ${this.#options.timeout} s`);
  }

  #rejected(error: unknown): Verification {
    this.#reports = [];
    const code = error instanceof ServiceError ? error.code : 'RUNNER_ERROR';
    return this.#ended('rejected', `${code}: ${reasonOf(error)}`);
  }

  #ended(status: FinalStatus, summary: string): Verification {
    const { projectType, packageName, ruleset } = this.#run;
    return {
      projectType,
      packageName,
      ...(ruleset !== undefined && { ruleset }),
      status,
      passed: status === 'success',
      summary,
      checks: this.#reports,
    };
  }
}

/** The manifest as a check sees it: only an object counts. What is wrong with it is the manifest check's to say. */
async function readManifest(files: ProjectFiles): Promise<Manifest | undefined> {
  if (!files.exists('package.json')) return undefined;
  try {
    const parsed = parseJson(await files.read('package.json'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

function skippedFor(check: Check, needed: string): CheckReport {
  const message = `skipped: it needs the check "${needed}" to pass first`;
  return { name: check.name, title: check.title, passed: true, message, findings: [], duration: 0 };
}

function unfinished(check: Check): CheckReport {
  const message = 'not finished: the run ended first';
  return { name: check.name, title: check.title, passed: false, message, findings: [], duration: 0 };
}
