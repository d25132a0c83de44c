import type { Observation } from '../../../../kernel/finding.ts';
import type { LoadedFile } from '../../loader/loaded-package.ts';
import type { DeclarationList } from '../../project/manifest/manifest-fields.ts';
import { duplicateName } from './rules/load-rules.ts';

/** Nodes and credentials that replace each other. */
export function* duplicateNames(files: readonly LoadedFile[]): Generator<Observation> {
  const owners: Record<DeclarationList, Map<string, LoadedFile>> = { nodes: new Map(), credentials: new Map() };
  for (const file of files) {
    const name = (file.node ?? file.credential)?.name;
    if (name === undefined) continue;
    const first = owners[file.list].get(name);
    owners[file.list].set(name, first ?? file);
    // Another rule reports a file that is declared twice.
    if (!first || first.file === file.file) continue;
    const what = file.list === 'nodes' ? 'node' : 'credential';
    yield {
      code: duplicateName.code,
      message: `${file.path}: the ${what} "${name}" is already defined in ${first.path}`,
      ...((file.source ?? file.file) && { file: file.source ?? file.file }),
    };
  }
}
