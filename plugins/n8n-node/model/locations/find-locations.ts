import { dirname } from 'node:path/posix';
import type { ServiceContext } from '../../../../kernel/check.ts';
import { guard } from '../../../../kernel/guard.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import type { About } from '../../rule.ts';
import { readingJob } from '../../sandbox/reading-job.ts';
import { warmUpProject } from '../../sandbox/warm-up-project.ts';
import { sourceOrder } from '../sources/source-files.ts';
import { type Found, LocationOutput } from './location-output.ts';
import type { LocationInput } from './location-program.ts';
import { type Wanted, wantedOf } from './wanted.ts';

const locationOutput = guard(LocationOutput);

/** A range of lines in a source. */
export type Location = Omit<Found, 'index'>;

const timeoutSeconds = 30;
/** Objects and texts of one check that are searched. */
export const maxSearched = 2000;
/** Files that are searched. */
const maxFiles = 5000;

/**
 * Locates the objects and texts of findings in the sources. Undefined for those with several equally likely locations.
 * @returns undefined if the sources could not be read, or not in time
 * @param near for each, the file with the description: locations in it or in its folder are preferred
 */
export async function findLocations(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'files' | 'mode' | 'memory'>,
  things: readonly { about: About; near: string }[],
): Promise<(Location | undefined)[] | undefined> {
  const { files, mode } = context;
  const wanted: Wanted[] = [];
  const indexes = things.map(({ about }) => {
    const one = wantedOf(about);
    return one && wanted.push(one) - 1;
  });
  if (wanted.length === 0) return things.map(() => undefined);
  const { sources } = sourceOrder(files.list(), mode);
  const own = sources.filter((path) => !path.includes('node_modules/'));
  const input: LocationInput = { files: own.slice(0, maxFiles), wanted };
  const program = siblingModule(import.meta.url, 'location-program');
  const job = { program, input, warmUp, timeout: timeoutSeconds };
  const output = await readingJob(context, job, locationOutput);
  if (!output) {
    // The next run may be faster.
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
  const input: LocationInput = {
    files: Object.keys(overlay).filter((path) => path.endsWith('.ts')),
    wanted: [
      { name: 'acme', displayName: 'Acme' },
      { name: 'size', displayName: 'Size', fields: ['name'] },
      { text: 'x' },
    ],
  };
  return { input, overlay };
}

function likeliest(locations: readonly Location[], near: string): Location | undefined {
  const folder = `${dirname(near)}/`;
  const circles = [
    locations.filter(({ file }) => file === near),
    locations.filter(({ file }) => file.startsWith(folder)),
    locations,
  ];
  const [only, ...others] = circles.find((circle) => circle.length > 0) ?? [];
  return others.length === 0 ? only : undefined;
}
