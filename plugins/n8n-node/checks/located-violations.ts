import type { Service } from '../../../kernel/check.ts';
import type { NotChecked } from '../../../kernel/index.ts';
import { describedPackage } from '../model/descriptions/described-package.ts';
import { findPlaces, mostPlaces, type Place } from '../model/locations/find-locations.ts';
import type { Seen } from '../shared-rules/sighting.ts';
import { credentialSightings } from './credentials/credential-violations.ts';
import { nodeSightings } from './nodes/node-violations.ts';

/** What a rule saw, and where in the sources it stands, as far as that can be told. */
export interface Placed {
  seen: Seen;
  place: Place | undefined;
}

interface PlacedSightings {
  nodes(): readonly Placed[];
  credentials(): readonly Placed[];
  /** What is not known of the package, for both. */
  notChecked: readonly NotChecked[];
}

/**
 * What the rules see in a package: for the checks `nodes` and `credentials`. The sources are looked into once for both;
 * what goes wrong with the rules of one is thrown where that one asks.
 */
export const placedSightings: Service<PlacedSightings> = {
  name: 'what the rules see in descriptions',
  async create(context) {
    const all = await context.service(describedPackage);
    const [nodes, credentials] = await Promise.allSettled([nodeSightings(all), credentialSightings(all)]);
    const looked = [nodes, credentials].flatMap((seen) =>
      seen.status === 'fulfilled' ? seen.value.slice(0, mostPlaces) : [],
    );
    const found = await findPlaces(
      context,
      looked.map(({ about = {}, file }) => ({ about, near: file })),
    );
    const places = new Map(looked.map((seen, index) => [seen, found?.[index]]));
    const unfound = found ? [] : [{ reason: 'time limit reached', what: 'the lines at which findings stand' }];
    const placed = (all: PromiseSettledResult<readonly Seen[]>) => () => {
      if (all.status === 'rejected') throw all.reason;
      return all.value.map((seen) => ({ seen, place: places.get(seen) }));
    };
    return { nodes: placed(nodes), credentials: placed(credentials), notChecked: [...all.notChecked, ...unfound] };
  },
};
