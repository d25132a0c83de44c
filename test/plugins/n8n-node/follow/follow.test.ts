import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { n8nNodeProject } from '../../../../plugins/n8n-node/project-type.ts';
import { collectProject } from '../../../../runner/source/collect-project.ts';
import { useOwnPlace } from '../../../runner/source/own-place.ts';

const place = useOwnPlace();
const at = (path: string) => join(place.folder, path);

type Contents = Readonly<Record<string, string>>;

/** What comes along besides what the list names, as `path: why`. */
async function led(contents: Contents, { folder = '.', manifest = {} as object, include = ['nodes/'] } = {}) {
  const text = JSON.stringify({ name: 'n8n-nodes-acme', scripts: { build: 'tsc' }, ...manifest });
  await place.write({ [join(folder, 'package.json')]: text, ...contents });
  const { follow } = n8nNodeProject;
  if (!follow) throw new Error('the type follows nothing');
  const project = await collectProject({ folder: at(folder), include: ['package.json', ...include], follow });
  const files = project.files.flatMap(({ path, why }) => (why.startsWith('include: ') ? [] : [`${path}: ${why}`]));
  return { files, leftOut: project.leftOut, note: project.note };
}

const node = 'nodes/Acme/Acme.node.ts';
const filesLedTo = async (source: string, others: readonly string[], more: Contents = {}, options = {}) => {
  const empty = Object.fromEntries(others.map((path) => [path, '']));
  const { files } = await led({ [node]: source, ...empty, ...more }, options);
  return files.filter((file) => !/: (?:lock file|the compiler)/.test(file)).map((file) => file.split(': ')[0]);
};

