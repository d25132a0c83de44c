import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dir } from 'tmp-promise';
import type { Finding } from '../../kernel/finding.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import { EntryStore } from '../../runner/cache/entry-store.ts';
import { ResultsCache } from '../../runner/cache/results-cache.ts';
import { chooseIsolation } from '../../runner/sandbox/isolation.ts';
import { collectProject } from '../../runner/source/collect-project.ts';
import { folderSource } from '../../runner/source/folder-source.ts';
import { verify } from '../../runner/verify.ts';
import type { ProjectTexts } from './base-projects.ts';

/** Verifies one project after another, as the command does: what a fault leaves unchanged is not verified again. */
export interface TextVerifier extends AsyncDisposable {
  /** What is found in a project, and the checks that were skipped, with the reasons. */
  verify(files: ProjectTexts): Promise<{ findings: Finding[]; skipped: string[] }>;
}

export async function openVerifier(): Promise<TextVerifier> {
  const kernel = builtinKernel();
  const isolation = await chooseIsolation();
  const results = await dir({ prefix: 'service-test-', unsafeCleanup: true });
  const cache = new ResultsCache(new EntryStore(results.path), 'this code');
  return {
    async verify(files) {
      const { path: folder, cleanup } = await dir({ prefix: 'service-test-', unsafeCleanup: true });
      try {
        for (const [path, text] of Object.entries(files)) {
          await mkdir(dirname(join(folder, path)), { recursive: true });
          await writeFile(join(folder, path), text);
        }
        const include = kernel.include('n8n-node');
        const follow = kernel.projectTypes.get('n8n-node')?.follow;
        const collected = await collectProject({ folder, include, ...(follow && { follow }) });
        const paths = collected.files.map(({ path }) => path);
        const { checks } = await verify(folderSource({ folder, files: paths, sent: { note: collected.note } }), {
          kernel,
          projectType: 'n8n-node',
          timeout: 600,
          cache,
          sandbox: (project) => isolation.sandbox(project),
        });
        return {
          findings: checks.flatMap((check) => check.findings),
          skipped: checks.flatMap(({ name, message = '' }) =>
            message.startsWith('skipped: ') ? [`${name} ${message}`] : [],
          ),
        };
      } finally {
        await cleanup();
      }
    },
    async [Symbol.asyncDispose]() {
      await isolation.close?.();
      await results.cleanup();
    },
  };
}
