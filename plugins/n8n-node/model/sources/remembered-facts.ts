import type { ServiceContext } from '../../../../kernel/check.ts';
import { digestOf } from '../../../../kernel/digest.ts';
import { guard } from '../../../../kernel/guard.ts';
import { SourceFacts, type SourceOrder } from './source-facts.ts';
import { maxFacts, maxProjectBytes } from './source-limits.ts';

/**
 * The facts of sources. Reads only files that are not cached. The facts of a file depend on it, and on its source map if it
 * is bundled.
 * @param read reads files
 */
export async function rememberedFacts(
  { files, memory }: Pick<ServiceContext, 'files' | 'memory'>,
  order: SourceOrder,
  read: (order: SourceOrder) => Promise<SourceFacts>,
): Promise<SourceFacts> {
  const paths = [...order.sources, ...order.texts];
  const items = new Map<string, string>();
  let size = 0;
  for (const path of paths) {
    const bytes = await files.bytes(path);
    const map = `${path}.map`;
    size += bytes.length;
    items.set(path, `${digestOf(bytes)} ${files.exists(map) ? digestOf(await files.bytes(map)) : ''}`);
  }
  // If a limit is exceeded, the facts of a file depend on other files.
  if (size > maxProjectBytes) return read(order);
  let whole: SourceFacts | undefined;
  const found = await memory.each<SourceFacts>({
    name: 'source facts',
    items,
    is: guard(SourceFacts).is,
    work: async (missing) => {
      const wanted = new Set(missing);
      const isWanted = (path: string) => wanted.has(path);
      const facts = await read({ sources: order.sources.filter(isWanted), texts: order.texts.filter(isWanted) });
      if (!isCut(facts)) return byFile(facts, missing);
      // The facts of the last files may be incomplete.
      whole = missing.length === paths.length ? facts : await read(order);
      return new Map();
    },
  });
  if (whole) return whole;
  const joined = joinFacts(paths.flatMap((path) => found.get(path) ?? []));
  return isCut(joined) ? read(order) : joined;
}

/** Whether facts were omitted. */
export const isCut = ({ unread: _, ...facts }: SourceFacts) =>
  Object.values(facts).some(({ length }) => length >= maxFacts);

function byFile(facts: SourceFacts, paths: readonly string[]): Map<string, SourceFacts> {
  const violations = Map.groupBy(facts.violations, ({ file }) => file);
  const hosts = Map.groupBy(facts.hosts, ({ file }) => file);
  const texts = Map.groupBy(facts.texts, ({ file }) => file);
  const asks = Map.groupBy(facts.asks, ({ file }) => file);
  const comparisons = Map.groupBy(facts.comparisons, ({ file }) => file);
  const staticData = Map.groupBy(facts.staticData, ({ file }) => file);
  const unread = Map.groupBy(facts.unread, ({ file }) => file);
  return new Map(
    paths.map((path) => [
      path,
      {
        violations: violations.get(path) ?? [],
        hosts: hosts.get(path) ?? [],
        texts: texts.get(path) ?? [],
        asks: asks.get(path) ?? [],
        comparisons: comparisons.get(path) ?? [],
        staticData: staticData.get(path) ?? [],
        unread: unread.get(path) ?? [],
      },
    ]),
  );
}

/** In the order in which the files are read. */
export function joinFacts(all: readonly SourceFacts[]): SourceFacts {
  return {
    violations: all.flatMap(({ violations }) => violations),
    hosts: all.flatMap(({ hosts }) => hosts),
    texts: all.flatMap(({ texts }) => texts),
    asks: all.flatMap(({ asks }) => asks),
    comparisons: all.flatMap(({ comparisons }) => comparisons),
    staticData: all.flatMap(({ staticData }) => staticData),
    unread: all.flatMap(({ unread }) => unread),
  };
}
