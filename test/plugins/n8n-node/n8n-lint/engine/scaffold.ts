import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/** The folders of a template collection of @n8n/node-cli that become a project, relative to it. */
export async function templateFolders(templates: string): Promise<string[]> {
  const entries = await readdir(templates, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name === 'package.json' && basename(entry.parentPath) === 'template')
    .map((entry) => relative(templates, entry.parentPath))
    .sort();
}

/**
 * Makes the project that `n8n-node new` would make of a template, but for renaming its example node: its placeholders
 * are filled in the same kinds of file.
 */
export async function scaffold(template: string, destination: string): Promise<void> {
  const name = basename(dirname(template));
  await cp(template, destination, { recursive: true });
  const values: Record<string, string> = {
    nodePackageName: `n8n-nodes-${name}`,
    'user.name': 'Ada Lovelace',
    'user.email': 'ada@example.com',
  };
  for (const file of await readdir(destination, { recursive: true })) {
    if (!/\.(md|json|yml)$/.test(file) || basename(file) === 'tsconfig.json') continue;
    const path = join(destination, file);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/\{\{([\w.]+)\}\}/g, (whole, key: string) => values[key] ?? whole),
    );
  }
}