describe('an import', () => {
  it.each([
    ["import { a } from '../../lib/a';", 'lib/a.ts'],
    ['import a from "../../lib/a.js";', 'lib/a.ts'],
    ["import '../../lib/a';", 'lib/a.ts'],
    ["export * from '../../lib/a'", 'lib/a.ts'],
    ["export { type A } from '../../lib/a'", 'lib/a.ts'],
    ["import a = require('../../lib/a');", 'lib/a.ts'],
    ["const a = await import('../../lib/a');", 'lib/a.ts'],
    ["const a = import(/* now */ '../../lib/a')", 'lib/a.ts'],
    ["type A = typeof import('../../lib/a');", 'lib/a.ts'],
    ["require('../../lib/a')", 'lib/a.ts'],
    ["require.resolve('../../lib/a')", 'lib/a.ts'],
    ['import(`../../lib/a`)', 'lib/a.ts'],
    ["import a from '../../lib/m.mjs'", 'lib/m.mts'],
    ["import a from '../../lib/data.json'", 'lib/data.json'],
    ["import a from '../../lib/folder'", 'lib/folder/index.ts'],
    ["import a from '../../lib/folder/'", 'lib/folder/index.ts'],
    ["import a from '../../lib/own'", 'lib/own/main.js'],
    ['/// <reference path="../../lib/types.d.ts" />', 'lib/types.d.ts'],
    ["const x = /['\"`/]/.test(y) ? 1 / 2 : 3; import('../../lib/a')", 'lib/a.ts'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the source
    ["const x = `${ { a: `}${'`'}` } } ' `; require('../../lib/a')", 'lib/a.ts'],
    ["/* ' */ import a // '\n from '../../lib/a'", 'lib/a.ts'],
  ])('%s', async (source, wanted) => {
    const others = [
      'lib/a.ts',
      'lib/m.mts',
      'lib/data.json',
      'lib/folder/index.ts',
      'lib/own/main.js',
      'lib/types.d.ts',
    ];
    expect(await filesLedTo(source, others, { 'lib/own/package.json': '{ "main": "./main.js" }' })).toEqual([wanted]);
  });

  it.each([
    "// import a from '../../lib/a';",
    "/* require('../../lib/a') */",
    'const text = "import a from \'../../lib/a\'";',
    "const text = `import a from '../../lib/a'`;",
    "require('../../lib/' + name)",
    "Array.from('../../lib/a')",
    "const x = { from: '../../lib/a' }",
    "import a from 'lib/a'",
  ])('is none: %s', async (source) => {
    expect(await filesLedTo(source, ['lib/a.ts', 'lib/index.ts'])).toEqual([]);
  });

  it('includes declarations next to a script, and their imports', async () => {
    const more = { 'lib/a.js': "require('./b')", 'lib/a.d.ts': '', 'lib/b.js': '' };
    expect(await filesLedTo("import '../../lib/a'", [], more)).toEqual(['lib/a.d.ts', 'lib/a.js', 'lib/b.js']);
  });

  it('handles cycles', async () => {
    const more = { 'lib/a.ts': "import './b'", 'lib/b.ts': "import './a'; import '../nodes/Acme/Acme.node'" };
    expect(await filesLedTo("import '../../lib/a'", [], more)).toEqual(['lib/a.ts', 'lib/b.ts']);
  });

  it('by paths, baseUrl and subpaths of package.json leads where they say', async () => {
    const source = "import '@/a'; import '@one'; import 'lib/b'; import '#c/c.js'; import '#d'; import 'n8n-workflow'";
    const more = {
      'tsconfig.json':
        '{ "extends": "./base", /* c */ "compilerOptions": { "outDir": "out", "paths": { "@/*": ["./lib/*"] } }, }',
      'base.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@one": ["nope", "lib/one.ts"] } } }',
    };
    const manifest = { imports: { '#c/*': { require: './out/lib/*' }, '#d': [{ default: './lib/d.js' }] } };
    const others = ['lib/a.ts', 'lib/one.ts', 'lib/b.ts', 'lib/c.ts', 'lib/d.ts'];
    expect(await filesLedTo(source, others, more, { manifest })).toEqual(['base.json', ...others].sort());
  });

  it('to output, or above the project, is excluded and reported', async () => {
    const { files, leftOut } = await led(
      {
        '.git/HEAD': '',
        'shared/x.ts': '',
        'p/dist/y.js': '',
        [`p/${node}`]: "import '../../../shared/x'; import '../../dist/y'; import '../../../../../etc/passwd'",
      },
      { folder: 'p' },
    );
    expect(files).toEqual([]);
    expect(leftOut.map(({ path }) => path)).toEqual(['../../../etc/passwd', '../shared/x.ts', 'dist/y.js']);
  });

  it('is looked for once where there are very many', async () => {
    const source = Array.from({ length: 100_000 }, (_, index) => `import './m${index}';`).join('\n');
    const { files, leftOut } = await led({ [node]: source });
    expect(files).toEqual([]);
    expect(leftOut).toMatchObject([{ path: node }]);
  });

  it('in a text that the scanner cannot finish costs one scan', async () => {
    const hostile = ['/*'.repeat(200_000), '`${'.repeat(100_000), '"\\'.repeat(200_000), '/['.repeat(200_000)];
    for (const text of hostile)
      expect(await filesLedTo(`import '../../lib/a';${text}`, ['lib/a.ts'])).toEqual(['lib/a.ts']);
  });
});

describe('an icon', () => {
  it('is taken from where the file that names it is, for each theme', async () => {
    const source =
      "icon = { light: 'file:../../pictures/a.svg', dark: \"file:../../pictures/b.svg\" }; const x = 'file:nope.svg'";
    const manifest = { scripts: { build: 'tsup' } };
    const { files, note } = await led({ [node]: source, 'pictures/a.svg': '', 'pictures/b.svg': '' }, { manifest });
    expect(files).toEqual([`pictures/a.svg: icon of ${node}`, `pictures/b.svg: icon of ${node}`]);
    // Its folder was sent: that it is not there shows by itself.
    expect(JSON.parse(note ?? '').missing).not.toContain('nodes/Acme/nope.svg');
  });

  it('is taken from the output of the build if the repository has it there and no script removes it', async () => {
    const kept = 'dist/nodes/Acme/acme.svg';
    const ledWith = async (build: string, ignored: string) => {
      const manifest = { scripts: { build }, n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } };
      const contents = { [node]: "icon = 'file:acme.svg'", [kept]: '', '.gitignore': ignored };
      return (await led(contents, { manifest })).files.filter((one) => one.startsWith(kept));
    };
    expect(await ledWith('tsc', '')).toEqual([`${kept}: icon of ${node}, in the output of the build already`]);
    expect(await ledWith('tsc', 'dist/')).toEqual([]);
    expect(await ledWith('rimraf dist && tsc', '')).toEqual([]);
    expect(await ledWith('n8n-node build', '')).toEqual([]);
  });

  it('that the build moves is taken from where the project has one of that name', async () => {
    const contents = { [node]: "icon = 'file:acme.svg'", 'acme.svg': '', 'pictures/acme.svg': '', 'a/b/acme.svg': '' };
    const { files } = await led(contents);
    const why = `icon of ${node}, if the build moves it`;
    expect(files).toEqual([`acme.svg: ${why}`, `pictures/acme.svg: ${why}`]);
  });

  it('to a missing file is reported as missing', async () => {
    const { note } = await led({ [node]: "icon = 'file:../../pictures/a.svg'", 'tsconfig.json': '{}' });
    expect(JSON.parse(note ?? '').missing).toEqual(['README.md', 'pictures/a.svg']);
  });
});

