import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../examples/passing-node', import.meta.url));
const included = /^(nodes|credentials|icons)\/|^(package\.json|tsconfig\.json|README\.md|LICENSE|CHANGELOG\.md)$/;

let files: Promise<{ path: string; content: string }[]> | undefined;

/** The body of a create-run request for a real project, examples/passing-node. */
export async function nodeRequest() {
  files ??= readProject();
  return { projectType: 'n8n-node', packageName: 'n8n-nodes-harborline', timeout: 120, files: await files };
}

async function readProject() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => included.test(path));
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(folder, path), 'utf8') })));
}
