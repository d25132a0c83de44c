import type { Observation } from '../../kernel/index.ts';

/** Locations that are listed with a finding that stands for several. */
const maxListed = 10;

/** One observation for all of a kind. @param listed how many locations it lists */
export const oncePerKind = (
  observations: readonly Observation[],
  kindOf: (observation: Observation) => string,
  listed?: number,
): Observation[] => [...Map.groupBy(observations, kindOf).values()].flatMap((all) => [...together(all, listed)]);

/** The first one, which lists the others. */
export function* together([first, ...others]: readonly Observation[], listed = maxListed): Generator<Observation> {
  if (!first) return;
  if (others.length === 0) return yield first;
  const all = [first, ...others].slice(0, listed).map((one) => `${placeOf(one)}: ${one.message}`);
  yield { ...first, message: `${first.message} (and ${others.length} more)`, evidence: all.join('\n') };
}

export const placeOf = ({ file, line }: Observation) => (line === undefined ? `${file}` : `${file}:${line}`);
