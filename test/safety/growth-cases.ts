import { acmeProject } from '../plugins/n8n-node/acme-project.ts';
import type { Contents } from '../plugins/n8n-node/project-on-disk.ts';

/** A project in which one thing grows: what it is, and the project for a size in characters or entries. */
export interface Growth {
  name: string;
  /** The larger of the two sizes that are compared. */
  size: number;
  project(size: number): Contents;
}

/** What regular expressions, parsers and searches stumble over when it is repeated. */
const pieces = [
  ...['<', '>', '../', './', '/', '{a,b}', '{', '(', '[', '![', '](', '`', '<!--', '*', '_', '"', '\\', '|', '-', '='],
  ...[
    'a ',
    ' ',
    '\n',
    '\t',
    'a-',
    'a.',
    '@',
    '&',
    '${{ ',
    'é',
    '# a\n',
    '- a\n',
    'a: &a\n',
    '1.',
    'http://a.b ',
    '<a ',
  ],
];

const text = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Each text of package.json that some check reads. */
const manifestTexts: Readonly<Record<string, (value: string) => Record<string, unknown>>> = {
  name: (name) => ({ name }),
  version: (version) => ({ version }),
  description: (description) => ({ description }),
  license: (license) => ({ license }),
  homepage: (homepage) => ({ homepage }),
  repository: (repository) => ({ repository }),
  'repository.url': (url) => ({ repository: { type: 'git', url } }),
  author: (author) => ({ author }),
  main: (main) => ({ main }),
  'a keyword': (keyword) => ({ keywords: ['n8n-community-node-package', keyword] }),
  'a script': (script) => ({ scripts: { build: script } }),
  'an entry of files': (entry) => ({ files: ['dist', entry] }),
  'a declared node': (path) => ({ n8n: { n8nNodesApiVersion: 1, nodes: [path], credentials: [] } }),
  'a dependency': (range) => ({ dependencies: { a: range } }),
  'the name of a dependency': (name) => ({ dependencies: { [name]: '*' } }),
  'engines.node': (node) => ({ engines: { node } }),
};

/** Each file whose text the judge itself reads. */
const files = [
  'README.md',
  'LICENSE',
  'LICENSE.md',
  'CHANGELOG.md',
  'tsconfig.json',
  '.npmignore',
  '.gitignore',
  '.npmrc',
  'gulpfile.js',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  '.github/workflows/release.yml',
  'nodes/Acme/acme.svg',
  'nodes/Acme/Acme.node.json',
];

const longText = 128 * 1024;
const lines = (size: number, line: (index: number) => string) => Array.from({ length: size }, (_, i) => line(i));

/** Lists and relations that grow. */
export const listGrowths: readonly Growth[] = [
  {
    name: 'scripts that name each other',
    size: 600,
    project: (size) => {
      const names = lines(size, (i) => `s${i}`);
      const all = names.map((name) => `npm run ${name}`).join(' && ');
      return acmeProject(
        {},
        { scripts: Object.fromEntries([['build', all], ...names.map((name) => [name, all.slice(0, 600)])]) },
      );
    },
  },
  {
    name: 'declared nodes',
    size: 4000,
    project: (size) =>
      acmeProject({}, { n8n: { n8nNodesApiVersion: 1, nodes: lines(size, (i) => `dist/nodes/A${i}/A${i}.node.js`) } }),
  },
  {
    name: 'files that nothing declares',
    size: 2000,
    project: (size) =>
      acmeProject(Object.fromEntries(lines(size, (i) => `nodes/A${i}/A${i}.node.ts`).map((path) => [path, '']))),
  },
  {
    name: 'names that are nearly the same',
    size: 2000,
    project: (size) =>
      acmeProject(
        Object.fromEntries(lines(size, (i) => `nodes/${'a'.repeat(40)}${i}.node.ts`).map((path) => [path, ''])),
        {
          n8n: { n8nNodesApiVersion: 1, nodes: lines(size, (i) => `dist/nodes/${'a'.repeat(40)}x${i}.node.js`) },
        },
      ),
  },
  { name: 'keywords', size: 50_000, project: (size) => acmeProject({}, { keywords: lines(size, (i) => `k${i}`) }) },
  {
    name: 'dependencies',
    size: 20_000,
    project: (size) =>
      acmeProject({}, { dependencies: Object.fromEntries(lines(size, (i) => `d${i}`).map((d) => [d, '*'])) }),
  },
  {
    name: 'entries of files',
    size: 20_000,
    project: (size) => acmeProject({}, { files: lines(size, (i) => `d${i}/*`) }),
  },
  {
    name: 'entries of files with braces',
    size: 10_000,
    project: (size) => acmeProject({}, { files: lines(size, (i) => `{a,b}{c,d}{e,f}${i}`) }),
  },
  {
    name: 'jobs of a workflow',
    size: 4000,
    project: (size) =>
      acmeProject({
        '.github/workflows/release.yml': `on: push\njobs:\n${lines(size, (i) => `  j${i}:\n    needs: [j${i + 1}]\n    runs-on: ubuntu-latest\n    steps: [{ run: npm publish }]\n`).join('')}`,
      }),
  },
  {
    name: 'workflows',
    size: 100,
    project: (size) =>
      acmeProject(
        Object.fromEntries(
          lines(size, (i) => `.github/workflows/w${i}.yml`).map((path) => [
            path,
            `on: push\njobs:\n${lines(200, (i) => `  j${i}:\n    runs-on: ubuntu-latest\n    steps: [{ run: npm publish }]\n`).join('')}`,
          ]),
        ),
      ),
  },
  {
    name: 'lines of .npmignore',
    size: 20_000,
    project: (size) => acmeProject({ '.npmignore': lines(size, (i) => `*a${i}*`).join('\n') }, { files: undefined }),
  },
  {
    name: 'links in the README',
    size: 10_000,
    project: (size) =>
      acmeProject({ 'README.md': lines(size, (i) => `[a${i}](./b${i}.md) ![c](d${i}.png)`).join('\n') }),
  },
  {
    name: 'headings of the README',
    size: 20_000,
    project: (size) => acmeProject({ 'README.md': lines(size, (i) => `# Heading ${i}`).join('\n') }),
  },
  {
    name: 'includes of tsconfig.json',
    size: 10_000,
    project: (size) =>
      acmeProject({ 'tsconfig.json': JSON.stringify({ include: lines(size, (i) => `**/*a${i}*/**`) }) }),
  },
  {
    name: 'nested values of package.json',
    size: 20_000,
    project: (size) =>
      acmeProject({}, { nested: JSON.parse(`${'['.repeat(Math.min(size, 1000))}${']'.repeat(Math.min(size, 1000))}`) }),
  },
];

/** Texts that grow, of each piece. */
export const textGrowths: readonly Growth[] = [
  ...Object.entries(manifestTexts).flatMap(([field, manifest]) =>
    pieces.map((piece) => ({
      name: `${field} of ${JSON.stringify(piece)}`,
      size: longText,
      project: (size: number) => acmeProject({}, manifest(text(piece, size))),
    })),
  ),
  ...files.flatMap((path) =>
    pieces.map((piece) => ({
      name: `${path} of ${JSON.stringify(piece)}`,
      size: longText,
      project: (size: number) => acmeProject({ [path]: text(piece, size) }),
    })),
  ),
  ...pieces.map((piece) => ({
    name: `outDir of ${JSON.stringify(piece)}`,
    size: longText,
    project: (size: number) =>
      acmeProject({ 'tsconfig.json': JSON.stringify({ compilerOptions: { outDir: text(piece, size) } }) }),
  })),
];
