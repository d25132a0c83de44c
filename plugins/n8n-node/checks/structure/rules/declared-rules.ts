import { docs } from '../../../docs-links.ts';
import type { Rule, Violation } from '../../../rule.ts';
import type { Fate } from '../file-status.ts';
import type { Declared, StructureSubject } from '../structure-subject.ts';

/** The faults of the declared files that share one fate. */
function* withFate<K extends Fate['kind']>(
  subject: StructureSubject,
  kind: K,
  message: (fate: Extract<Fate, { kind: K }>, declared: Declared) => string,
): Generator<Violation> {
  for (const declared of subject.declared) {
    const { fate, list, index, path } = declared;
    if (!isOfKind(fate, kind)) continue;
    yield { message: message(fate, declared), ...subject.at('n8n', list, index), evidence: path };
  }
}

/** Declared files that are named with a cause. */
const mostNamed = 50;

/** One setting that leaves out several of the declared files is one fault, where it stands. */
function* byCause(faults: readonly Violation[], cause: Partial<Violation> = {}): Generator<Violation> {
  const [first, ...others] = faults;
  if (!first) return;
  const message = others.length === 0 ? first.message : `${first.message}; and ${others.length} more of the same`;
  const evidence = faults.slice(0, mostNamed).map((fault) => fault.evidence);
  yield { ...first, message, evidence: evidence.join('\n'), ...cause };
}

function isOfKind<K extends Fate['kind']>(fate: Fate, kind: K): fate is Extract<Fate, { kind: K }> {
  return fate.kind === kind;
}

/** Nothing of what is declared is in the package, and neither is the folder that it should lie in. */
function isUnbuilt({ declared, files, mode }: StructureSubject): boolean {
  if (mode !== 'package' || declared.length === 0) return false;
  const folders = new Set(declared.map(({ file }) => `${file.split('/')[0]}/`));
  return (
    declared.every(({ fate }) => fate.kind === 'missing') &&
    !files.list().some((path) => folders.has(`${path.split('/')[0]}/`))
  );
}

const notBuilt: Rule<StructureSubject> = {
  code: 'structure-not-built',
  title: 'The package was published without its build',
  severity: 'error',
  why: 'n8n installs it and then fails to load it: none of the declared nodes is there. It happens when npm publish runs before the build, or when .gitignore leaves out dist and "files" does not bring it back.',
  fix: 'Build before publishing ("prepublishOnly": "npm run build"), and have "files": ["dist"] in package.json.',
  bad: 'package.json\nnodes/Acme/Acme.node.ts',
  good: 'package.json\ndist/nodes/Acme/Acme.node.js',
  docs: docs.submit,
  *check(subject) {
    const [first] = subject.declared;
    if (!first || !isUnbuilt(subject)) return;
    const folder = first.file.split('/')[0];
    yield { message: `The package has no ${folder}/: none of what it declares is in it`, ...subject.at('n8n') };
  },
};

const missing: Rule<StructureSubject> = {
  code: 'structure-declared-missing',
  title: 'A declared file does not exist',
  severity: 'error',
  why: 'n8n requires every file that package.json declares. One that is not there makes the whole package fail to load, with all its other nodes.',
  fix: 'Correct the path in package.json, or take the entry out.',
  bad: '"nodes": ["dist/nodes/Acme/AcmeNode.node.js"]   with nodes/Acme/Acme.node.ts',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]   with nodes/Acme/Acme.node.ts',
  docs: docs.fileStructure,
  *check(subject) {
    if (isUnbuilt(subject)) return;
    const what = subject.mode === 'package' ? 'is not in the package' : 'has no source that it would be built from';
    yield* withFate(subject, 'missing', ({ similar }, { list, path }) => {
      const hint = similar === undefined ? '' : `; there is ${similar}`;
      return `n8n.${list}: "${path}" ${what}${hint}`;
    });
  },
};

