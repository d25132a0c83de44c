import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const own = 'plugins/n8n-node';

interface Import {
  from: string;
  to: string;
  names: readonly string[];
}

/** Imports of files by files, relative to the repository. */
const allImports = ['kernel', 'plugins', 'runner', 'judge', 'cloud', 'cli']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => posix.join(folder, path)),
  )
  .filter((path) => path.endsWith('.ts'))
  .flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    return [...text.matchAll(/import (?:type )?(?:\{([^}]*)\}|[\w* ]+) from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
      ([, names = '', module, lazy]): Import => ({
        from,
        to: posix.join(posix.dirname(from), module ?? lazy ?? ''),
        names: names.split(',').flatMap((name) => /^\s*(?:type )?(\w+)/.exec(name)?.[1] ?? []),
      }),
    );
  });

const imports = allImports.filter(({ from }) => from.startsWith(`${own}/`));

/** `plugins/n8n-node/checks/nodes`; the plugin's own files each for itself, as their names are its table of contents. */
function roomOf(path: string): string {
  const folders = path.slice(own.length + 1).split('/');
  const file = folders.pop() ?? '';
  const deep = ['behaviour', 'checks', 'model', 'n8n-lint', 'project'].includes(folders[0] ?? '');
  return folders.length === 0 ? file : folders.slice(0, deep ? 2 : 1).join('/');
}

/** A way from a room back to itself. */
function loop(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (room: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const next of edges.get(room) ?? []) {
      const found = visit(next, [...way, room]);
      if (found) return found;
    }
    done.add(room);
    return undefined;
  };
  for (const room of edges.keys()) {
    const found = visit(room, []);
    if (found) return found;
  }
  return undefined;
}

/** What imports what, by file or by room. */
function edgesOf(some: readonly Import[], placeOf = (path: string): string => path): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of some) {
    const [one, other] = [placeOf(from), placeOf(to)];
    if (one !== other) edges.set(one, (edges.get(one) ?? new Set()).add(other));
  }
  return edges;
}

it('no file imports itself through others, types included', () => {
  expect(loop(edgesOf(allImports))).toBeUndefined();
});

describe('the imports of n8n-node', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(500);
    expect(
      loop(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['a'])],
        ]),
      ),
    ).toEqual(['a', 'b', 'a']);
  });

  it('go one way between its rooms', () => {
    const inside = imports.filter(({ to }) => to.startsWith(`${own}/`));
    expect(loop(edgesOf(inside, roomOf))).toBeUndefined();
  });

  it('of the kernel are what any plugin can import', () => {
    const index = readFileSync(join(root, 'kernel/index.ts'), 'utf8');
    const exported = new Set([...index.matchAll(/\b\w+\b/g)].map(([name]) => name));
    // Behind it is the compiler of schemas, which the command line does without.
    const internal = new Set(['guard', 'Guard']);
    const used = imports.filter(({ to }) => to.startsWith('kernel/')).flatMap(({ names }) => names);
    expect(used.filter((name) => !exported.has(name) && !internal.has(name))).toEqual([]);
  });
});
