import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const project = fileURLToPath(new URL('../../../examples/passing-node/', import.meta.url));
/** The files that the command would upload. */
const uploaded = /^(?:nodes|credentials|icons)\/|^(?:package\.json|tsconfig\.json|README\.md|LICENSE|CHANGELOG\.md)$/;

/**
 * Creates bodies of create-run requests for a small real node. Each has different sources, so that results are not cached.
 */
export async function passingNodeRequests(): Promise<(run: number) => string> {
  const paths = await pathsOfProject();
  const files = await Promise.all(
    paths.map(async (path) => ({ path, content: await readFile(join(project, path), 'utf8') })),
  );
  return (run) => {
    const own = files.map(({ path, content }) => ({
      path,
      content: path.endsWith('.ts') ? `${content}// ${run}\n` : content,
    }));
    return JSON.stringify({ projectType: 'n8n-node', packageName: 'n8n-nodes-harborline', files: own });
  };
}

/** The same node as it would be published: compiled, in a temporary folder. */
export async function builtPassingNode(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'service-load-node-'));
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  for (const path of await pathsOfProject()) {
    const from = join(project, path);
    const compiled = path.endsWith('.ts');
    const shipped = compiled || /^(?:nodes|credentials|icons)\//.test(path) ? join('dist', path) : path;
    const to = join(folder, shipped.replace(/\.ts$/, '.js'));
    await mkdir(dirname(to), { recursive: true });
    if (compiled) await writeFile(to, ts.transpile(await readFile(from, 'utf8'), compilerOptions));
    else await copyFile(from, to);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

async function pathsOfProject(): Promise<string[]> {
  const entries = await readdir(project, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => uploaded.test(path));
}
