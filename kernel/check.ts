import type { LogLevel } from './events.ts';
import type { Observation, Rule } from './finding.ts';
import type { Memory } from './memory.ts';
import type { Packages } from './packages.ts';
import type { ProjectFiles } from './project-files.ts';
import type { Sandbox } from './sandbox.ts';

/** `project`: the sources of a project before it is published. `package`: what a registry serves. */
export type Mode = 'project' | 'package';

/** A project's `package.json`, as parsed: nothing in it has been validated. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The version of a package that a registry served, in package mode. */
export interface Published {
  name: string;
  /** Exact. */
  version: string;
  /** Subresource integrity of the tarball that was unpacked: `sha512-…`. */
  integrity: string;
  /** Base URL of the registry that served it. */
  registry: string;
  /**
   * A JSON answer of that registry, and of nobody else, of which only so many bytes are read. Rejects with an error that has
   * a `code`: `E404` and its like by HTTP status, EANSWERTOOLARGE, EFOREIGNHOST, EJSONPARSE.
   * @param path relative to `registry`
   */
  ask(path: string, signal: AbortSignal): Promise<unknown>;
}

/** What a check gets: the project, and what it may use. */
export interface CheckContext {
  readonly mode: Mode;
  readonly projectType: string;
  readonly files: ProjectFiles;
  /** The parsed `package.json`; undefined when it is missing, not JSON or not an object. */
  readonly manifest: Manifest | undefined;
  /** Set in package mode when the package came from a registry. */
  readonly published?: Published;
  /** Aborts when the check's limit or the run's deadline has passed, or the run is cancelled. */
  readonly signal: AbortSignal;
  readonly sandbox: Sandbox;
  readonly memory: Memory;
  readonly packages: Packages;
  /** A line in the run's log. */
  log(message: string, level?: LogLevel): void;
  /** Work shared by several checks: done once a run, its result or error given to all. */
  service<T>(service: Service<T>): Promise<T>;
  /**
   * Says that a part of the check did not happen: a file was not looked at, a tool did not finish. The report says so
   * wherever it is shown; whoever knows that another run may get further also calls `memory.forget()`.
   * @param reason `time limit reached`
   * @param what a file, or a part of the check; absent for all of it
   */
  notChecked(reason: string, what?: string): void;
  /** Ends the check as skipped, with the reason in its message: it has not run, and is counted as such. */
  skip(reason: string): never;
}

/** Work that several checks share; see `CheckContext.service`. Identity is the object itself. */
export interface Service<T> {
  name: string;
  create(context: ServiceContext): Promise<T>;
}

/** A service outlives the check that asks first: its signal is the run's, and its log lines name no check. What it left out, it tells those who ask. */
export type ServiceContext = Omit<CheckContext, 'skip' | 'notChecked'>;

/** One check: data, and one function that yields what it sees. */
export interface Check {
  /** Stable, kebab-case. */
  name: string;
  title: string;
  docs?: string;
  rules: readonly Rule[];
  modes: readonly Mode[];
  /** Names of checks that must have passed; else this one is skipped and says so. */
  needs?: readonly string[];
  /** Seconds; 60 when absent. */
  timeout?: number;
  /**
   * Set for a check that depends on the project's files alone: no network, no clock, nothing else of the machine. Its
   * findings are cached until the files or this text change; change the text when you change the check. A check without
   * it runs every time. It counts for a check as a plugin declares it, not for one that a tap put in its place.
   */
  cacheVersion?: string;
  run(context: CheckContext): AsyncIterable<Observation> | Iterable<Observation>;
}

/** Ends a check as skipped; thrown by `CheckContext.skip`. */
export class SkippedCheck extends Error {}
