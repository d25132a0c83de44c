import type { LogLevel } from './events.ts';
import type { Observation, Rule } from './finding.ts';
import type { Kits } from './kits.ts';
import type { Memory } from './memory.ts';
import type { Packages } from './packages.ts';
import type { ProjectFiles } from './project-files.ts';
import type { Compatibility, Operation, Shipped } from './result.ts';
import type { Sandbox } from './sandbox.ts';

/** `project`: sources on disk or in an upload. `package`: a package from a registry. */
export type Mode = 'project' | 'package';

/** Parsed `package.json`, not validated. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The published package, in package mode. */
export interface Published {
  name: string;
  /** Exact version. */
  version: string;
  /** Subresource integrity of the tarball: `sha512-…`. */
  integrity: string;
  /** Base URL of the registry. */
  registry: string;
  /**
   * Fetches JSON from this registry only, with a size limit. Rejects with an error with a `code`: `E404` and others by HTTP
   * status, EANSWERTOOLARGE, EFOREIGNHOST, EJSONPARSE.
   * @param path relative to `registry`
   */
  ask(path: string, signal: AbortSignal): Promise<unknown>;
}

/** What a check reports besides its findings. */
export interface CheckOnly {
  /**
   * Records that a part was not checked, for example a file or because a tool did not finish. The report shows it. Also call
   * `memory.forget()` if another run may check more.
   * @param reason `time limit reached`
   * @param what a file or a part of the check; absent for the whole check
   */
  notChecked(reason: string, what?: string): void;
  /** Adds an operation of a node to the report: what became of it when the check ran it. */
  operation(operation: Operation): void;
  /** Adds a table to the report: how the project fares with releases of its host. */
  compatibility(table: Compatibility): void;
  /** Adds the files to the report that users of the package get. */
  shipped(files: Shipped): void;
  /** Ends the check as skipped, with the reason as its message; it counts as not run. */
  skip(reason: string): never;
}

/** The input of a check: the project, and services to use. */
export interface CheckContext extends CheckOnly {
  readonly mode: Mode;
  readonly projectType: string;
  readonly files: ProjectFiles;
  /** Parsed `package.json`; undefined if it is missing, too large, not JSON or not an object. */
  readonly manifest: Manifest | undefined;
  /** Set in package mode if the package comes from a registry. */
  readonly published?: Published;
  /** Aborts when the time limit of the check or the run is reached, or the run is cancelled. */
  readonly signal: AbortSignal;
  readonly sandbox: Sandbox;
  readonly memory: Memory;
  readonly packages: Packages;
  readonly kits: Kits;
  /** Set with `--watch`: receives findings before their checks end. */
  readonly early?: Early;
  /** Adds a line to the log of the run. */
  log(message: string, level?: LogLevel): void;
  /** Runs a service once per run, and returns its result or error to every check that asks. */
  service<T>(service: Service<T>): Promise<T>;
}

/** Who reads findings before the checks end. */
export interface Early {
  /** The files that changed since the last run. */
  readonly files: ReadonlySet<string>;
  /**
   * Reports findings early that the checks will report in any case.
   * @param files those of `files` that were read
   */
  tell(files: readonly string[], observations: readonly Observation[]): Promise<void>;
}

/** Work that checks share; see `CheckContext.service`. Identified by the object. */
export interface Service<T> {
  name: string;
  create(context: ServiceContext): Promise<T>;
}

/** The context of a service: it does not belong to a check, so its signal is that of the run and its log lines name no check. */
export type ServiceContext = Omit<CheckContext, keyof CheckOnly>;

/** A check: metadata, and a function that yields findings. */
export interface Check {
  /** Stable, in kebab-case. */
  name: string;
  title: string;
  docs?: string;
  rules: readonly Rule[];
  modes: readonly Mode[];
  /** Names of checks that must pass; otherwise this check is skipped. */
  needs?: readonly string[];
  /** Whether its errors keep the host from loading the package, so that reports list them first. */
  essential?: boolean;
  /** Time limit in seconds; default 60. */
  timeout?: number;
  /**
   * Set for a check that depends on the project's files alone: no network, no clock, nothing else of the machine. Its
   * findings are cached until the files or this text change; change the text when you change the check. A check without
   * it runs every time. It counts for a check as a plugin declares it, not for one that a tap put in its place.
   */
  cacheVersion?: string;
  /** The mode in which it depends on more and runs every time in spite of `cacheVersion`. */
  uncachedMode?: Mode;
  run(context: CheckContext): AsyncIterable<Observation> | Iterable<Observation>;
}

/** Ends a check as skipped; thrown by `CheckContext.skip`. */
export class SkippedCheck extends Error {}
