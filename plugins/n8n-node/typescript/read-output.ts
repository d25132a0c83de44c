import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';
import type { CompileInput } from './compile-input.ts';
import type { CompileOutput } from './compile-output.ts';

/** The output folder of TypeScript. */
export const outputFolder = (scratch: string) => join(scratch, 'out');

/** Reads the compiled files. */
export function readOutput(
  { project, scratch }: SandboxFolders,
  { emit, esModuleInterop }: CompileInput,
): CompileOutput['files'] {
  const outDir = outputFolder(scratch);
  const files: CompileOutput['files'] = {};
  const read = (folder: string, name: string) => {
    const isMap = name.endsWith('.map');
    if (isMap !== (emit === 'source maps')) return;
    const text = readFileSync(join(outDir, folder, name), 'utf8');
    if (!isMap) files[folder + name] = esModuleInterop ? text : withoutInterop(text);
    else {
      const map: { sources: string[] } = JSON.parse(text);
      map.sources = map.sources.map((source) => slashed(relative(project, resolve(outDir, folder, source))));
      files[folder + name.slice(0, -'.map'.length)] = JSON.stringify(map);
    }
  };
  const folders = existsSync(outDir) ? [''] : [];
  for (const folder of folders) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) read(folder, entry.name);
    }
  }
  return files;
}

export const slashed = (path: string) => path.split(sep).join('/');

/**
 * Compiled code as with `esModuleInterop: false`, which TypeScript 7 does not support: it always uses its two helpers. Here
 * they return the module as it is. Lines do not change, nor do columns outside of the helpers.
 */
function withoutInterop(compiled: string): string {
  return compiled.replace(
    /^var (__importDefault|__importStar) = \(this && this\.\1\) \|\| /gm,
    (helper) => `${helper}((module) => module) || `,
  );
}
