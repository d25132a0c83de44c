import { basename } from 'node:path';
import type { Check, CheckContext, CheckOnly, Early, ServiceContext } from '../kernel/check.ts';
import type { FinalStatus } from '../kernel/enums.ts';
import { reasonOf, ServiceError } from '../kernel/errors.ts';
import type { LogEntry, RunEvent, TimedEvent } from '../kernel/events.ts';
import type { RunInfo } from '../kernel/hooks.ts';
import type { KitSource, Kits } from '../kernel/kits.ts';
import { readManifest } from '../kernel/manifest.ts';
import { noMemory } from '../kernel/memory.ts';
import type { Kernel } from '../kernel/plugin.ts';
import type { ProjectFiles } from '../kernel/project-files.ts';
import { validateLogEntry } from '../kernel/reported.ts';
import {
  type CheckReport,
  hasVerdict,
  isSuccess,
  isUnexplained,
  outcomeOf,
  summarise,
  type Verification,
} from '../kernel/result.ts';
import type { Sandbox } from '../kernel/sandbox.ts';
import type { ResultsCache } from './cache/results-cache.ts';
import type { RunMemory } from './cache/run-memory.ts';
import { earlyFindings } from './early-findings.ts';
import { hideHostPaths } from './hide-host-paths.ts';
import { IgnoredFindings, type IgnoreOptions } from './ignored-findings.ts';
import { interruptible } from './interruptible.ts';
import { installedKits } from './kits/installed-kits.ts';
import { lazySandbox } from './lazy-sandbox.ts';
import { isMachineError } from './machine-error.ts';
import { OpenedSource } from './opened-source.ts';
import type { OpenedPackages, PackageSources } from './packages/open-packages.ts';
import { RuleChanges } from './rule-changes.ts';
import { emptyReport, endedFirst, runCheck } from './run-check.ts';
import type { AheadPrograms } from './sandbox/ahead-programs.ts';
import { scheduleChecks } from './schedule-checks.ts';
import { sharedServices } from './shared-services.ts';
import type { OpenProject, Source } from './source/source.ts';
import { TimeLimit } from './time-limit.ts';
import { untilAborted } from './until-aborted.ts';

export interface VerifyOptions {
  kernel: Kernel;
  projectType: string;
  /** Seconds for the whole run, including fetching. */
  timeout: number;
  /** Cancels the run: it ends `rejected` with a summary that starts with `CANCELLED:`. */
  signal?: AbortSignal;
  /** Called when the first sandboxed program is needed, to prepare the sandbox while the project is being opened. */
  prepare?(log: RunInfo['log']): Promise<unknown>;
  /** Creates the sandbox for programs that read the opened project; called when the first one is needed. */
  sandbox(project: OpenProject, log: RunInfo['log']): Sandbox | Promise<Sandbox>;
  /** Where to get the packages that the project imports; only bundled ones when absent. */
  packages?: PackageSources;
  /** The kits to verify with, of which the first one judges; those of the project type when absent. */
  kits?: readonly KitSource[] | undefined;
  /** Called synchronously with each event, until there is a result. */
  onEvent?(event: TimedEvent): void;
  /** Called with the error of a check that crashed. */
  onCrash?: ((error: unknown) => void) | undefined;
  /** Findings that do not count. */
  ignore?: IgnoreOptions | undefined;
  /** Files whose findings are reported before their checks end; none when absent. */
  changed?: readonly string[] | undefined;
  /** Processes that an earlier run has left for this one. */
  ahead?: AheadPrograms | undefined;
  /** The results of earlier runs on this machine, or the reason why they cannot be used; every check runs when absent. */
  cache?: ResultsCache | string;
  /** How many checks run at the same time; all when absent, because most wait for sandboxed programs, which are queued. */
  concurrency?: number;
}

/** Runs all checks of a project and gives it one of the final statuses of SPEC 3. Never rejects. */
export function verify(source: Source, options: VerifyOptions): Promise<Verification> {
  return new Verifier(source, options).verify();
}

/** What the checks of a run read. */
type Subject = Pick<CheckContext, 'files' | 'manifest' | 'published'>;

/** Seconds for the `done` hook of plugins. */
const gracePeriod = 10;

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
const maxPackageName = 214;

