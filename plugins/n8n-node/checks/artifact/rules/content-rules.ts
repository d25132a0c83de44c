import { docs } from '../../../docs-links.ts';
import { isTestFile } from '../../../model/sources/source-files.ts';
import { isArchive, isProgram } from '../../../packing/content-kind.ts';
import type { ShippedFile } from '../../../packing/shipped-output.ts';
import type { Rule, Violation } from '../../../rule.ts';
import { isDeclarationFile } from '../../../typescript/declaration-file.ts';

/** What users get, and what is known of it. */
export interface ArtifactSubject {
  shipped: readonly ShippedFile[];
  /** Tests of a project that the build will compile into what is shipped. */
  builtTests: readonly string[];
}

/** The files of the package itself: dependencies in it are told by the check `dependencies`. */
const own = ({ shipped }: ArtifactSubject) => shipped.filter(({ path }) => !/(^|\/)node_modules\//.test(path));

/** One finding for many files: the first, how many, and the names of a few. */
function* together(paths: readonly string[], message: (count: string) => string): Iterable<Violation> {
  const [file] = paths;
  if (file === undefined) return;
  const count = paths.length === 1 ? file : `${paths.length} files (${file}, …)`;
  yield { message: message(count), file, evidence: paths.slice(0, 5).join('\n') };
}

const secretFile: Rule<ArtifactSubject> = {
  code: 'artifact-secret-file',
  title: 'A file with secrets is shipped',
  severity: 'error',
  why: 'Everyone can read a published package, and robots look for keys in it within minutes.',
  fix: 'Revoke what is in the file first. Then leave it out of "files" in package.json, and of git.',
  bad: 'package/.env   with ACME_API_KEY=…',
  good: 'package/.env.example   with ACME_API_KEY=',
  docs: docs.packageJson,
  *check({ shipped }) {
    for (const { path, secretLine } of shipped)
      if (secretLine !== undefined)
        yield { message: `${path} is shipped with a secret in it`, file: path, line: secretLine, evidence: '' };
  },
};

const sources: Rule<ArtifactSubject> = {
  code: 'artifact-sources-shipped',
  title: 'TypeScript sources are shipped',
  severity: 'warning',
  why: 'n8n loads the JavaScript that was built. The sources in the package are never read, and say something else as soon as the two differ.',
  fix: 'List only the build in "files" of package.json: ["dist"].',
  bad: '"files": ["dist", "nodes"]',
  good: '"files": ["dist"]',
  docs: docs.packageJson,
  *check(subject) {
    const paths = own(subject).map(({ path }) => path);
    const found = paths.filter((path) => /\.[cm]?tsx?$/.test(path) && !isDeclarationFile(path) && !isTestFile(path));
    yield* together(found, (count) => `TypeScript sources are shipped: ${count}`);
  },
};

const tests: Rule<ArtifactSubject> = {
  code: 'artifact-tests-shipped',
  title: 'Tests are shipped',
  severity: 'warning',
  why: 'Tests are of no use to those who install the package. They add to its size, ask for modules that are not there, and bring sample keys and addresses with them.',
  fix: 'Exclude tests from the build: "exclude": ["**/*.test.ts", "**/__tests__"] in tsconfig.json.',
  bad: 'dist/nodes/Acme/Acme.node.test.js',
  good: 'dist/nodes/Acme/Acme.node.js',
  docs: docs.packageJson,
  *check(subject) {
    const shipped = own(subject)
      .map(({ path }) => path)
      .filter((path) => isTestFile(path) && !path.endsWith('.map') && !isDeclarationFile(path));
    yield* together(shipped, (count) => `Tests are shipped: ${count}`);
    yield* together(subject.builtTests, (count) => `The build compiles tests into what is shipped: ${count}`);
  },
};

const buildCache: Rule<ArtifactSubject> = {
  code: 'artifact-build-cache',
  title: "The compiler's cache is shipped",
  severity: 'warning',
  why: 'tsconfig.tsbuildinfo only serves the next build on the machine that wrote it. It is often larger than the package itself and names files of that machine.',
  fix: 'Keep it out of the build folder ("tsBuildInfoFile": "./.tsbuildinfo" in tsconfig.json) or out of the package ("files": ["dist", "!dist/**/*.tsbuildinfo"]).',
  bad: 'dist/tsconfig.tsbuildinfo',
  good: 'dist/nodes/Acme/Acme.node.js',
  docs: 'https://www.typescriptlang.org/tsconfig/#tsBuildInfoFile',
  *check(subject) {
    for (const { path, size } of own(subject)) {
      if (path.endsWith('.tsbuildinfo'))
        yield { message: `${path} is shipped: ${kilobytes(size)} that nobody needs`, file: path };
    }
  },
};

const mapPaths: Rule<ArtifactSubject> = {
  code: 'artifact-source-map-paths',
  title: "Source maps tell paths of the author's machine",
  severity: 'warning',
  why: 'A map that names its source by an absolute path tells the name of the user and how the machine is laid out, and finds nothing anywhere else.',
  fix: 'Let the build write relative paths: remove "sourceRoot" and "mapRoot" from tsconfig.json, or turn "sourceMap" off.',
  bad: '{ "version": 3, "sources": ["/home/jane/work/n8n-nodes-acme/nodes/Acme.node.ts"] }',
  good: '{ "version": 3, "sources": ["../../../nodes/Acme.node.ts"] }',
  docs: 'https://www.typescriptlang.org/tsconfig/#sourceRoot',
  *check(subject) {
    const found = own(subject).filter(({ localPath }) => localPath !== undefined);
    const [first] = found;
    if (!first) return;
    const more = found.length > 1 ? ` (and ${found.length - 1} more maps)` : '';
    yield {
      message: `${first.path} names ${first.localPath}${more}`,
      file: first.path,
      ...(first.localPath !== undefined && { evidence: first.localPath }),
    };
  },
};

const archive: Rule<ArtifactSubject> = {
  code: 'artifact-archive',
  title: 'An archive or a database is shipped',
  severity: 'warning',
  why: 'What is packed inside can not be reviewed with the rest, and n8n never unpacks it.',
  fix: 'Leave the file out of "files", or ship what is in it.',
  bad: 'dist/assets.zip',
  good: 'dist/nodes/Acme/acme.svg',
  docs: docs.packageJson,
  *check(subject) {
    for (const { path, kind } of own(subject)) {
      if (kind !== undefined && (isArchive(kind) || kind.endsWith(' database')) && !isDocument(path))
        yield { message: `${path} is a ${kind}`, file: path };
    }
  },
};

/** Formats of documents that are archives inside. */
const isDocument = (path: string) => /\.(docx|xlsx|pptx|odt|ods|odp|epub|jar|svgz)$/i.test(path);

const binary: Rule<ArtifactSubject> = {
  code: 'artifact-binary',
  title: 'Compiled code is shipped',
  severity: 'error',
  why: 'n8n verifies a package by reading it. Programs, native addons and WebAssembly can not be read, and nodes may not start programs or load native code.',
  fix: "Do it in TypeScript, or leave it to the service's API.",
  bad: 'dist/bin/ffmpeg',
  good: 'dist/nodes/Acme/Acme.node.js',
  docs: docs.verification,
  *check(subject) {
    for (const { path, kind } of own(subject)) {
      if (kind !== undefined && isProgram(kind)) yield { message: `${path} is a ${kind}`, file: path };
      else if (kind === 'WebAssembly') yield { message: `${path} is WebAssembly`, file: path, severity: 'warning' };
    }
  },
};

const leftover: Rule<ArtifactSubject> = {
  code: 'artifact-leftover',
  title: 'Files of the editor, the system or the build machine are shipped',
  severity: 'warning',
  why: 'They are of no use to anyone else and tell about the machine they come from.',
  fix: 'Delete them, or leave them out of "files" in package.json.',
  bad: 'dist/nodes/Acme/Acme.node.js.orig',
  good: 'dist/nodes/Acme/Acme.node.js',
  docs: docs.packageJson,
  *check(subject) {
    const found = own(subject)
      .map(({ path }) => path)
      .filter((path) => left.test(path) && !isToldByLint(path));
    yield* together(found, (count) => `Leftover files are shipped: ${count}`);
  },
};

const left =
  /(^|\/)(Thumbs\.db|desktop\.ini|ehthumbs\.db|npm-debug\.log[^/]*|yarn-error\.log|\.idea\/.+|\.vscode\/.+|\.history\/.+|\.nyc_output\/.+|coverage\/(lcov|clover|index|prettify|base)[^/]*|__MACOSX\/.+)$|\.(orig|rej|bak|backup|swp|swo|tmp|log|heapsnapshot|cpuprofile)$|:Zone\.Identifier$|~$/i;

/** n8n's rule no-dead-files looks into these two folders. */
const isToldByLint = (path: string) => /^(nodes|credentials)\/.*(\.backup|\.bak|Zone\.Identifier)$/.test(path);

/** Bytes unpacked: n8n's own 400 nodes, icons and maps included, are some 60 MB; the usual package is under 0.5. */
const large = 10 * 1024 * 1024;

const size: Rule<ArtifactSubject> = {
  code: 'artifact-size',
  title: 'The package is very large',
  severity: 'warning',
  why: 'Every n8n that uses the package downloads and unpacks it at each start of a container. What is large in a node package is mostly there by mistake.',
  fix: 'Look at the largest files that the finding names, and leave out what is not needed at run time.',
  bad: '64 MB unpacked',
  good: '300 kB unpacked',
  docs: docs.packageJson,
  *check({ shipped }) {
    const all = shipped.reduce((sum, file) => sum + file.size, 0);
    if (all <= large) return;
    const largest = shipped.toSorted((one, other) => other.size - one.size).slice(0, 5);
    yield {
      message: `${kilobytes(all)} are shipped in ${shipped.length} files`,
      ...(largest[0] && { file: largest[0].path }),
      evidence: largest.map((file) => `${kilobytes(file.size)}  ${file.path}`).join('\n'),
    };
  },
};

function kilobytes(bytes: number): string {
  return bytes < 10_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}

export const contentRules = [secretFile, sources, tests, buildCache, mapPaths, archive, binary, leftover, size];
