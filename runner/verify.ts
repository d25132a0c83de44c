import type { Check, CheckContext, ServiceContext } from '../kernel/check.ts';
import type { FinalStatus } from '../kernel/enums.ts';
import { reasonOf, ServiceError } from '../kernel/errors.ts';
import type { LogEntry, NumberedEvent } from '../kernel/events.ts';
import type { Run } from '../kernel/hooks.ts';
import { noMemory } from '../kernel/memory.ts';
import type { Kernel } from '../kernel/plugin.ts';
import type { ProjectFiles } from '../kernel/project-files.ts';
import { type CheckReport, isSuccess, summarise, type Verification } from '../kernel/result.ts';
import type { Sandbox } from '../kernel/sandbox.ts';
import type { ResultsCache } from './cache/results-cache.ts';
import type { RunMemory } from './cache/run-memory.ts';
import { EventStream } from './event-stream.ts';
import { hideHostPaths } from './hide-host-paths.ts';
import { isMachineFault } from './machine-fault.ts';
import type { OpenedPackages, PackagesFrom } from './packages/open-packages.ts';
import { readManifest } from './read-manifest.ts';
import { RuleChanges } from './rule-changes.ts';
import { endedFirst, reportWithout, runCheck } from './run-check.ts';
import { sandboxOnDemand } from './sandbox-on-demand.ts';
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
  /** Called when the first child is needed: what can be done for its sandbox while the project is being opened. */
  prepare?(log: Run['log']): Promise<unknown>;
  /** Makes the sandbox in which children see the opened project; called when the first of them is needed. */
  sandbox(project: OpenProject, log: Run['log']): Sandbox | Promise<Sandbox>;
  /** Where the packages come from that the project is built with; those that come with us alone when absent. */
  packages?: PackagesFrom;
  /** Called with each event before anything else happens; there are none to be read then. */
  tell?(event: NumberedEvent): void;
  /** What earlier runs of this machine left, or why there is none to be had; without it every check runs. */
  cache?: ResultsCache | string;
  /** How many checks at a time; all when absent, for most of them wait for children, of which the sandbox has few at a time. */
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
  const events = new EventStream(options.tell);
  const result = new Verifier(source, options, events).verify();
  return { events, result };
}

