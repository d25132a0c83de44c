/**
 * The packages that a project is built with, as data to read: nothing of them is run. The kernel only names the shape;
 * the runner finds them, by the project's lock file where it has one.
 */
export interface Packages {
  /** Lays packages out as a package manager would, with those that their declarations import. Never rejects for one that can't be had. */
  lay(wanted: WantedPackages): Promise<LaidPackages>;
  /** Every package below `@types` that an install would put where TypeScript looks without being told. */
  ambient(): Promise<readonly string[]>;
}

export interface WantedPackages {
  /** As sources import them, each found from the project's folder. */
  names: readonly string[];
  /** The same, where it is no loss when there are none: nothing is said of them. */
  optional?: readonly string[];
  /** Of these one that comes with us is laid where the project's own can't be had, which is told as missing, or where it names none. */
  spare?: readonly string[];
  /** Exact versions that take the place of those that the project would get, by name. */
  instead?: Readonly<Record<string, string>>;
  /** Those that are imported by paths within them, too. */
  deep?: readonly string[];
  /** Packages that whoever asks has something else for: they are neither laid nor followed. */
  except?: readonly string[];
  /** Without the `exports` and `imports` of their manifests: for resolution that knows nothing of these. */
  withoutExports?: boolean;
}

export interface LaidPackages {
  /** What `SandboxJob.packages` takes; undefined when there is nothing to see. */
  folder: string | undefined;
  /** Exact versions of those that were wanted, by name. */
  versions: Readonly<Record<string, string>>;
  /** Those that could not be had, those that others import among them. */
  missing: readonly MissingPackage[];
}

export interface MissingPackage {
  name: string;
  /** Undefined where it is not known which. */
  version?: string;
  /**
   * `unknown`: neither package.json nor the lock file names it. `elsewhere`: it is none of a registry. `refused`: the
   * registry does not have it, or what it serves is not what the lock file states, or not to be unpacked. `unavailable`:
   * it could not be fetched this time.
   */
  kind: 'unknown' | 'elsewhere' | 'refused' | 'unavailable';
  /** In words, to be shown. */
  reason: string;
  /** Those of the wanted names whose types rest on it, its own among them. */
  neededBy: readonly string[];
}

/** Where there are none to be had. */
export const noPackages: Packages = {
  lay: async ({ names }) => ({
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