const otherCase: Rule<StructureSubject> = {
  code: 'structure-declared-in-other-case',
  title: 'A declared file is written in other case than the file itself',
  severity: 'error',
  why: 'It works on Windows and macOS. On Linux, where n8n runs, the file is not found and the package fails to load.',
  fix: 'Write the path exactly as the file is named.',
  bad: '"nodes": ["dist/nodes/acme/Acme.node.js"]   with nodes/Acme/Acme.node.ts',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]   with nodes/Acme/Acme.node.ts',
  docs: docs.fileStructure,
  *check(subject) {
    yield* withFate(
      subject,
      'other-case',
      ({ actual }, { list, path }) => `n8n.${list}: "${path}" is written ${actual}`,
    );
  },
};

const elsewhere: Rule<StructureSubject> = {
  code: 'structure-built-elsewhere',
  title: 'The build writes a declared file to another place',
  severity: 'error',
  why: 'tsc repeats the folders below rootDir in outDir. When rootDir is not what you think, dist/src/nodes/… comes out where package.json declares dist/nodes/…, and n8n finds nothing.',
  fix: 'Set rootDir and outDir in tsconfig.json so that the declared path comes out, or declare the path that does.',
  bad: '{ "compilerOptions": { "outDir": "dist", "rootDir": "." } }   with src/nodes/Acme/Acme.node.ts',
  good: '{ "compilerOptions": { "outDir": "dist", "rootDir": "src" } }   with src/nodes/Acme/Acme.node.ts',
  docs: 'https://www.typescriptlang.org/tsconfig/#rootDir',
  *check(subject) {
    yield* byCause([
      ...withFate(
        subject,
        'built-elsewhere',
        ({ source, output }, { list, path }) => `n8n.${list}: "${path}": tsc writes ${source} to ${output}`,
      ),
    ]);
  },
};

const notCompiled: Rule<StructureSubject> = {
  code: 'structure-not-compiled',
  title: 'The build does not make a declared file',
  severity: 'error',
  why: 'The package is published without the file, and n8n fails to load all of it. It happens when "include" of tsconfig.json misses a folder, when "noEmit" was set for an editor or a test, or when the build script only checks.',
  fix: 'Have the build script compile the source: name its folder in "include", and set neither "noEmit" nor "emitDeclarationOnly" in the tsconfig.json that it uses.',
  bad: '{ "include": ["credentials/**/*"] }   with nodes/Acme/Acme.node.ts',
  good: '{ "include": ["credentials/**/*", "nodes/**/*"] }   with nodes/Acme/Acme.node.ts',
  docs: 'https://www.typescriptlang.org/tsconfig/#include',
  *check(subject) {
    const causes = Map.groupBy(subject.declared, ({ fate }) => (fate.kind === 'not-compiled' ? fate.why : undefined));
    for (const [why, declared] of causes) {
      const faults = withFate(
        { ...subject, declared },
        'not-compiled',
        (_, { list, path }) => `n8n.${list}: "${path}" is not made: ${why}`,
      );
      const [fate] = declared.map((one) => one.fate);
      yield* byCause([...faults], fate?.kind === 'not-compiled' ? fate.at : {});
    }
  },
};

const notPacked: Rule<StructureSubject> = {
  code: 'structure-declared-not-shipped',
  title: 'A declared file is left out of the published package',
  severity: 'error',
  why: 'npm packs what "files" names. A node that is declared and not packed installs and then fails to load.',
  fix: 'Have "files": ["dist"] in package.json; `npm pack --dry-run` lists what is shipped.',
  bad: '"files": ["dist/nodes"], "n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  good: '"files": ["dist"], "n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  docs: docs.packageJson,
  *check(subject) {
    const faults = [
      ...withFate(subject, 'not-packed', ({ by }, { list, path }) => `n8n.${list}: "${path}" is left out by ${by}`),
    ];
    const all = faults.length === subject.declared.length;
    yield* byCause(faults, all && subject.manifest['files'] !== undefined ? subject.at('files') : {});
  },
};

export const declaredRules = [notBuilt, missing, otherCase, elsewhere, notCompiled, notPacked];
