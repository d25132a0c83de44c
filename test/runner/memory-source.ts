import type { Mode } from '../../kernel/check.ts';
import { memoryFiles } from '../../kernel/project-files.ts';
import type { Sandbox } from '../../kernel/sandbox.ts';
import type { Source } from '../../runner/source/source.ts';

export interface MemorySource extends Source {
  /** How often an opened project was closed. */
  closed: number;
}

/** A project that is opened from memory, and counts how often it is closed. */
export function memorySource(
  files: Record<string, string> = {},
  { mode = 'project', folder = '/host/copy' }: { mode?: Mode; folder?: string } = {},
): MemorySource {
  return {
    mode,
    name: 'from-memory',
    closed: 0,
    async open() {
      return {
        folder,
        files: memoryFiles(files),
        close: async () => {
          this.closed += 1;
        },
      };
    },
  };
}

export const noSandbox: Sandbox = {
  isolation: 'none',
  run: () => Promise.reject(new Error('there is no sandbox here')),
};
