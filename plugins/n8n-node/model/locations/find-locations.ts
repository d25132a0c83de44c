import { dirname } from 'node:path/posix';
import type { ServiceContext } from '../../../../kernel/check.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import type { About } from '../../rule.ts';
import { readingJob } from '../../sandbox/reading-job.ts';
import { warmUpProject } from '../../sandbox/warm-up-project.ts';
import { sourceOrder } from '../sources/source-files.ts';
import { placeOutput } from './guards.ts';
import type { Found } from './location-output.ts';
import type { PlaceInput } from './location-program.ts';
import { type Wanted, wantedOf } from './wanted.ts';

/** A place in a source, and the lines that it takes. */
export type Place = Omit<Found, 'index'>;

/** Seconds. */
const limit = 30;
/** Things of one check that are looked for. */
export const mostPlaces = 2000;
/** Files looked into. */
const mostFiles = 5000;

/**
 * Where in the sources the things stand that findings are about. Nothing is given for what stands in several places that
 * are equally likely.
 * @returns undefined when the sources could not be looked into, or not in time
 * @param near for each: the file whose description it is; what stands in it, or in its folder, is preferred
 */
export async function findPlaces(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'files' | 'mode' | 'memory'>,
  things: readonly { about: About; near: string }[],
): Promise<(Place | undefined)[] | undefined> {
  const { files, mode } = context;
  const wanted: Wanted[] = [];
  const indexes = things.map(({ about }) => {
    const one = wantedOf(about);
    return one && wanted.push(one) - 1;
  });
  if (wanted.length === 0) return things.map(() => undefined);
  const { sources } = sourceOrder(files.list(), mode);
  const own = sources.filter((path) => !path.includes('node_modules/'));
  const input: PlaceInput = { files: own.slice(0, mostFiles), wanted };
  const program = siblingModule(import.meta.url, 'location-program');
  const job = { program, input, warmUp, timeout: limit };
  const output = await readingJob(context, job, placeOutput);
  if (!output) {
    // It may be faster the next time.
    context.memory.forget();
    return undefined;
  }
  const byIndex = Map.groupBy(
    output.found.filter(({ file }) => files.exists(file)),
    ({ index }) => index,
  );
  return things.map(({ near }, at) => {
    const index = indexes[at];
    return index === undefined ? undefined : likeliest(byIndex.get(index) ?? [], near);
  });
}

function warmUp() {
  const overlay = warmUpProject();
  const input: PlaceInput = {
    files: Object.keys(overlay).filter((path) => path.endsWith('.ts')),
    wanted: [
      { name: 'acme', displayName: 'Acme' },
      { name: 'size', displayName: 'Size', fields: ['name'] },
      { text: 'x' },
    ],
  };
  return { input, overlay };
}

function likeliest(places: readonly Place[], near: string): Place | undefined {
  const folder = `${dirname(near)}/`;
  const circles = [
    places.filter(({ file }) => file === near),
    places.filter(({ file }) => file.startsWith(folder)),
    places,
  ];
  const [only, ...others] = circles.find((circle) => circle.length > 0) ?? [];
  return others.length === 0 ? only : undefined;
}
