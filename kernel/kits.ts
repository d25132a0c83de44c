/**
 * Packages that a plugin works with and that do not belong into ours, such as the host that projects are written for:
 * installed once into the cache of the user, exactly as a lock file says, without running their scripts.
 */
export interface KitSource {
  /** Unique: `n8n-2.41.3`. */
  name: string;
  /** URL of the folder with `package.json` and `package-lock.json`, ending in `/`. */
  lock: URL;
}

/** The installed kits. The runner implements it. */
export interface Kits {
  /** The absolute folder of a kit, with its `node_modules`, for `SandboxJob.kit`; undefined if it is not installed. */
  find(kit: KitSource): string | undefined;
  /** The kits to verify with; the first one judges. */
  readonly wanted: readonly KitSource[];
  /** The kit of the ruleset, whatever is verified with; absent if the project type has none. */
  readonly ruleset?: KitSource;
}

/** No kit is installed. */
export const noKits: Kits = { find: () => undefined, wanted: [] };
