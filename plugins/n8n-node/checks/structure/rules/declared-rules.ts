import { counted } from '../../../../../kernel/index.ts';
import { docs } from '../../../docs-links.ts';
import type { Rule, Violation } from '../../../rule.ts';
import type { FileStatus } from '../file-status.ts';
import type { Declared, StructureSubject } from '../structure-subject.ts';

/** The violations of the declared files with one status. */
function* withStatus<K extends FileStatus['kind']>(
  subject: StructureSubject,
  kind: K,
  message: (status: Extract<FileStatus, { kind: K }>, declared: Declared) => string,
): Generator<Violation> {
  for (const declared of subject.declared) {
    const { status, list, index, path } = declared;
    if (!isOfKind(status, kind)) continue;
    yield { message: message(status, declared), ...subject.at('n8n', list, index), evidence: path };
  }
}

/** Declared files that are listed with a cause. */
const maxListed = 50;

/** One setting that affects several declared files is one violation, at the location of the setting. */
function* byCause(violations: readonly Violation[], cause: Partial<Violation> = {}): Generator<Violation> {
  const [first, ...others] = violations;
  if (!first) return;
  const message =
    others.length === 0 ? first.message : `${first.message} (and ${counted(others.length, 'more declared file')})`;
  const evidence = violations.slice(0, maxListed).map((violation) => violation.evidence);
  yield { ...first, message, evidence: evidence.join('\n'), ...cause };
}

function isOfKind<K extends FileStatus['kind']>(
  status: FileStatus,
  kind: K,
): status is Extract<FileStatus, { kind: K }> {
  return status.kind === kind;
}

/** Neither the declared files nor their folder are in the package. */
function isUnbuilt({ declared, files, mode }: StructureSubject): boolean {
  if (mode !== 'package' || declared.length === 0) return false;
  const folders = new Set(declared.map(({ file }) => `${file.split('/')[0]}/`));
  return (
    declared.every(({ status }) => status.kind === 'missing') &&
    !files.list().some((path) => folders.has(`${path.split('/')[0]}/`))
  );
}

const notBuilt: Rule<StructureSubject> = {
  code: 'structure-not-built',
  title: 'Package is published without its build',
  severity: 'error',
  why: 'n8n installs the package but cannot load it, because no declared node exists. This happens if npm publish runs before the build, or if .gitignore excludes dist and "files" does not include it.',
  fix: 'Build before publishing ("prepublishOnly": "npm run build"), and set "files": ["dist"] in package.json.',
  bad: 'package.json\nnodes/Acme/Acme.node.ts',
  good: 'package.json\ndist/nodes/Acme/Acme.node.js',
  docs: docs.submit,
  *check(subject) {
    const [first] = subject.declared;
    if (!first || !isUnbuilt(subject)) return;
    const folder = first.file.split('/')[0];
    yield { message: `${folder}/ is missing: the package contains none of its declared files`, ...subject.at('n8n') };
  },
};

const missing: Rule<StructureSubject> = {
  code: 'structure-declared-missing',
  title: 'Declared file does not exist',
  severity: 'error',
  why: 'n8n loads every file that package.json declares. If one does not exist, the whole package fails to load, including its other nodes.',
  fix: 'Correct the path in package.json, or remove the entry.',
  bad: '"nodes": ["dist/nodes/Acme/AcmeNode.node.js"]   with nodes/Acme/Acme.node.ts',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]   with nodes/Acme/Acme.node.ts',
  docs: docs.fileStructure,
  *check(subject) {
    if (isUnbuilt(subject)) return;
    const problem = subject.mode === 'package' ? 'does not exist in the package' : 'has no source file';
    yield* withStatus(subject, 'missing', ({ similar }, { list, path }) => {
      const hint = similar === undefined ? '' : `; did you mean ${similar}?`;
      return `n8n.${list}: "${path}" ${problem}${hint}`;
    });
  },
};

