import { relative } from 'node:path/posix';
import type { CheckContext } from '../../../../kernel/check.ts';
import { isTestFile } from '../../model/sources/source-files.ts';
import { packingOf } from '../../packing/packing.ts';
import { join } from '../../project/project-path.ts';
import { inputs } from '../../typescript/compiler-locations.ts';
import { projectLayout } from '../../typescript/project-layout.ts';

/**
 * The tests that the build compiles into shipped files, according to tsconfig.json. Empty if tsconfig.json does not
 * tell, or if the build does more than compile.
 */
export async function builtTests({ files, manifest = {}, service }: CheckContext): Promise<string[]> {
  const project = await service(projectLayout);
  const { tsconfig, build, layout } = project;
  if (tsconfig.path === undefined || tsconfig.faults.length > 0 || build.unknownStep !== undefined) return [];
  const compiled = inputs(project, files);
  if (!compiled || layout.outDir === '') return [];
  const packing = packingOf(manifest);
  return [...compiled].filter((path) => {
    if (!isTestFile(path) || path.endsWith('.json')) return false;
    const output = join(layout.outDir, relative(`/${layout.rootDir}`, `/${path}`).replace(/\.([cm]?)tsx?$/, '.$1js'));
    return packing(output).packed === true;
  });
}
