/** A package that a lock file names. */
export interface LockedPackage {
  /** Tells it from others of the same lock file: one version may be there twice, with other dependencies. */
  id: string;
  /** As a registry knows it, which is not always how it is imported. */
  name: string;
  /** Exact; empty where `elsewhere` is set and there is none. */
  version: string;
  /** Subresource integrity of its tarball. */
  integrity?: string;
  /** Why no registry has it: a workspace, a folder, a repository. */
  elsewhere?: string;
}

/** Which package an import leads to, as a lock file has it. */
export interface DependencyGraph {
  /**
   * What Node.js would find under a name.
   * @param from the package whose code imports it; the project itself when absent
   */
  resolve(name: string, from?: LockedPackage): LockedPackage | undefined;
  /** Packages below `@types` that TypeScript sees from the project without being told. */
  ambient(): readonly string[];
}

/** The project that a lock file is read for. */
export interface LockSubject {
  /** The parsed package.json: nothing in it has been validated. */
  manifest: Readonly<Record<string, unknown>>;
  /** How many folders the lock file is above the project. */
  above: number;
}

/** A lock file that can't be understood; the message says why. */
export class UnreadableLock extends Error {}

/** Steps from a folder to those above it, at most. */
export const mostSteps = 64;
