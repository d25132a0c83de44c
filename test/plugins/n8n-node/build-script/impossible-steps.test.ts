import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { impossibleSteps } from '../../../../plugins/n8n-node/build-script/impossible-steps.ts';
import { n8nNodeProject } from '../../../../plugins/n8n-node/project-type.ts';
import { collectProject } from '../../../../runner/source/collect-project.ts';
import { sentFiles } from '../../../../runner/source/sent-files.ts';
import { storedIn, takeSnapshot } from '../../../../runner/source/snapshot.ts';
import { useOwnPlace } from '../../../runner/source/own-place.ts';

const place = useOwnPlace();

const manifestOf = (scripts: object, more: object = {}) => JSON.stringify({ name: 'n8n-nodes-acme', scripts, ...more });

/** The problems of a project in a folder, judged by what is uploaded of it. */
async function problemsOf(
  scripts: object,
  files: Readonly<Record<string, string | undefined>> = {},
  within = '.',
): Promise<string[]> {
  const folder = join(place.folder, within);
  const own = { 'package.json': manifestOf(scripts), 'tsconfig.json': '{}', 'nodes/Acme/Acme.node.ts': '', ...files };
  const written = Object.entries(own).flatMap(([path, text]) =>
    text === undefined ? [] : [[join(within, path), text]],
  );
  await place.write(Object.fromEntries(written));
  const { include, follow } = n8nNodeProject;
  const collected = await collectProject({ folder, include: include ?? [], ...(follow && { follow }) });
  const paths = collected.files.map(({ path }) => path);
  const snapshot = takeSnapshot(folder, paths);
  if (!snapshot) throw new Error('the project changed');
  const note = collected.note === undefined ? undefined : new TextEncoder().encode(collected.note);
  const steps = await impossibleSteps(JSON.parse(own['package.json'] ?? ''), sentFiles(storedIn(snapshot), note));
  return steps.map(({ script, problem }) => `${script}: ${problem}`);
}

// Only files that something refers to are uploaded: that the others are missing has to be known.
test.each([
  ['tsc -p tsconfig.prod.json', 'tsconfig.prod.json does not exist', { 'tsconfig.prod.json': '{}' }],
  ['tsc --project configs', 'configs/tsconfig.json does not exist', { 'configs/tsconfig.json': '{}' }],
  // The folder has the name of a tool, which has a configuration of its own.
  ['tsc -p webpack', 'webpack/tsconfig.json does not exist', { 'webpack/tsconfig.json': '{}' }],
  ['node scripts/make', 'neither scripts/make.js nor scripts/make/index.js exists', { 'scripts/make.js': '' }],
  ['tsc && node scripts/copy.js', 'scripts/copy.js does not exist', { 'scripts/copy.js': '' }],
  [
    'tsc && node ./scripts/copy',
    'neither scripts/copy.js nor scripts/copy/index.js exists',
    { 'scripts/copy.cjs': '' },
  ],
  [
    'tsc && node scripts',
    'neither scripts.js nor scripts/index.js exists',
    { 'scripts/package.json': '{"main":"copy.js"}' },
  ],
  ['tsc && gulp icons', 'there is no gulpfile', { 'Gulpfile.ts': 'export function icons() {}' }],
])('%s: %s, unless it is there', async (build, problem, there) => {
  expect(await problemsOf({ build })).toEqual([`build: ${problem}`]);
  expect(await problemsOf({ build }, there)).toEqual([]);
});

describe('tsc without a tsconfig.json', () => {
  const none = { 'tsconfig.json': undefined };

  test.each([
    { build: 'tsc' },
    { build: 'rimraf dist && tsc --noEmit' },
    { clean: 'rimraf dist', build: 'npm run clean && tsc && gulp icons' },
    { prepare: 'npm run build', build: 'tsc && npm run copy', copy: 'cp -r icons dist' },
  ])('fails: %j', async (scripts) => {
    expect(await problemsOf(scripts, { ...none, 'gulpfile.js': 'exports.icons = icons' })).toContainEqual(
      'build: there is no tsconfig.json',
    );
  });

  test.each([
    { build: 'cd packages/n8n && tsc' },
    { build: 'cp tsconfig.base.json tsconfig.json && tsc' },
    { build: 'node -e 1 && tsc' },
    { prebuild: 'node -e 1', build: 'tsc' },
    { make: 'node -e 1', build: 'npm run make && tsc' },
    { build: 'node -e 1 && npm run compile', compile: 'tsc' },
    { postinstall: 'node -e 1', build: 'tsc' },
    { setup: 'node setup.js tsconfig.json', build: 'tsc' },
    { build: 'tsc --init && tsc' },
    { build: 'tsc @options' },
    { build: 'tsc index.js' },
    { build: 'tsc -build' },
    { build: 'tsc -project configs' },
  ])('is not told with %j', async (scripts) => {
    expect(await problemsOf(scripts, none)).toEqual([]);
  });
});

test('a tsconfig.json may be above the project, in its repository', async () => {
  await place.write({ '.git/HEAD': '', 'package-lock.json': '{}' });
  const problems = () => problemsOf({ build: 'tsc' }, { 'tsconfig.json': undefined }, 'packages/acme');
  expect(await problems()).toEqual(['build: there is no tsconfig.json']);
  await place.write({ 'packages/tsconfig.json': '{}' });
  expect(await problems()).toEqual([]);
});

test('what comes after a change of the folder is not looked for in the project', async () => {
  const build = 'tsc && cd packages/n8n && node scripts/copy.js && npm run icons';
  expect(await problemsOf({ build })).toEqual([]);
});

test('a gulpfile may be above the project, in its repository', async () => {
  const build = 'tsc && gulp icons';
  await place.write({ '.git/HEAD': '', 'packages/acme/readme.md': '' });
  expect(await problemsOf({ build }, {}, 'packages/acme')).toEqual(['build: there is no gulpfile']);
  await place.write({ 'package-lock.json': '{}', 'gulpfile.js': '' });
  expect(await problemsOf({ build }, {}, 'packages/acme')).toEqual([]);
});

test('a command has to be installed, by the project or by what it depends on', async () => {
  const build = 'tsc && copyfiles -u 0 "nodes/**/*.svg" dist';
  const problem = 'build: copyfiles is not installed: no dependency provides it';
  const depending = (name: string) => ({
    'package.json': manifestOf({ build }, { devDependencies: { [name]: '1.0.0' } }),
  });
  expect(await problemsOf({ build }, depending('typescript'))).toEqual([problem]);
  expect(await problemsOf({ build }, depending('copyfiles'))).toEqual([]);
  const lock = (name: string) => ({ 'package-lock.json': `{ "packages": { "node_modules/${name}": {} } }` });
  expect(await problemsOf({ build }, { ...depending('typescript'), ...lock('typescript') })).toEqual([problem]);
  expect(await problemsOf({ build }, { ...depending('typescript'), ...lock('copyfiles') })).toEqual([]);
  const downloading = build.replace('copyfiles', 'npx copyfiles');
  expect(await problemsOf({ build: downloading }, depending('typescript'))).toEqual([]);
});

test('a command is reported once, and no more than twenty of them', async () => {
  const all = Array.from({ length: 100 }, (_, i) => `npm run s${i}`).join(' && ');
  expect(await problemsOf({ build: all, prepack: all })).toHaveLength(20);
  expect(await problemsOf({ build: 'npm run icons', prepack: 'npm run icons' })).toEqual([
    'build: package.json has no script "icons"',
  ]);
});