describe('the configuration of a compiler', () => {
  it('is reported as missing where a script compiles', async () => {
    const { note } = await led({ [node]: '' });
    expect(JSON.parse(note ?? '').missing).toEqual(['README.md', 'tsconfig.json']);
  });

  it('to a missing folder is reported as missing, not to an existing one', async () => {
    const tsconfig = JSON.stringify({ include: ['lib/**/*', 'tools/*.ts', 'index.ts'] });
    const { note } = await led({ [node]: '', 'tsconfig.json': tsconfig, 'tools/a.ts': '' });
    expect(JSON.parse(note ?? '').missing).toEqual(['README.md', 'index.ts', 'lib']);
  });
});

describe('package.json', () => {
  it('leads to the texts that `files` lists, not to patterns, secrets and output of the build', async () => {
    const manifest = { files: ['dist', 'example-workflow.json', './docs/guide.md', '*.txt', 'a.pem', 'dist/a.json'] };
    const contents = { 'example-workflow.json': '', 'docs/guide.md': '', 'a.txt': '', 'a.pem': '', 'dist/a.json': '' };
    const { files } = await led({ [node]: '', ...contents }, { manifest });
    expect(files).toEqual(['docs/guide.md: listed in "files"', 'example-workflow.json: listed in "files"']);
  });

  it('leads to what scripts name and tools read', async () => {
    const scripts = {
      build: 'rimraf dist && tsc -p tsconfig.build.json && gulp build:icons',
      bundle: 'tsup && rollup -c config/rollup.mjs',
      post: 'node scripts/copy && tsx ./tools/build.ts --x=1; ./ci.sh',
      icons: 'cpx images/acme.svg dist/nodes/',
      lint: 'eslint -c .eslintrc.prepublish.js nodes package.json',
      test: 'tsc --build configs/test',
    };
    const files = ['tsconfig.build.json', 'gulpfile.mjs', 'tsup.config.ts', 'config/rollup.mjs', 'rollup.config.js'];
    const more = [
      'scripts/copy.js',
      'images/acme.svg',
      'tools/build.ts',
      'ci.sh',
      '.eslintrc.prepublish.js',
      'configs/test/tsconfig.json',
    ];
    const others = [...files, ...more, 'scripts/other.js', 'unnamed.js'];
    const found = await filesLedTo(
      '',
      others,
      { 'scripts/copy.js': "require('./part')", 'scripts/part.js': '' },
      {
        manifest: { scripts },
      },
    );
    expect(found).toEqual([...files, ...more, 'scripts/part.js'].sort());
  });

  it('leads to the data that its build copies, not to other files in their folder, output and large ones', async () => {
    const scripts = { build: 'tsc && gulp data && cp more/*.json dist/more && cp dist/a.json dist/b.json' };
    const gulpfile =
      "const { src, dest } = require('gulp'); exports.data = () => src('data/**/*.json').pipe(dest('dist/nodes/data'));";
    const contents = {
      'gulpfile.js': gulpfile,
      'data/a.json': '{}',
      'data/below/b.json': '{}',
      'data/c.png': '',
      'data/large.json': ' '.repeat(1_100_000),
      'more/d.json': '{}',
      'more/e.txt': '',
      'dist/a.json': '',
    };
    const { files } = await led({ [node]: '', ...contents }, { manifest: { scripts } });
    expect(files.filter((file) => file.includes('copied'))).toEqual(
      ['data/a.json', 'data/below/b.json', 'more/d.json'].map((path) => `${path}: copied by the build`),
    );
  });

  it('leads to lock file, workflows with their actions, ignore files, workspace and documents', async () => {
    const { files } = await led({
      'package-lock.json': '{}',
      'yarn.lock': '',
      'pnpm-workspace.yaml': '',
      '.npmignore': '',
      '.gitignore': '',
      'readme.md': '',
      'LICENCE.txt': '',
      '.npmrc': 'secret',
      '.env': 'secret',
      '.github/workflows/ci.yml': 'steps:\n  - uses: ./.github/actions/publish\n  - uses: ./../../x',
      '.github/workflows/notes.txt': '',
      '.github/actions/publish/action.yml': '',
    });
    expect(files).toEqual([
      '.github/actions/publish/action.yml: used by .github/workflows/ci.yml',
      '.github/workflows/ci.yml: workflow',
      '.gitignore: decides what npm packs',
      '.npmignore: decides what npm packs',
      'LICENCE.txt: packed by npm',
      'package-lock.json: lock file',
      'pnpm-workspace.yaml: workspace',
      'readme.md: packed by npm',
      'yarn.lock: lock file',
    ]);
  });

  it('tells that there is no README', async () => {
    const missing = async (contents: Contents) => JSON.parse((await led(contents)).note ?? '{}').missing ?? [];
    expect(await missing({ LICENSE: '' })).toContain('README.md');
    expect(await missing({ 'readme.md': '' })).not.toContain('README.md');
  });

  it('leads to the workflows in folders for users', async () => {
    const workflow = '{ "nodes": [], "connections": {} }';
    const { files } = await led({
      'Usage-Examples/invoices/send.json': workflow,
      'workflows/a.json': workflow,
      'workflows/settings.json': '{ "nodes": [] }',
      'workflows/a.md': workflow,
      'test/workflows/b.json': workflow,
    });
    expect(files).toEqual([
      'Usage-Examples/invoices/send.json: example workflow',
      'workflows/a.json: example workflow',
    ]);
  });

  it('does not send files with secrets that it packs, and says so', async () => {
    const secret = 'ACME_API_KEY=9fK2mVb7QzLx4TnR';
    const { leftOut } = await led(
      {
        '.env.dev': secret,
        '.env.production': 'NODE_ENV=production',
        '.env.example': secret,
        '.env.local': secret,
        'config/.env': secret,
        'config/other/.env': secret,
        'samples/shop/.env': secret,
        '.npmrc': '//registry.npmjs.org/:_authToken=npm_9fK2mVb7QzLx4TnR',
      },
      { manifest: { files: ['dist', '.env*', '!.env.local', './config/.env', 'samples/', '.npmrc'] } },
    );
    expect(leftOut.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      '.env.dev: it contains a secret',
      '.npmrc: it may contain a secret',
      'config/.env: it contains a secret',
      'samples/shop/.env: it contains a secret',
    ]);
  });

  it('leads to what it declares, or what that is built from', async () => {
    const n8n = { nodes: ['dist/parts/A.node.js', 'plain/B.node.js'], credentials: ['dist/gone.js', '../x.js'] };
    const others = ['lib/parts/A.node.ts', 'lib/parts/A.node.json', 'plain/B.node.js', 'dist/parts/A.node.js'];
    const tsconfig = { 'tsconfig.json': '{ "compilerOptions": { "outDir": "dist", "rootDir": "lib" } }' };
    const found = await filesLedTo('', others, tsconfig, { manifest: { n8n } });
    expect(found).toEqual(['lib/parts/A.node.json', 'lib/parts/A.node.ts', 'plain/B.node.js']);
  });

  it('leads into dist and not to the sources where the repository has what is published', async () => {
    const n8n = { nodes: ['dist/lib/A.node.js'] };
    const more = {
      'tsconfig.json': '{ "compilerOptions": { "outDir": "dist" } }',
      'lib/A.node.ts': '',
      'dist/lib/A.node.js': "require('./b'); const icon = 'file:a.svg';",
      'dist/lib/A.node.json': '',
      'dist/lib/a.svg': '',
      'dist/lib/b.js': '',
    };
    const options = { manifest: { scripts: { test: 'node test.js' }, n8n } };
    expect(await filesLedTo('', [], more, options)).toEqual([
      'dist/lib/A.node.js',
      'dist/lib/A.node.json',
      'dist/lib/a.svg',
      'dist/lib/b.js',
    ]);
    const ignored = await filesLedTo('', [], { ...more, '.gitignore': 'dist' }, options);
    expect(ignored).toEqual(['.gitignore', 'lib/A.node.ts']);
  });

  it('leads into dist where nothing builds it', async () => {
    const manifest = { scripts: {}, n8n: { nodes: ['dist/A.node.js'] } };
    const more = { 'dist/A.node.js': "require('./b')", 'dist/b.js': '' };
    expect(await filesLedTo('', [], more, { manifest })).toEqual(['dist/A.node.js', 'dist/b.js']);
  });

  it.each([
    ['packages/a', ['../../.github/workflows/ci.yml']],
    // It is copied to become a repository.
    ['examples/a', ['.github/workflows/release.yml', '../../.github/workflows/ci.yml']],
    // The repository around it does not have it.
    ['untracked/a', ['.github/workflows/release.yml', '../../.github/workflows/ci.yml']],
  ])('%s leads only to workflows that GitHub runs', async (folder, workflows) => {
    const tracked = ['packages/a', 'examples/a'].map((one) => `${one}/package.json`);
    const index = ['DIRC', ...tracked.map((path) => `\0${String.fromCharCode(path.length)}${path}\0`)].join('');
    const own = `${folder}/.github/workflows/release.yml`;
    const { files, leftOut } = await led(
      { '.git/index': index, '.github/workflows/ci.yml': '', [own]: '', [`${folder}/${node}`]: '' },
      { folder },
    );
    expect(files.sort()).toEqual(workflows.map((path) => `${path}: workflow`).sort());
    expect(leftOut.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(
      workflows.length > 1
        ? []
        : [
            `.github/workflows/release.yml: GitHub runs only the workflows in .github/workflows of a repository, not ${own}`,
          ],
    );
  });

  it.each([
    [
      'npm --prefix ./packages/n8n run build',
      'n8n-nodes-acme',
      ['packages/n8n/package.json: the package is built there'],
    ],
    ['cd packages/n8n && npm run build', 'n8n-nodes-acme', ['packages/n8n/package.json: the package is built there']],
    ['npm --prefix packages/n8n run build', 'n8n-nodes-other', []],
    ['tsc', 'n8n-nodes-acme', []],
    // It is only cleaned there.
    ['rimraf packages/n8n && tsc', 'n8n-nodes-acme', []],
  ])('`%s` with %s there leads to the manifest of the package: %j', async (build, name, wanted) => {
    const { files } = await led(
      { [node]: '', 'packages/n8n/package.json': JSON.stringify({ name, scripts: { build: 'tsc -b' } }) },
      { manifest: { scripts: { build } } },
    );
    expect(files).toEqual(wanted);
  });

  it('in a monorepo leads to files at its root', async () => {
    const { files } = await led(
      {
        '.git/HEAD': '',
        'pnpm-lock.yaml': '',
        'pnpm-workspace.yaml': '',
        'package.json': '{}',
        'tsconfig.base.json': '{ "extends": "./configs/strict.json" }',
        'configs/strict.json': '{}',
        LICENSE: '',
        '.github/workflows/release.yaml': '',
        'packages/a/tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
        [`packages/a/${node}`]: '',
      },
      { folder: 'packages/a', include: ['nodes/', 'tsconfig.json'] },
    );
    expect(files).toEqual([
      '../../.github/workflows/release.yaml: workflow',
      '../../LICENSE: packed by pnpm',
      '../../configs/strict.json: extended by ../../tsconfig.base.json',
      '../../package.json: workspace',
      '../../pnpm-lock.yaml: lock file',
      '../../pnpm-workspace.yaml: workspace',
      '../../tsconfig.base.json: extended by tsconfig.json',
    ]);
  });

  it('of any shape leads nowhere it should not', async () => {
    const manifest = {
      scripts: [],
      imports: { '#a': [[[{}]]] },
      n8n: { nodes: [7, '/etc/passwd', '../../x'] },
      main: {},
    };
    expect(await filesLedTo('', ['lib/a.ts'], {}, { manifest })).toEqual([]);
    await place.write({ 'package.json': '[' });
    const { follow } = n8nNodeProject;
    const { files } = await collectProject({ folder: place.folder, include: ['nodes/'], ...(follow && { follow }) });
    expect(files.map(({ path }) => path)).toEqual([node, 'package.json']);
  });
});

