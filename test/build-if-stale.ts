import { execFile } from 'node:child_process';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '..');

/**
 * Before the first test: builds dist/ anew where a source is younger, because whole-process tests start the command as a
 * user gets it.
 */
export default async function buildIfStale(): Promise<void> {
  const built = await changed(join(repository, 'dist/cli/service.js'));
  const sources = ['build.ts', 'package-lock.json', '{kernel,plugins,runner,judge,cloud,cli}/**/*'];
  for await (const path of glob(sources, { cwd: repository })) {
    if ((await changed(join(repository, path))) <= built) continue;
    await promisify(execFile)(process.execPath, [join(repository, 'build.ts')], { cwd: repository });
    return;
  }
}

/** Milliseconds; 0 for what is not there. */
async function changed(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.mtimeMs : 0;
}
