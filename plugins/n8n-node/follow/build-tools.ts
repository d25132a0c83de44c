import type { Service } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { scriptFiles } from '../build-script/script-files.ts';
import { importsOf, isScript } from './script-imports.ts';

/**
 * Files that were included only because scripts of package.json run them, and their own imports; they are not published.
 */
export const buildTools: Service<ReadonlySet<string>> = {
  name: 'which files only build the project',
  async create({ files, manifest = {}, mode }) {
    if (mode === 'package') return new Set();
    const named = scriptFiles(manifest).flatMap(({ candidates }) => candidates.filter((path) => isScript(path)));
    const tools = named.filter((path) => files.exists(path) && !/^(?:nodes|credentials|src)\//.test(path));
    if (tools.length === 0) return new Set();
    const others = files
      .list()
      .filter((path) => isScript(path) && !tools.includes(path) && !/(?:^|\/)node_modules\//.test(path));
    const reached = await reachedFrom(tools, files);
    // Files without imports from tools, and not imported by tools, are sources; so are the imports of sources.
    const shipped = await reachedFrom(
      others.filter((path) => !reached.has(path)),
      files,
    );
    return new Set([...reached].filter((path) => !shipped.has(path)));
  },
};

/** The files, and everything that they import by path. */
async function reachedFrom(starts: readonly string[], files: ProjectFiles): Promise<Set<string>> {
  const reached = new Set(starts);
  for (const path of reached) for (const file of await importsOf(path, files)) reached.add(file);
  return reached;
}
