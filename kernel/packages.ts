/**
 * Packages that a project is compiled with, as data: their code never runs. The runner implements it, with the lock file of
 * the project if it has one.
 */
export interface Packages {
  /** Provides packages and those that their declarations import, laid out like node_modules. Never rejects for a missing one. */
  provide(wanted: WantedPackages): Promise<ProvidedPackages>;
  /** Names of the `@types` packages that TypeScript includes by default. */
  ambient(): Promise<readonly string[]>;
}

export interface WantedPackages {
  /** Names as sources import them, resolved from the project folder. */
  names: readonly string[];
  /** The same, but not reported if missing. */
  optional?: readonly string[];
  /** Packages to replace by a bundled version if the project's version is not available, which is reported, or not specified. */
  spare?: readonly string[];
  /** Exact versions by name, instead of those of the project. */
  instead?: Readonly<Record<string, string>>;
  /** Packages that are also imported by paths within them. */
  deep?: readonly string[];
  /** Packages that are neither provided nor followed. */
  except?: readonly string[];
  /** Removes `exports` and `imports` from their manifests, for resolution that does not support them. */
  withoutExports?: boolean;
}

export interface ProvidedPackages {
  /** Folder for `SandboxJob.packages`; undefined if there is none. */
  folder: string | undefined;
  /** Exact versions of the wanted packages, by name. */
  versions: Readonly<Record<string, string>>;
  /** Packages that are not available, including those that others import. */
  missing: readonly MissingPackage[];
}

export interface MissingPackage {
  name: string;
  /** Undefined if unknown. */
  version?: string;
  /**
   * `unknown`: not in package.json or the lock file. `elsewhere`: not from a registry. `refused`: not in the registry, wrong
   * integrity, or cannot be unpacked. `unavailable`: the download failed this time.
   */
  kind: 'unknown' | 'elsewhere' | 'refused' | 'unavailable';
  /** Reason to show to the user. */
  reason: string;
  /** Wanted packages whose types depend on it, including itself. */
  neededBy: readonly string[];
}

/** Provides no packages. */
export const noPackages: Packages = {
  provide: async ({ names }) => ({
    folder: undefined,
    versions: {},
    missing: names.map((name) => ({
      name,
      kind: 'unavailable',
      reason: 'packages are not available here',
      neededBy: [name],
    })),
  }),
  ambient: async () => [],
};
