import { readdirSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';

/** Says what it sees of the folder with compiled code, and whether it may write to it. */
export default function compiledProgram(_: SandboxFolders, input: unknown) {
  if (input === 'throw') throw new Error('as it was told');
  const folder = getCompileCacheDir();
  if (folder === undefined) return { input, entries: 0 };
  return {
    input,
    entries: readdirSync(folder).length,
    write: attempt(() => writeFileSync(join(folder, 'poison'), '')),
  };
}

function attempt(write: () => void): unknown {
  try {
    write();
    return 'written';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}