/** What the checks of a run look at. */
type Subject = Pick<CheckContext, 'files' | 'manifest' | 'published'>;

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
  #project: Promise<OpenProject> | undefined;
  #folder: string | undefined;
  #memory: RunMemory | undefined;
  #sandbox: Promise<Sandbox> | undefined;
  #packages: Promise<OpenedPackages> | undefined;
  #reports: CheckReport[] = [];
  readonly #ruleChanges = new RuleChanges();
  /** Aborts with what the machine lacks, or we did wrong: nothing is said of the project then. */
  readonly #fault = new AbortController();

  constructor(source: Source, options: VerifyOptions, events: EventStream) {
    this.#source = source;
    this.#options = options;
    this.#events = events;
    this.#limit = new TimeLimit(options.timeout);
    const signals = [this.#limit.signal, this.#fault.signal];
    this.#signal = AbortSignal.any(options.signal ? [...signals, options.signal] : signals);
    const ruleset = options.kernel.projectTypes.get(options.projectType)?.ruleset;
    this.#run = {
      projectType: options.projectType,
      packageName: source.name,
      mode: source.mode,
      ...(ruleset !== undefined && { ruleset }),
      log: (entry) => this.#log(entry),
      ruleChanged: this.#ruleChanges.note,
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
    const { cache } = this.#options;
    if (typeof cache === 'string') this.#log({ level: 'warn', message: cache });
    try {
      const { kernel, projectType } = this.#options;
      const type = kernel.projectTypes.get(projectType);
      if (!type) return this.#ended('rejected', `INVALID_PAYLOAD: there is no project type "${projectType}"`);
      if (type.reserved !== undefined) return this.#ended('rejected', `NOT_IMPLEMENTED: ${type.reserved}`);
      checks = kernel.checks(projectType, this.#source.mode);
      this.#events.push({ type: 'checks', checks: checks.map(({ name, title }) => ({ name, title })) });
      const files = (await this.#source.read?.()) ?? (await this.#opened()).files;
      await this.#check(files, checks);
      // A source that could not be opened for a child is the run's trouble, not the check's.
      await this.#project;
      return this.#interrupted(checks) ?? this.#judged();
    } catch (error) {
      return this.#interrupted(checks) ?? this.#rejected(error);
    } finally {
      await (await this.#packages)?.close();
      await this.#remember();
      await this.#close(await this.#project?.catch(() => undefined));
    }
  }

  /** Of a source that can be read without being opened, only a child needs to have it opened. */
  #opened(): Promise<OpenProject> {
    this.#project ??= this.#open().then((project) => {
      this.#folder = project.folder;
      return project;
    });
    return this.#project;
  }

  async #remember(): Promise<void> {
    const fault = await this.#memory?.settle();
    if (fault !== undefined) this.#log({ level: 'warn', message: `the results could not be remembered: ${fault}` });
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

  async #check(files: ProjectFiles, checks: readonly Check[]): Promise<void> {
    const manifest = await readManifest(files);
    const name = manifest?.name;
    if (typeof name === 'string' && name !== '' && name.length <= maxPackageName) this.#run.packageName = name;
    if (this.#run.ruleset !== undefined) this.#log({ level: 'info', message: `ruleset ${this.#run.ruleset}` });
    await untilAborted(this.#signal, this.#options.kernel.hooks.run.promise(this.#run));
    const published = this.#project && (await this.#project).published;
    const subject = { files, manifest, ...(published && { published }) };
    const { known, told } = await this.#recall(checks, subject);
    // Whoever looks into a project anew waits for children in the end: they come first.
    const anew = checks.filter(({ cacheVersion }) => cacheVersion !== undefined).length > told;
    if (anew) await untilAborted(this.#signal, this.#isolated()).catch(() => {});
    const context = this.#context(subject);
    const reports = scheduleChecks({
      checks,
      concurrency: this.#options.concurrency ?? Math.max(1, checks.length),
      run: (check) => this.#runOne(check, known.get(check) ?? check, context(check.name)),
      leftOut: (report) => this.#end(report),
    });
    this.#reports = await reports;
  }

  /** What to run for each check: what is remembered of it, or the check itself; and how many are told from memory. */
  async #recall(
    checks: readonly Check[],
    { files, published }: Subject,
  ): Promise<{ known: ReadonlyMap<Check, Check>; told: number }> {
    const { cache, kernel, projectType } = this.#options;
    if (!cache || typeof cache === 'string') return { known: new Map(), told: 0 };
    const { ruleset, packageName, mode } = this.#run;
    this.#memory = await cache.open({ files, published, projectType, ruleset, packageName, mode });
    // What a tap made of a cached check may not be cached.
    const { run, since } = this.#memory.recallAll(checks.filter(kernel.declares));
    if (since.length > 0) {
      const oldest = new Date(Math.min(...since)).toISOString();
      const message = `${since.length} of ${checks.length} checks are unchanged since ${oldest}: told from memory`;
      this.#log({ level: 'info', message });
    }
    return { known: run, told: since.length };
  }

  /** @param run what is run for it */
  async #runOne(
    check: Check,
    run: Check,
    context: Omit<CheckContext, 'signal' | 'skip' | 'notChecked'>,
  ): Promise<CheckReport> {
    const { hooks } = this.#options.kernel;
    this.#events.push({ type: 'check-start', check: check.name });
    this.#tell(() => hooks.checkStart.call(this.#run, check));
    const report = await runCheck(run, {
      context,
      signal: this.#signal,
      override: (finding) => hooks.finding.call(finding, this.#run),
      reasonOf: (error) => {
        if (isMachineFault(error)) this.#fault.abort(error);
        return this.#reasonOf(error);
      },
    });
    this.#end(report);
    return report;
  }

  #end(report: CheckReport): void {
    this.#tell(() => this.#options.kernel.hooks.checkEnd.call(this.#run, report));
    this.#events.push({ type: 'check-end', report });
  }

  #context(subject: Subject) {
    const memory = this.#memory ?? noMemory;
    const shared: Omit<ServiceContext, 'log' | 'service'> = {
      mode: this.#source.mode,
      projectType: this.#options.projectType,
      ...subject,
      signal: this.#signal,
      sandbox: sandboxOnDemand(() => this.#isolated(), { memory, fail: (error) => this.#fault.abort(error) }),
      memory,
      packages: {
        lay: async (wanted) => (await this.#packagesOf(subject)).lay(wanted),
        ambient: async () => (await this.#packagesOf(subject)).ambient(),
      },
    };
    const service = sharedServices({ ...shared, log: (message, level = 'info') => this.#log({ level, message }) });
    return (check: string): Omit<CheckContext, 'signal' | 'skip' | 'notChecked'> => ({
      ...shared,
      service,
      log: (message, level = 'info') => this.#log({ level, message, check }),
    });
  }

  #packagesOf({ files, manifest }: Subject): Promise<OpenedPackages> {
    this.#packages ??= import('./packages/open-packages.ts').then(({ openPackages }) =>
      openPackages(this.#options.packages ?? { offline: true }, {
        files,
        manifest,
        signal: this.#signal,
        log: (message) => this.#log({ level: 'info', message }),
        onVolatile: (until) => this.#memory?.keepUntil(until),
        told: typeof this.#options.cache === 'string',
      }),
    );
    return this.#packages;
  }

  #isolated(): Promise<Sandbox> {
    this.#sandbox ??= this.#makeSandbox();
    return this.#sandbox;
  }

  async #makeSandbox(): Promise<Sandbox> {
    const { log } = this.#run;
    const [, project] = await Promise.all([this.#options.prepare?.(log), this.#opened()]);
    return this.#options.sandbox(project, log);
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
    const summary = summarise(this.#reports, this.#ruleChanges.list());
    return this.#ended(isSuccess(this.#reports) ? 'success' : 'failed', summary);
  }

  /** What a deadline or a cancel makes of the run: every check is there, the unfinished ones as failed. */
  #interrupted(checks: readonly Check[]): Verification | undefined {
    if (!this.#signal.aborted) return undefined;
    if (this.#fault.signal.aborted && !this.#options.signal?.aborted) return this.#rejected(this.#fault.signal.reason);
    const done = new Map(this.#reports.map((report) => [report.name, report]));
    this.#reports = checks.map((check) => done.get(check.name) ?? reportWithout(check, false, endedFirst));
    if (this.#options.signal?.aborted) return this.#ended('rejected', 'CANCELLED: the run was cancelled');
    return this.#ended('timeout', `TIMEOUT: the run exceeded its time limit of ${this.#options.timeout} s`);
  }

  #rejected(error: unknown): Verification {
    this.#reports = [];
    if (error instanceof ServiceError) return this.#ended('rejected', `${error.code}: ${error.message}`);
    return this.#ended('rejected', `RUNNER_ERROR: ${this.#reasonOf(error)}`);
  }

  #ended(status: FinalStatus, summary: string): Verification {
    const { projectType, packageName, ruleset } = this.#run;
    const ruleChanges = this.#ruleChanges.list();
    return {
      projectType,
      packageName,
      ...(ruleset !== undefined && { ruleset }),
      status,
      passed: status === 'success',
      summary,
      checks: this.#reports,
      ...(ruleChanges.length > 0 && { ruleChanges }),
    };
  }
}
