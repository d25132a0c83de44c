import releases from './host-modules.json' with { type: 'json' };

/** What a release of n8n lets packages require. */
export interface HostRelease {
  /** Version of n8n. */
  n8n: string;
  /** Version of n8n-workflow. */
  workflow: string;
  /** Direct dependencies of n8n, from the name to the version or range in its manifest. */
  modules: Readonly<Record<string, string>>;
}

/** The current release, and the last one of the previous major version. Written by `npm run upgrade-n8n`. */
export const hostReleases: readonly [current: HostRelease, previous: HostRelease] = [
  releases.current,
  releases.previous,
];
