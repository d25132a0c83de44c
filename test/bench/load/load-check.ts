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

/** Leaves of an n8n node's checks the one that loads it. */
const loadAlone = definePlugin({
  name: 'load-alone',
  apply(kernel) {
    kernel.hooks.checks.for('n8n-node').tap('load-alone', (checks) => checks.filter(({ name }) => name === 'load'));
  },
});

const kernel = createKernel({ plugins: [...builtinPlugins, loadAlone] });

/** Runs the `load` check alone over a package as it would be published. @param options.timeout seconds */
export async function checkLoading(
  folder: string,
  isolation: Isolation,
  { timeout = 60, signal }: { timeout?: number; signal?: AbortSignal } = {},
): Promise<Verification> {
  const run = verify(publishedSource(folder), {
    kernel,
    projectType: 'n8n-node',
    timeout,
    ...(signal && { signal }),
    sandbox: (project) => isolation.sandbox(project),
  });
  return run.result;
}

/** A folder as if a registry had served it. */
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
