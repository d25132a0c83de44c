import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createKernel } from '../../../kernel/kernel.ts';
import { definePlugin } from '../../../kernel/plugin.ts';
import type { Verification } from '../../../kernel/result.ts';
import { builtinPlugins } from '../../../plugins/builtin.ts';
import type { Isolation } from '../../../runner/sandbox/isolation.ts';
import { openCopy } from '../../../runner/source/open-copy.ts';
import type { Source } from '../../../runner/source/source.ts';
import { verify } from '../../../runner/verify.ts';

/** Removes all checks of n8n nodes except `load`. */
const loadOnly = definePlugin({
  name: 'load-only',
  apply(kernel) {
    kernel.hooks.checks.for('n8n-node').tap('load-only', (checks) => checks.filter(({ name }) => name === 'load'));
  },
});

const kernel = createKernel({ plugins: [...builtinPlugins, loadOnly] });

/** Runs the `load` check on a package as it would be published. @param options.timeout seconds */
export async function runLoadCheck(
  folder: string,
  isolation: Isolation,
  { timeout = 60, signal }: { timeout?: number; signal?: AbortSignal } = {},
): Promise<Verification> {
  return verify(publishedSource(folder), {
    kernel,
    projectType: 'n8n-node',
    timeout,
    ...(signal && { signal }),
    sandbox: (project) => isolation.sandbox(project),
  });
}

/** A folder as a published package. */
function publishedSource(from: string): Source {
  return {
    mode: 'package',
    name: 'published',
    open: ({ signal }) =>
      openCopy(signal, async ({ folder, each }) => {
        const entries = await readdir(from, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
        await each(files, async (file) => {
          const target = join(folder, file.slice(from.length));
          await mkdir(dirname(target), { recursive: true });
          await copyFile(file, target);
        });
      }),
  };
}
