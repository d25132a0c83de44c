import { setImmediate } from 'node:timers/promises';
import type { CheckContext } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import type { Placed } from '../checks/located-violations.ts';
import type { Place } from '../model/locations/find-locations.ts';
import { lintPass } from '../n8n-lint/engine/lint-service.ts';
import { compiledProject } from '../typescript/compiled-project.ts';

/** Times that the same is said, word for word, from which it is one finding with its places: nodes were copied. */
const repeated = 3;
/** Other places of one fault that are named with the first. */
const mostNamed = 10;

/**
 * The observations of what was seen: with the line in the sources where that was found, and without what n8n's linter
 * or TypeScript tell of the same place.
 */
export async function* observeSightings(context: CheckContext, placed: readonly Placed[]): AsyncGenerator<Observation> {
  if (placed.length === 0) return;
  const others = await toldElsewhere(context, placed);
  const said = new Set<string>();
  const gathered = new Map<string, { once: boolean; all: Observation[] }>();
  for (const [index, { seen, place }] of placed.entries()) {
    const { watcher, message, severity, evidence, file, at } = seen;
    // Other runs share this process.
    if (index % 100 === 99) await setImmediate();
    const known = place ?? (file !== undefined && at ? { file, ...at, endLine: at.line } : undefined);
    if (isTold(watcher.toldBy ?? [], known, others)) continue;
    const observation: Observation = {
      code: watcher.rule.code,
      message,
      ...(severity && { severity }),
      ...(evidence !== undefined && { evidence }),
      file: place?.file ?? file,
      ...(place ? { line: place.line, column: place.column } : at),
    };
    // Nodes that share a file share its faults.
    const key = JSON.stringify([observation.code, placeOf(observation), observation.column, message]);
    if (said.has(key)) continue;
    said.add(key);
    const once = watcher.oncePerPackage === true;
    const same = JSON.stringify(once ? [observation.code] : [observation.code, severity, message]);
    const alike = gathered.get(same) ?? { once, all: [] };
    gathered.set(same, alike);
    alike.all.push(observation);
  }
  for (const { once, all } of gathered.values()) yield* once || all.length >= repeated ? together(all) : all;
}

/** One observation for all that a rule saw. */
function* together([first, ...others]: readonly Observation[]): Generator<Observation> {
  if (!first) return;
  if (others.length === 0) return yield first;
  const all = [first, ...others].slice(0, mostNamed).map((one) => `${placeOf(one)}: ${one.message}`);
  yield { ...first, message: `${first.message}; and ${others.length} more of the same`, evidence: all.join('\n') };
}

const placeOf = ({ file, line }: Observation) => (line === undefined ? `${file}` : `${file}:${line}`);

interface Told {
  code: string;
  file?: string;
  line?: number;
  endLine?: number;
}

/** What others say, as far as a rule that saw something gives way to it. */
async function toldElsewhere(context: CheckContext, placed: readonly Placed[]): Promise<Told[]> {
  const codes = new Set(placed.flatMap(({ seen }) => seen.watcher.toldBy ?? []));
  if (codes.size === 0) return [];
  const told: Told[] = [...(await context.service(lintPass))];
  if (!codes.has('types-error') || context.mode !== 'project') return told;
  const { compiled } = await context.service(compiledProject);
  return [...told, ...(compiled?.diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, code: 'types-error' }))];
}

/**
 * Two that share a line are about the same thing, of which one may name a part and the other the whole. Where the place
 * is not known, one of the same kind anywhere is taken for the same: it is told once, at worst later.
 */
function isTold(
  codes: readonly string[],
  place: Pick<Place, 'file' | 'line' | 'endLine'> | undefined,
  others: readonly Told[],
): boolean {
  return others.some(
    ({ code, file, line = 0, endLine = line }) =>
      codes.some((one) => (one.endsWith('-') ? code.startsWith(one) : code === one)) &&
      (place === undefined || (file === place.file && line <= place.endLine && endLine >= place.line)),
  );
}
