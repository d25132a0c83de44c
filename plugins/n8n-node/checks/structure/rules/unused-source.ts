import type { FileLookup } from '../../../../../kernel/follow.ts';
import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { isRelative, moduleFiles, pathFrom } from '../../../follow/module-files.ts';
import { scanModule } from '../../../follow/scan-module.ts';
import { isTestFile } from '../../../model/sources/source-files.ts';
import type { Rule } from '../../../rule.ts';
import { isDeclarationFile } from '../../../typescript/declaration-file.ts';
import type { StructureSubject } from '../structure-subject.ts';

export const unused: Rule<StructureSubject> = {
  code: 'structure-unused-source',
  title: 'A source is compiled and shipped, and nothing uses it',
  severity: 'warning',
  why: 'No declared node or credential imports it, by whatever way: n8n never loads it, reviewers have to read it, and what it says of the package may long be untrue.',
  fix: 'Delete the file, or import it where it was meant to be used.',
  bad: 'nodes/Acme/oldTransport.ts   which no file imports',
  good: 'nodes/Acme/transport.ts   which nodes/Acme/Acme.node.ts imports',
  docs: docs.fileStructure,
  async *check({ files, mode, reached, declared }) {
    if (mode !== 'project' || !reached) return;
    const folders = new Set(declared.flatMap(({ source }) => (source === undefined ? [] : [topOf(source)])));
    // A node whose source was not found may be what uses it.
    if (declared.some(({ source }) => source === undefined)) return;
    const tools = files
      .list()
      .filter((path) => !folders.has(topOf(path)) && /\.[cm]?[jt]s$/.test(path) && !isTestFile(path));
    const told = (await Promise.all(tools.slice(0, mostTools).map((path) => files.read(path)))).join('\n');
    const found = files.list().filter((path) => {
      if (!/\.[cm]?tsx?$/.test(path) || isDeclarationFile(path) || isTestFile(path)) return false;
      // An index of all that there is, as `main` of packages names it, is often left by a scaffold.
      if (/^[^/]+\/index\.[cm]?tsx?$/.test(path)) return false;
      // A script of the build may bundle it.
      if (told.includes(nameOf(path))) return false;
      // What n8n would load is told of as undeclared.
      return !/\.(node|credentials)\.ts$/.test(path) && folders.has(topOf(path)) && !reached.has(path);
    });
    const [first, ...others] = found;
    // An import that leads nowhere, told by the check of types, may be meant for it.
    if (first === undefined || (await leadsNowhere(reached, files))) return;
    const names = found.slice(0, 5).join(', ');
    yield {
      message:
        others.length === 0
          ? `${first} is used by nothing`
          : `${found.length} sources are used by nothing: ${names}${found.length > 5 ? ', …' : ''}`,
      file: first,
      evidence: found.slice(0, 50).join('\n'),
    };
  },
};

/** Whether a script imports a file of the project that is not there. */
async function leadsNowhere(scripts: ReadonlySet<string>, files: ProjectFiles): Promise<boolean> {
  const reach: FileLookup = {
    exists: (path) => files.exists(path),
    files: () => [],
    folders: () => [],
    read: () => undefined,
  };
  for (const path of scripts) {
    if (!/\.[cm]?[jt]sx?$/.test(path) || !files.exists(path)) continue;
    for (const specifier of scanModule(await files.read(path)).specifiers)
      if (isRelative(specifier) && moduleFiles(pathFrom(path, specifier), reach).length === 0) return true;
  }
  return false;
}

/** Scripts besides the sources that are looked through for names of sources. */
const mostTools = 100;
/** `oldTransport`; of an index, with its folder. */
const nameOf = (path: string) => path.replace(/\.[cm]?tsx?$/, '').replace(/^.*\/(?!index$)/, '');

const topOf = (path: string) => path.split('/')[0] ?? '';