describe('a configuration of TypeScript', () => {
  it('leads to all that it extends and refers to, and to declarations that it includes', async () => {
    const { files } = await led(
      {
        'tsconfig.json':
          '{ "extends": ["./a.json", "./b", "pkg/tsconfig.json", "/etc/passwd"], "references": [{ "path": "./sub" }, 7], "include": ["nodes/**/*", "types/**/*.d.ts"], "files": ["env.d.ts"] }',
        'a.json': '{ "extends": "./b.json" }',
        'b.json': '{ "extends": "./a.json" }',
        'sub/tsconfig.json': '{ "extends": "../c.json", "include": [] }',
        'c.json': '{',
        'types/deep/x.d.ts': '',
        'types/deep/y.ts': '',
        'types/node_modules/z.d.ts': '',
        'env.d.ts': '',
        'other/w.d.ts': '',
      },
      { include: ['tsconfig.json'] },
    );
    expect(files).toEqual([
      'a.json: extended by tsconfig.json',
      'b.json: extended by tsconfig.json',
      'c.json: extended by sub/tsconfig.json',
      'env.d.ts: named by tsconfig.json',
      'sub/tsconfig.json: referred to by tsconfig.json',
      'types/deep/x.d.ts: included by tsconfig.json',
    ]);
  });

  it('that is a link out of the project is not read', async () => {
    await place.write({ '../outside.json': '{ "extends": "./lib/b.json" }', 'lib/b.json': '{}' });
    await symlink(join(place.folder, '../outside.json'), at('tsconfig.json'));
    expect(await filesLedTo('', [])).toEqual([]);
  });
});

