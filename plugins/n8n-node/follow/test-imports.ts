import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { isTestFile } from '../project/test-file.ts';
import { importsOf } from './script-imports.ts';

/** What tests import: it may help them only, and a build may leave it out as it does them. */
export async function importsOfTests(files: ProjectFiles): Promise<ReadonlySet<string>> {
  const imported = new Set<string>();
  for (const path of files.list().filter(isTestFile))
    for (const file of await importsOf(path, files)) imported.add(file);
  return imported;
}