const otherCase: Rule<StructureSubject> = {
  code: 'structure-declared-in-other-case',
  title: 'Declared path differs from the file in letter case',
  severity: 'error',
  why: 'The path works on Windows and macOS. On Linux, where n8n runs, the file is not found and the package fails to load.',
  fix: 'Write the path with the same letter case as the file. If the class has the letter case of the path, rename the file instead: n8n looks for a class with the name of the file.',
  bad: '"nodes": ["dist/nodes/acme/Acme.node.js"]   with nodes/Acme/Acme.node.ts',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]   with nodes/Acme/Acme.node.ts',
  docs: docs.fileStructure,
  *check(subject) {
    yield* withStatus(
      subject,
      'other-case',
      ({ actual }, { list, path }) => `n8n.${list}: "${path}" differs in letter case from ${actual}`,
    );
  },
};

const elsewhere: Rule<StructureSubject> = {
  code: 'structure-built-elsewhere',
  title: 'Build writes a declared file to another path',
  severity: 'error',
  why: 'tsc writes to outDir with the folder structure below rootDir. If rootDir is wrong, the output is dist/src/nodes/… while package.json declares dist/nodes/…, and n8n does not find the file.',
  fix: 'Set rootDir and outDir in tsconfig.json so that tsc writes to the declared path, or declare the path that tsc writes to.',
  bad: '{ "compilerOptions": { "outDir": "dist", "rootDir": "." } }   with src/nodes/Acme/Acme.node.ts',
  good: '{ "compilerOptions": { "outDir": "dist", "rootDir": "src" } }   with src/nodes/Acme/Acme.node.ts',
  docs: 'https://www.typescriptlang.org/tsconfig/#rootDir',
  *check(subject) {
    yield* byCause([
      ...withStatus(
        subject,
        'built-elsewhere',
        ({ source, output }, { list, path }) => `n8n.${list}: "${path}": tsc writes ${source} to ${output}`,
      ),
    ]);
  },
};

const notCompiled: Rule<StructureSubject> = {
  code: 'structure-not-compiled',
  title: 'Build does not produce a declared file',
  severity: 'error',
  why: 'The package is published without the file, and n8n fails to load the whole package. This happens if "include" in tsconfig.json misses a folder, if "noEmit" is set for an editor or tests, or if the build script only type-checks.',
  fix: 'Compile the source in the build script: add its folder to "include" in tsconfig.json, or the file to the entries of the bundler, and remove "noEmit" and "emitDeclarationOnly".',
  bad: '{ "include": ["credentials/**/*"] }   with nodes/Acme/Acme.node.ts',
  good: '{ "include": ["credentials/**/*", "nodes/**/*"] }   with nodes/Acme/Acme.node.ts',
  docs: 'https://www.typescriptlang.org/tsconfig/#include',
  *check(subject) {
    const causes = Map.groupBy(subject.declared, ({ status }) =>
      status.kind === 'not-compiled' ? status.why : undefined,
    );
    for (const [why, declared] of causes) {
      const faults = withStatus(
        { ...subject, declared },
        'not-compiled',
        (_, { list, path }) => `n8n.${list}: "${path}" is not built: ${why}`,
      );
      const [status] = declared.map((one) => one.status);
      const { at, severity } = status?.kind === 'not-compiled' ? status : {};
      yield* byCause([...faults], { ...at, ...(severity && { severity }) });
    }
  },
};

const notPacked: Rule<StructureSubject> = {
  code: 'structure-declared-not-shipped',
  title: 'Declared file is not shipped',
  severity: 'error',
  why: 'npm packs only what "files" lists. If a declared file is not packed, n8n can install the package but not load it.',
  fix: 'Set "files": ["dist"] in package.json. To list the shipped files, run: npm pack --dry-run.',
  bad: '"files": ["dist/nodes"], "n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  good: '"files": ["dist"], "n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  docs: docs.packageJson,
  *check(subject) {
    const faults = [
      ...withStatus(subject, 'not-packed', ({ by }, { list, path }) => `n8n.${list}: "${path}" is excluded by ${by}`),
    ];
    const all = faults.length === subject.declared.length;
    yield* byCause(faults, all && subject.manifest['files'] !== undefined ? subject.at('files') : {});
  },
};

export const declaredRules = [notBuilt, missing, otherCase, elsewhere, notCompiled, notPacked];