describe('.npmrc', () => {
  const npmToken = `npm_${'9fK2mVb7QzLx4TnRw8Yd3HsJ5cGpE6aUoB1t'}`;
  const key = '//registry.npmjs.org/:_authToken=';

  it.each([
    ['is not ignored', { '.gitignore': 'dist/' }, npmToken, 'it contains a token'],
    ['is ignored', { '.gitignore': '.npmrc' }, npmToken, 'it may contain a secret'],
    ['may be re-included', { '.gitignore': 'dist/\n!.npmrc' }, npmToken, 'it may contain a secret'],
    ['is in no copy of a repository', {}, npmToken, 'it may contain a secret'],
    [
      'is not tracked',
      { '.gitignore': 'dist/', '.git/index': 'DIRC' },
      npmToken,
      'it contains a token and is not ignored',
    ],
    [
      'is ignored and not tracked',
      { '.gitignore': '.npmrc', '.git/index': 'DIRC' },
      npmToken,
      'it may contain a secret',
    ],
    ['is not tracked where nothing is ignored', { '.git/index': 'DIRC' }, npmToken, 'it may contain a secret'],
    ['is tracked', { '.gitignore': '.npmrc', '.git/index': 'DIRC\0\x06.npmrc\0' }, npmToken, 'it contains a token'],
    ['is tracked elsewhere', { '.git/index': 'DIRC\0\x08a/.npmrc\0' }, npmToken, 'it may contain a secret'],
    ['has a sample', { '.gitignore': 'dist/' }, `npm_${'x'.repeat(36)}`, 'it may contain a secret'],
  ])('with a token that %s', async (_, contents, value, reason) => {
    const { leftOut } = await led({ '.npmrc': `${key}${value}\n`, ...contents });
    expect(leftOut.map(({ path, reason: why }) => `${path}: ${why}`)).toEqual([`.npmrc: ${reason}`]);
  });

  it.each([
    ['provenance=false\nregistry=https://registry.npmjs.org/\n; as in CI', true],
    ['//registry.npmjs.org/:_authToken=$' + '{NPM_TOKEN}', true],
    ['//registry.npmjs.org/:_authToken=npm_abcdefghijklmnop', false],
    ['registry=https://jane:secret@npm.acme.example/', false],
    ['# //registry.npmjs.org/:_authToken=npm_abcdefghijklmnop', false],
    ['proxy=http://jane:secret@proxy.acme.example', false],
  ])('is included if it contains no secret: %s', async (settings, comes) => {
    const { files, leftOut } = await led({ '.npmrc': settings });
    expect(files.includes('.npmrc: settings of npm')).toBe(comes);
    expect(leftOut.map(({ path }) => path)).toEqual(comes ? [] : ['.npmrc']);
  });
});
