/** A package in a lock file. */
export interface LockedPackage {
  /** Unique in the lock file: one version may occur twice, with different dependencies. */
  id: string;
  /** The name in the registry; imports may use an alias. */
  name: string;
  /** Exact; may be empty if `elsewhere` is set. */
  version: string;
  /** Subresource integrity of its tarball. */
  integrity?: string;
  /** Why it is not in a registry: it is a workspace, folder or repository. */
  elsewhere?: string;
}

/** Resolves imports with a lock file. */
export interface DependencyGraph {
  /**
   * Resolves a name as Node.js would.
   * @param from the importing package; the project when absent
   */
  resolve(name: string, from?: LockedPackage): LockedPackage | undefined;
  /** Packages below `@types` that TypeScript includes automatically. */
  ambient(): readonly string[];
}

/** The project for which a lock file is read. */
export interface LockSubject {
  /** The parsed package.json, not validated. */
  manifest: Readonly<Record<string, unknown>>;
  /** How many folders the lock file is above the project. */
  above: number;
}

/** A lock file cannot be parsed; the message says why. */
export class UnreadableLock extends Error {}

/** Maximum nesting of packages. */
export const maxDepth = 64;
