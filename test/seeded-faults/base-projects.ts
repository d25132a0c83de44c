import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Projects that nothing is to be said against, each of another kind: folders below test/fixtures, but for the example. */
const folders = {
  /** OAuth2 or API key, requests made by n8n. */
  declarative: 'test/fixtures/seeded-faults/declarative',
  /** Nodes and credentials in JavaScript, copied by the build. */
  javascript: 'test/fixtures/seeded-faults/javascript',
  /** Resources and operations in files of their own. */
  programmatic: 'examples/passing-node',
  /** Webhooks that the service calls. */
  trigger: 'test/fixtures/seeded-faults/trigger',
  /** Two versions of a node and a polling trigger, below src/. */
  versioned: 'test/fixtures/seeded-faults/versioned',
};

export type BaseName = keyof typeof folders;

export const baseNames: readonly BaseName[] = ['declarative', 'javascript', 'programmatic', 'trigger', 'versioned'];

/** The text of each file of a project, by path. */
export type ProjectTexts = Readonly<Record<string, string>>;

const repository = join(import.meta.dirname, '../..');
const known = new Map<BaseName, Promise<ProjectTexts>>();

/** The files of a base project; each is read once. */
export function baseProject(name: BaseName): Promise<ProjectTexts> {
  const texts = known.get(name) ?? textsOf(join(repository, folders[name]));
  known.set(name, texts);
  return texts;
}

async function textsOf(folder: string): Promise<ProjectTexts> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.service/') && !path.startsWith('dist/'));
  return Object.fromEntries(
    await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  );
}
