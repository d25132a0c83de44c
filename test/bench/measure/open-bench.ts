import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dir } from 'tmp-promise';
import { type ShapeName, shapes, writeProject } from '../generate-project.ts';
import type { Bench } from './row.ts';

/** Creates a bench with a temporary folder, which is removed on disposal. */
export async function openBench(): Promise<Bench & AsyncDisposable> {
  const { path, cleanup } = await dir({ prefix: 'service-bench', unsafeCleanup: true });
  const projects = new Map<ShapeName, Promise<string>>();
  let folders = 0;
  return {
    project(name) {
      const written = projects.get(name) ?? writeInto(join(path, name), name);
      projects.set(name, written);
      return written;
    },
    async folder() {
      folders += 1;
      const folder = join(path, `folder-${folders}`);
      await mkdir(folder);
      return folder;
    },
    [Symbol.asyncDispose]: cleanup,
  };
}

async function writeInto(folder: string, name: ShapeName): Promise<string> {
  await writeProject(folder, shapes[name]);
  return folder;
}
