import type { Check, CheckContext, Manifest, ServiceContext } from '../kernel/check.ts';
import { reasonOf, ServiceError } from '../kernel/errors.ts';
import type { LogEntry, NumberedEvent } from '../kernel/events.ts';
import type { Kernel, Run } from '../kernel/kernel.ts';
import { type CheckReport, type FinalStatus, summarise, type Verification } from '../kernel/result.ts';
import type { Sandbox } from '../kernel/sandbox.ts';
import { EventStream } from './event-stream.ts';
import { hideHostPaths } from './hide-host-paths.ts';
import { readManifest } from './read-manifest.ts';
import { endedFirst, reportWithout, runCheck } from './run-check.ts';
import { scheduleChecks } from './schedule-checks.ts';
import { sharedServices } from './shared-services.ts';
import type { OpenProject, Source } from './source/source.ts';
import { TimeLimit } from './time-limit.ts';
import { untilAborted } from './until-aborted.ts';

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

/** Seconds that a source gets to tidy up once the run is over, and a plugin to take note of the result. */
const grace = 10;

/** A name longer than any that npm has is none: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
const maxPackageName = 214;

class Verifier {
  readonly #source: Source;
  readonly #options: VerifyOptions;
  readonly #events: EventStream;
  readonly #limit: TimeLimit;
  readonly #signal: AbortSignal;
  readonly #run: { -readonly [K in keyof Run]: Run[K] };
  #folder: string | undefined;
  #reports: CheckReport[] = [];

  constructor(source: Source, options: VerifyOptions, events: EventStream) {
    this.#source = source;
    this.#options = options;
    this.#events = events;
    this.#limit = new TimeLimit(options.timeout);
    this.#signal = options.signal ? AbortSignal.any([this.#limit.signal, options.signal]) : this.#limit.signal;
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
    using _limit = this.#limit;
    const verification = await this.#outcome();
    try {
      using limit = new TimeLimit(grace);
      await untilAborted(limit.signal, this.#options.kernel.hooks.done.promise(this.#run, verification));
    } catch (error) {
      this.#log({ level: 'error', message: `a plugin failed after the last check: ${this.#reasonOf(error)}` });
    }
    this.#events.push({ type: 'end', verification });
    this.#events.end();
    return verification;
  }

  async #outcome(): Promise<Verification> {
    let checks: Check[] = [];
    let project: OpenProject | undefined;
    try {
      const { kernel, projectType } = this.#options;
      const type = kernel.projectTypes.get(projectType);
      if (!type) return this.#ended('rejected', `INVALID_PAYLOAD: there is no project type "${projectType}"`);
      if (type.reserved !== undefined) return this.#ended('rejected', `NOT_IMPLEMENTED: ${type.reserved}`);
      checks = kernel.checks(projectType, this.#source.mode);
      this.#events.push({ type: 'checks', names: checks.map(({ name }) => name) });
      project = await this.#open();
      this.#folder = project.folder;
      await this.#check(project, checks);
      return this.#interrupted(checks) ?? this.#judged();
    } catch (error) {
      return this.#interrupted(checks) ?? this.#rejected(error);
    } finally {
      await this.#close(project);
    }
  }

  /** Opens the source. One that does not notice the end of the run is left alone after a while. */
  async #open(): Promise<OpenProject> {
    const opening = this.#source.open({ signal: this.#signal, log: this.#run.log });
    try {
      return await untilAborted(this.#signal, opening);
    } catch (error) {
      if (!this.#signal.aborted) throw error;
      const closed = opening.then(
        (project) => this.#close(project),
        () => {},
      );
      using limit = new TimeLimit(grace);
      await untilAborted(limit.signal, closed).catch(() => {
        this.#log({ level: 'error', message: 'the project was still being fetched when the run ended' });
      });
      throw error;
    }
  }

  async #close(project: OpenProject | undefined): Promise<void> {
    try {
      await project?.close();
    } catch (error) {
      this.#log({ level: 'error', message: `the copy of the project could not be removed: ${this.#reasonOf(error)}` });
    }
  }

  async #check(project: OpenProject, checks: readonly Check[]): Promise<void> {
    const manifest = await readManifest(project.files);
    const name = manifest?.name;
    if (typeof name === 'string' && name !== '' && name.length <= maxPackageName) this.#run.packageName = name;
    if (this.#run.ruleset !== undefined) this.#log({ level: 'info', message: `ruleset ${this.#run.ruleset}` });
    await untilAborted(this.#signal, this.#options.kernel.hooks.run.promise(this.#run));
    const context = this.#context(project, manifest);
    const reports = scheduleChecks({
      checks,
      concurrency: this.#options.concurrency ?? 4,
      run: (check) => this.#runOne(check, context(check.name)),
      leftOut: (report) => this.#end(report),
    });
    this.#reports = await reports;
  }

  async #runOne(check: Check, context: Omit<CheckContext, 'signal' | 'skip'>): Promise<CheckReport> {
    const { hooks } = this.#options.kernel;
    this.#events.push({ type: 'check-start', check: check.name });
    this.#tell(() => hooks.checkStart.call(this.#run, check));
    const report = await runCheck(check, {
      context,
      signal: this.#signal,
      override: (finding) => hooks.finding.call(finding, this.#run),
      reasonOf: (error) => this.#reasonOf(error),
    });
    this.#end(report);
    return report;
  }

  #end(report: CheckReport): void {
    this.#tell(() => this.#options.kernel.hooks.checkEnd.call(this.#run, report));
    this.#events.push({ type: 'check-end', report });
  }

  #context(project: OpenProject, manifest: Manifest | undefined) {
    const shared: Omit<ServiceContext, 'log' | 'service'> = {
      mode: this.#source.mode,
      projectType: this.#options.projectType,
      files: project.files,
      manifest,
      ...(project.published && { published: project.published }),
      signal: this.#signal,
      sandbox: this.#options.sandbox(project),
    };
    const service = sharedServices({ ...shared, log: (message, level = 'info') => this.#log({ level, message }) });
    return (check: string): Omit<CheckContext, 'signal' | 'skip'> => ({
      ...shared,
      service,
      log: (message, level = 'info') => this.#log({ level, message, check }),
    });
  }

  #log(entry: LogEntry): void {
    this.#tell(() => this.#options.kernel.hooks.log.call(this.#run, entry));
    this.#events.push({ type: 'log', ...entry });
  }

  /** Lets plugins know of something. That one of them fails here is no fault of the project: the log says so. */
  #tell(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#events.push({ type: 'log', level: 'error', message: `a plugin failed: ${this.#reasonOf(error)}` });
    }
  }

  #reasonOf(error: unknown): string {
    return hideHostPaths(reasonOf(error), this.#folder);
  }

  #judged(): Verification {
    const passed = this.#reports.every((report) => report.passed);
    return this.#ended(passed ? 'success' : 'failed', summarise(this.#reports));
  }

  /** What a deadline or a cancel makes of the run: every check is there, the unfinished ones as failed. */
  #interrupted(checks: readonly Check[]): Verification | undefined {
    if (!this.#signal.aborted) return undefined;
    const done = new Map(this.#reports.map((report) => [report.name, report]));
    this.#reports = checks.map((check) => done.get(check.name) ?? reportWithout(check, false, endedFirst));
    if (this.#options.signal?.aborted) return this.#ended('rejected', 'CANCELLED: the run was cancelled');
    return this.#ended('timeout', `TIMEOUT: the run passed its limit of ${this.#options.timeout} s`);
  }

  #rejected(error: unknown): Verification {
    this.#reports = [];
    if (error instanceof ServiceError) return this.#ended('rejected', `${error.code}: ${error.message}`);
    return this.#ended('rejected', `RUNNER_ERROR: ${this.#reasonOf(error)}`);
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