class Verifier {
  readonly #source: Source;
  readonly #options: VerifyOptions;
  readonly #limit: TimeLimit;
  readonly #signal: AbortSignal;
  readonly #kits: Kits;
  #usesKits = false;
  /** Those of the project type that are installed. */
  readonly #kitFolders: readonly string[];
  readonly #run: { -readonly [K in keyof RunInfo]: RunInfo[K] };
  readonly #opened: OpenedSource;
  #folder: string | undefined;
  #version: string | undefined;
  #memory: RunMemory | undefined;
  #sandbox: Promise<Sandbox> | undefined;
  #packages: Promise<OpenedPackages> | undefined;
  #reports: CheckReport[] = [];
  /** Abandoned work may still log. */
  #hasResult = false;
  readonly #ruleChanges = new RuleChanges();
  readonly #ignored: IgnoredFindings;
  /** Aborts with an error of this machine or of ours: the run is rejected, and the project is not blamed. */
  readonly #internalError = new AbortController();

  constructor(source: Source, options: VerifyOptions) {
    this.#source = source;
    this.#options = options;
    this.#limit = new TimeLimit(options.timeout);
    this.#ignored = new IgnoredFindings(options.ignore);
    const signals = [this.#limit.signal, this.#internalError.signal];
    this.#signal = AbortSignal.any(options.signal ? [...signals, options.signal] : signals);
    const { ruleset, kits = [] } = options.kernel.projectTypes.get(options.projectType) ?? {};
    const wanted = options.kits ?? kits;
    this.#kits = installedKits(process.env, wanted, kits[0]);
    this.#kitFolders = [...new Set([...wanted, ...kits])].flatMap((kit) => this.#kits.find(kit) ?? []);
    this.#run = {
      projectType: options.projectType,
      packageName: source.name,
      mode: source.mode,
      ...(ruleset !== undefined && { ruleset }),
      log: (entry) => this.#log(entry),
      ruleChanged: this.#ruleChanges.note,
    };
    this.#opened = new OpenedSource(source, {
      signal: this.#signal,
      log: this.#run.log,
      reasonOf: (error) => this.#reasonOf(error),
    });
  }

  async verify(): Promise<Verification> {
    using _limit = this.#limit;
    const verification = await this.#outcome();
    try {
      using limit = new TimeLimit(gracePeriod);
      const { done } = this.#options.kernel.hooks;
      await untilAborted(
        limit.signal,
        interruptible(() => done.promise(this.#run, verification)),
      );
    } catch (error) {
      this.#log({ level: 'error', message: `A plugin failed in its "done" hook: ${this.#reasonOf(error)}` });
    }
    this.#hasResult = true;
    return verification;
  }

  #emit(event: RunEvent): void {
    if (!this.#hasResult) this.#options.onEvent?.({ ...event, time: new Date().toISOString() });
  }

  async #outcome(): Promise<Verification> {
    let checks: Check[] = [];
    const { cache } = this.#options;
    if (typeof cache === 'string') this.#log({ level: 'warn', message: cache });
    try {
      const { kernel, projectType } = this.#options;
      const type = kernel.projectTypes.get(projectType);
      if (!type) return this.#ended('rejected', `INVALID_PAYLOAD: Unknown project type "${projectType}"`);
      if (type.reserved !== undefined) return this.#ended('rejected', `NOT_IMPLEMENTED: ${type.reserved}`);
      checks = kernel.checks(projectType, this.#source.mode);
      this.#emit({ type: 'checks', checks: checks.map(({ name, title }) => ({ name, title })) });
      const files = (await this.#source.read?.()) ?? (await this.#open()).files;
      await this.#check(files, checks);
      // If the source could not be opened for a sandboxed program, the run is rejected, not the check.
      await this.#opened.project;
      return this.#interrupted(checks) ?? this.#judged();
    } catch (error) {
      return this.#interrupted(checks) ?? this.#rejected(error);
    } finally {
      await (await this.#packages)?.close();
      await this.#flushCache();
      await this.#opened.close();
    }
  }

  async #open(): Promise<OpenProject> {
    const project = await this.#opened.open();
    this.#folder = project.folder;
    return project;
  }

  async #flushCache(): Promise<void> {
    const fault = await this.#memory?.flush();
    if (fault !== undefined) this.#log({ level: 'warn', message: `Could not write to the results cache: ${fault}` });
  }

  async #check(files: ProjectFiles, checks: readonly Check[]): Promise<void> {
    const manifest = await readManifest(files);
    const name = manifest?.name;
    if (typeof name === 'string' && name !== '' && name.length <= maxPackageName) this.#run.packageName = name;
    if (this.#run.ruleset !== undefined) this.#log({ level: 'info', message: `Ruleset: ${this.#run.ruleset}` });
    await untilAborted(
      this.#signal,
      interruptible(() => this.#options.kernel.hooks.run.promise(this.#run)),
    );
    const published = (await this.#opened.project)?.published;
    this.#version = published?.version;
    const subject = { files, manifest, ...(published && { published }) };
    const { cached, count } = await this.#lookUp(checks, subject);
    // Checks that are not cached will need the sandbox: create it first.
    const isIncomplete = checks.filter((check) => this.#isCacheable(check)).length > count;
    if (isIncomplete) await untilAborted(this.#signal, this.#isolated()).catch(() => {});
    const { changed, kernel } = this.#options;
    const early = changed?.length
      ? earlyFindings({ changed, checks, files, kernel, run: this.#run, ignored: this.#ignored }, (event) =>
          this.#emit(event),
        )
      : undefined;
    const context = this.#context(subject, early);
    const reports = scheduleChecks({
      checks,
      concurrency: this.#options.concurrency ?? Math.max(1, checks.length),
      run: (check) => this.#runOne(check, cached.get(check) ?? check, context(check.name)),
      onSkipped: (report) => this.#end(report),
    });
    this.#reports = await reports;
  }

  /** The checks to run in place of those that are cached or will be, and how many are cached. */
  async #lookUp(
    checks: readonly Check[],
    { files, published }: Subject,
  ): Promise<{ cached: ReadonlyMap<Check, Check>; count: number }> {
    const { cache, kernel, projectType } = this.#options;
    if (!cache || typeof cache === 'string') return { cached: new Map(), count: 0 };
    const { ruleset, packageName, mode } = this.#run;
    this.#memory = await cache.open({
      files,
      published,
      projectType,
      ruleset,
      packageName,
      mode,
      kits: this.#kitFolders.map((folder) => basename(folder)),
    });
    const { run, since } = this.#memory.lookUp(
      checks,
      // A check that a plugin replaced may not be cacheable.
      (check) => kernel.declares(check) && this.#isCacheable(check),
    );
    if (since.length > 0) {
      const oldest = new Date(Math.min(...since)).toISOString();
      const message = `${since.length} of ${checks.length} checks from cache (unchanged since ${oldest})`;
      this.#log({ level: 'info', message });
    }
    return { cached: run, count: since.length };
  }

  #isCacheable({ cacheVersion, uncachedMode }: Check): boolean {
    return cacheVersion !== undefined && uncachedMode !== this.#run.mode;
  }

  /** @param run the check itself, or its cached replacement */
  async #runOne(
    check: Check,
    run: Check,
    context: Omit<CheckContext, 'signal' | keyof CheckOnly>,
  ): Promise<CheckReport> {
    const { hooks } = this.#options.kernel;
    this.#memory?.started(check);
    this.#emit({ type: 'check-start', check: check.name });
    this.#notify(() => hooks.checkStart.call(this.#run, check));
    const report = await runCheck(run, {
      context,
      signal: this.#signal,
      override: (found) => {
        const finding = hooks.finding.call(found, this.#run);
        return finding && this.#ignored.take(finding) ? null : finding;
      },
      reasonOf: (error) => {
        if (isMachineError(error)) this.#internalError.abort(error);
        this.#options.onCrash?.(error);
        return this.#reasonOf(error);
      },
    });
    this.#end(report);
    return report;
  }

  #end(report: CheckReport): void {
    this.#notify(() => this.#options.kernel.hooks.checkEnd.call(this.#run, report));
    this.#emit({ type: 'check-end', report });
  }

  #context(subject: Subject, early: Early | undefined) {
    const memory = this.#memory ?? noMemory;
    const shared: Omit<ServiceContext, 'log' | 'service'> = {
      mode: this.#source.mode,
      projectType: this.#options.projectType,
      ...subject,
      ...(early && { early }),
      signal: this.#signal,
      sandbox: lazySandbox(() => this.#isolated(), {
        memory,
        ahead: this.#options.ahead,
        folder: async () => (await this.#open()).folder,
        fail: (error) => this.#internalError.abort(error),
      }),
      memory,
      packages: {
        provide: async (wanted) => (await this.#packagesOf(subject)).provide(wanted),
        ambient: async () => (await this.#packagesOf(subject)).ambient(),
        files: async (name) => (await this.#packagesOf(subject)).files(name),
        absent: async (wanted) => (await this.#packagesOf(subject)).absent(wanted),
        install: async (...given) => (await this.#packagesOf(subject)).install(...given),
      },
      kits: { ...this.#kits, find: (kit) => this.#useKits().find(kit) },
    };
    const service = sharedServices({ ...shared, log: (message, level = 'info') => this.#log({ level, message }) });
    return (check: string): Omit<CheckContext, 'signal' | keyof CheckOnly> => ({
      ...shared,
      service,
      log: (message, level = 'info') => this.#log({ level, message, check }),
    });
  }

  #useKits(): Kits {
    if (!this.#usesKits) this.#emit({ type: 'kits' });
    this.#usesKits = true;
    return this.#kits;
  }

  #packagesOf({ files, manifest }: Subject): Promise<OpenedPackages> {
    this.#useKits();
    this.#packages ??= import('./packages/open-packages.ts').then(({ openPackages }) =>
      openPackages(this.#options.packages ?? { offline: true }, {
        files,
        manifest,
        kits: this.#kitFolders,
        signal: this.#signal,
        log: (message) => this.#log({ level: 'info', message }),
        onVolatile: (until) => this.#memory?.expireAt(until),
        isCacheReported: typeof this.#options.cache === 'string',
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
    const [, project] = await Promise.all([this.#options.prepare?.(log), this.#open()]);
    return this.#options.sandbox(project, log);
  }

  /** @throws {Error} if the entry of a plugin has a wrong field */
  #log(entry: LogEntry): void {
    validateLogEntry(entry);
    this.#notify(() => this.#options.kernel.hooks.log.call(this.#run, entry));
    this.#emit({ type: 'log', ...entry });
  }

  /** Calls a hook of plugins. An error is logged and does not affect the result. */
  #notify(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#emit({ type: 'log', level: 'error', message: `A plugin failed: ${this.#reasonOf(error)}` });
    }
  }

  #reasonOf(error: unknown): string {
    return hideHostPaths(reasonOf(error), this.#folder);
  }

  #judged(): Verification {
    const summary = summarise(this.#reports, {
      ruleChanges: this.#ruleChanges.list(),
      ignored: this.#ignored.list(),
    });
    return this.#ended(isSuccess(this.#reports) ? 'success' : 'failed', summary);
  }

  /** The result of a run that timed out or was cancelled: unfinished checks count as failed. */
  #interrupted(checks: readonly Check[]): Verification | undefined {
    if (!this.#signal.aborted) return undefined;
    if (this.#internalError.signal.aborted && !this.#options.signal?.aborted)
      return this.#rejected(this.#internalError.signal.reason);
    const done = new Map(this.#reports.map((report) => [report.name, report]));
    this.#reports = checks.map((check) => done.get(check.name) ?? emptyReport(check, false, endedFirst));
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
    const ignored = this.#ignored.list();
    const unusedIgnores = this.#ignored.unused(new Set(this.#options.kernel.rules().keys()));
    const unusedBaseline = hasVerdict({ status }) ? this.#ignored.gone((code) => this.#isJudged(code)) : 0;
    return {
      projectType,
      packageName,
      ...(this.#version !== undefined && { packageVersion: this.#version }),
      ...(ruleset !== undefined && { ruleset }),
      status,
      passed: status === 'success',
      summary,
      checks: this.#reports,
      ...(ignored.length > 0 && { ignored }),
      ...(unusedIgnores.length > 0 && { unusedIgnores }),
      ...(unusedBaseline > 0 && { unusedBaseline }),
      ...(ruleChanges.length > 0 && { ruleChanges }),
    };
  }

  /** Whether all checks that may report a code are known, and ran to their end. */
  #isJudged(code: string): boolean {
    const partial = this.#reports.filter(
      (report) => outcomeOf(report) === 'skipped' || isUnexplained(report) || report.notChecked !== undefined,
    );
    const names = new Set(partial.map(({ name }) => name));
    const checks = this.#options.kernel.checks(this.#options.projectType, this.#source.mode);
    const owners = checks.filter(({ rules }) => rules.some((rule) => rule.code === code));
    return owners.length > 0 && owners.every(({ name }) => !names.has(name));
  }
}
