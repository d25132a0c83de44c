import { type CachedWork, type Memory, noMemory } from '../../kernel/memory.ts';

/** A memory that forgets nothing, and tells what it had to have worked out. */
export function growingMemory(): Memory & { worked: string[] } {
  const known = new Map<string, unknown>();
  const worked: string[] = [];
  const left = new Map<string, string>();
  return {
    ...noMemory,
    enabled: true,
    worked,
    previous<T>(name: string, is: (value: unknown) => value is T): T | undefined {
      const value: unknown = JSON.parse(left.get(name) ?? 'null');
      return is(value) ? value : undefined;
    },
    store: (name, value) => void left.set(name, JSON.stringify(value)),
    async each<T>({ items, is, work }: CachedWork<T>): Promise<Map<string, T>> {
      const keyOf = (item: string) => `${item} ${items.get(item)}`;
      const missing = [...items.keys()].filter((item) => !known.has(keyOf(item)));
      worked.push(...missing);
      if (missing.length > 0) for (const [item, outcome] of await work(missing)) known.set(keyOf(item), outcome);
      const found = [...items.keys()].flatMap((item): [string, T][] => {
        const value = known.get(keyOf(item));
        return is(value) ? [[item, value]] : [];
      });
      return new Map(found);
    },
  };
}
