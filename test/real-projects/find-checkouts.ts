import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutOf, type JudgedProject } from './judgment-file.ts';

/** A package to verify: where it is, and what is known of it. */
export interface Checkout {
  /** As the checkout is named, with the folder of the package in it. */
  name: string;
  /** The root of the repository. */
  root: string;
  /** Where package.json is. */
  folder: string;
  judged?: JudgedProject;
}

const skipped = new Set(['node_modules', '.git', 'dist']);
const deepest = 4;

/**
 * Packages with nodes below a folder of checkouts: of a checkout that was judged the packages that were, of another all
 * that name nodes in their package.json.
 */
export async function findCheckouts(folder: string, judged: readonly JudgedProject[]): Promise<Checkout[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = names.sort().map(async (name): Promise<Checkout[]> => {
    const root = join(folder, name);
    const known = judged.filter((project) => checkoutOf(project) === name);
    if (known.length > 0) return known.map((project) => checkout(root, name, project.folder ?? '.', project));
    return (await packagesWithNodes(root)).map((inside) => checkout(root, name, inside));
  });
  return (await Promise.all(found)).flat();
}

function checkout(root: string, checkedOut: string, inside: string, judged?: JudgedProject): Checkout {
  const name = inside === '.' ? checkedOut : `${checkedOut}/${inside}`;
  return { name, root, folder: join(root, inside), ...(judged !== undefined && { judged }) };
}

async function packagesWithNodes(root: string, inside = '.', depth = 0): Promise<string[]> {
  const entries = await readdir(join(root, inside), { withFileTypes: true });
  const here = entries.some((entry) => entry.isFile() && entry.name === 'package.json');
  const found = here && (await namesNodes(join(root, inside, 'package.json'))) ? [inside] : [];
  if (depth === deepest) return found;
  const folders = entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
  const below = folders.map(({ name }) => packagesWithNodes(root, join(inside, name), depth + 1));
  return [...found, ...(await Promise.all(below)).flat()];
}

async function namesNodes(manifest: string): Promise<boolean> {
  try {
    const { n8n }: { n8n?: { nodes?: unknown } } = JSON.parse(await readFile(manifest, 'utf8'));
    return Array.isArray(n8n?.nodes);
  } catch {
    return false;
  }
}
