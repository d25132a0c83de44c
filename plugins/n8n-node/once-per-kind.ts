import type { Observation } from '../../kernel/index.ts';

/** Lines of the list of locations, with a finding that stands for several. */
const maxListed = 10;
/** Lines of one file that are named in one of them. */
const maxLines = 20;

/** One observation for all of a kind. @param listed how many lines the list of its locations has */
export const oncePerKind = (
  observations: readonly Observation[],
  kindOf: (observation: Observation) => string,
  listed?: number,
): Observation[] => [...Map.groupBy(observations, kindOf).values()].flatMap((all) => [...together(all, listed)]);

/** The first one, which lists the others. */
export function* together([first, ...others]: readonly Observation[], listed = maxListed): Generator<Observation> {
  if (!first) return;
  if (others.length === 0) return yield first;
  const all = [first, ...others];
  const saysSame = new Set(all.map(headOf)).size === 1;
  const places = saysSame ? placesOf(all) : all.map((one) => `${placeOf(one)}: ${headOf(one)}`);
  const evidence = places.slice(0, listed).join('\n');
  yield { ...first, message: `${first.message} (and ${others.length} more)`, evidence };
}

export const placeOf = ({ file, line }: Observation) => (line === undefined ? `${file}` : `${file}:${line}`);

/** The first line of a message: others give reasons. */
const headOf = ({ message }: Observation) => message.split('\n')[0];

/** Where they are, with the lines of each file together. */
const placesOf = (all: readonly Observation[]): string[] =>
  [...Map.groupBy(all, ({ file }) => file)].map(([file, some]) => {
    const lines = [...new Set(some.flatMap(({ line }) => line ?? []))];
    const more = lines.length > maxLines ? ', …' : '';
    return lines.length === 0 ? `${file}` : `${file}:${lines.slice(0, maxLines).join(', ')}${more}`;
  });
