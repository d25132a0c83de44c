import { valid } from 'semver';
import { serviceError, usageError } from '../kernel/errors.ts';
import type { KitSource } from '../kernel/kits.ts';
import {
  currentN8n,
  kitSource,
  nextRulesetKit,
  releaseNamed,
  shippedKits,
} from '../plugins/n8n-node/n8n/shipped-kits.ts';

/** Releases in one run. */
const maxReleases = 10;

interface ReleaseOptions {
  /** Whether nothing is fetched. */
  offline: boolean;
  /** Called with releases whose results are incomplete. */
  log(line: string): void;
}

/** `2.41.0,1.120.31, latest`, as a flag or one of several values has it. */
const namesIn = (given: string) =>
  given
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/**
 * The kits of releases of n8n.
 * @param given versions, ranges or tags; several in one text are separated by commas
 * @throws {ServiceError} INVALID_USAGE, UNKNOWN_RELEASE, KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
export async function kitsOf(given: readonly string[], options: ReleaseOptions): Promise<KitSource[]> {
  const wanted = given.flatMap(namesIn);
  if (wanted.length === 0 || wanted.length > maxReleases) throw usageError(`Name 1 to ${maxReleases} releases of n8n`);
  const kits = new Map<string, KitSource>();
  for (const name of wanted) {
    const kit = await kitOf(name, options);
    kits.set(kit.name, kit);
  }
  return [...kits.values()];
}

async function kitOf(wanted: string, options: ReleaseOptions): Promise<KitSource> {
  const kit = shipped(wanted) ?? (await otherKit(wanted, options));
  if (!ours.includes(kit))
    options.log(
      `n8n ${releaseNamed(kit)} does not come with this version of service: its modules, names and types are from the npm registry, the rules are those of n8n ${currentN8n}`,
    );
  return kit;
}

async function otherKit(wanted: string, { offline, log }: ReleaseOptions): Promise<KitSource> {
  const { lockedKit, lockKit } = await import('../runner/kits/lock-kit.ts');
  const isExact = valid(wanted) === wanted;
  const locked = isExact ? lockedKit(kitSource(wanted).name) : undefined;
  if (!locked && offline)
    throw serviceError('UNKNOWN_RELEASE', { release: wanted, reason: 'it is not installed, and this run is offline' });
  if (locked) return locked;
  const [{ MissingError, Registry, UpgradeError }, { hostPackages, publishedRelease }, ...rest] = await Promise.all([
    import('../plugins/n8n-node/n8n/upgrade/registry.ts'),
    import('../plugins/n8n-node/n8n/published-release.ts'),
    import('../plugins/n8n-node/n8n/upgrade/host-lists.ts'),
    import('../plugins/n8n-node/n8n/kit-manifest.ts'),
    import('../plugins/n8n-node/n8n/release.ts'),
    import('../runner/source/registry-address.ts'),
  ]);
  const [{ readHostLists }, { kitManifest }, { releaseFile }, address] = rest;
  try {
    const registry = new Registry(address.registryAddress(undefined).href);
    const release = await publishedRelease(registry, wanted);
    const { n8n } = release;
    const exact = shipped(n8n) ?? lockedKit(kitSource(n8n).name);
    if (exact) return exact;
    log(`Reading n8n ${n8n} from the npm registry`);
    const names = await readHostLists(registry, release).catch((error) => {
      if (!(error instanceof MissingError)) throw error;
      log(`Names of the nodes and credentials of n8n ${n8n} are unknown: ${error.message}`);
    });
    return await lockKit(kitSource(n8n).name, {
      'package.json': kitManifest(n8n, await hostPackages(registry, release)),
      [releaseFile]: JSON.stringify({ ...release, ...names }, null, 2),
    });
  } catch (error) {
    if (!(error instanceof UpgradeError)) throw error;
    throw serviceError('UNKNOWN_RELEASE', { release: wanted, reason: error.message }, { cause: error });
  }
}

const ours = [...shippedKits, nextRulesetKit];
const shipped = (release: string) => ours.find(({ name }) => name === kitSource(release).name);
