import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { isRelative, moduleFiles, pathFrom } from '../../../follow/module-files.ts';
import { scanModule } from '../../../follow/scan-module.ts';
import { importsOf, isScript, lookupOf } from '../../../follow/script-imports.ts';
import { importsOfTests } from '../../../follow/test-imports.ts';
import { isTestFile } from '../../../project/test-file.ts';
import type { Rule } from '../../../rule.ts';
import { isDeclarationFile } from '../../../typescript/declaration-file.ts';
import type { StructureSubject } from '../structure-subject.ts';

export const unused: Rule<StructureSubject> = {
  code: 'structure-unused-source',
  title: 'Source file is shipped but unused',
  severity: 'warning',
  why: 'No declared node or credential imports the file, directly or indirectly. n8n never loads it, but reviewers have to read it.',
  fix: 'Delete the file, or import it where it is needed.',
  bad: 'nodes/Acme/oldTransport.ts   which no file imports',
  good: 'nodes/Acme/transport.ts   which nodes/Acme/Acme.node.ts imports',
  docs: docs.fileStructure,
  onlyIn: 'project',
  async *check({ files, mode, reached, declared, outDir }) {
    if (mode !== 'project' || !reached) return;
    const folders = new Set(declared.flatMap(({ source }) => (source === undefined ? [] : [topOf(source)])));
    // A node whose source was not found may use it.
    if (declared.some(({ source }) => source === undefined)) return;
    const tools = files
      .list()
      .filter((path) => !folders.has(topOf(path)) && /\.[cm]?[jt]s$/.test(path) && !isTestFile(path));
    const toolTexts = (await Promise.all(tools.slice(0, maxTools).map((path) => files.read(path)))).join('\n');
    const tested = await withImports(await importsOfTests(files), files);
    const undeclared = files.list().filter((path) => isEntry(path) && !reached.has(path) && !isTestFile(path));
    // Once they are declared, it is used.
    const ofUndeclared = await withImports(undeclared, files);
    const unnamed = files.list().filter((path) => {
      if (!/\.[cm]?tsx?$/.test(path) || isDeclarationFile(path) || isTestFile(path)) return false;
      if (tested.has(path) || ofUndeclared.has(path)) return false;
      // Scaffolds and generators leave an index of the files of a folder.
      if (/\/index\.[cm]?tsx?$/.test(path)) return false;
      // A build script may bundle it.
      if (toolTexts.includes(nameOf(path))) return false;
      // Nodes and credentials are reported as undeclared.
      return !isEntry(path) && folders.has(topOf(path)) && !reached.has(path);
    });
    const isGlobal = await Promise.all(unnamed.map(async (path) => declaresGlobally(await files.read(path))));
    const found = unnamed.filter((_, index) => isGlobal[index] !== true);
    const [first, ...others] = found;
    // An unresolved import, which the check `types` reports, may be meant for it.
    if (first === undefined || (await hasUnresolvedImport(reached, files, outDir))) return;
    const names = found.slice(0, 5).join(', ');
    const importer = others.length === 0 ? await importerOf(first, files) : undefined;
    yield {
      message:
        others.length === 0
          ? `${first} is not imported by any node or credential${importer === undefined ? '' : `, only by ${importer}, which is not imported either`}`
          : `${found.length} files are not imported by any node or credential: ${names}${found.length > 5 ? ', …' : ''}`,
      file: first,
      evidence: found.slice(0, 50).join('\n'),
    };
  },
};

/** Whether a script is no module, whose types all others see: https://www.typescriptlang.org/docs/handbook/2/modules.html */
const declaresGlobally = (text: string): boolean =>
  /^(?:declare|interface|type|namespace|enum|const enum)\s/m.test(text) &&
  !/^[ \t]{0,99}(?:import|export)\b|\bmodule\.exports\b|\brequire\(/m.test(text);

const isEntry = (path: string) => /\.(node|credentials)\.[cm]?ts$/.test(path);

/** A script that imports a file. */
async function importerOf(file: string, files: ProjectFiles): Promise<string | undefined> {
  for (const path of files.list())
    if (path !== file && isScript(path) && (await importsOf(path, files)).includes(file)) return path;
  return undefined;
}

/** Scripts with what they import, directly or indirectly. */
async function withImports(scripts: Iterable<string>, files: ProjectFiles): Promise<ReadonlySet<string>> {
  const used = new Set(scripts);
  // Iterating over a set includes elements that are added meanwhile.
  for (const path of used) for (const imported of await importsOf(path, files)) used.add(imported);
  return used;
}

/** Whether a script imports a file of the project that neither exists nor is built. */
async function hasUnresolvedImport(
  scripts: ReadonlySet<string>,
  files: ProjectFiles,
  outDir: string,
): Promise<boolean> {
  const reach = lookupOf(files);
  for (const path of scripts) {
    if (!isScript(path) || !files.exists(path)) continue;
    for (const specifier of scanModule(await files.read(path)).specifiers) {
      const imported = pathFrom(path, specifier);
      const isBuilt = outDir !== '' && `${imported}/`.startsWith(`${outDir}/`);
      if (isRelative(specifier) && !isBuilt && moduleFiles(imported, reach).length === 0) return true;
    }
  }
  return false;
}

/** Scripts outside the source folders that are searched for names of sources. */
const maxTools = 100;
/** `oldTransport`; for an index, with its folder. */
const nameOf = (path: string) => path.replace(/\.[cm]?tsx?$/, '').replace(/^.*\/(?!index$)/, '');

const topOf = (path: string) => path.split('/')[0] ?? '';
