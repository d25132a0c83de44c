import { describe, expect, it } from 'vitest';
import { lintInChild } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-child.ts';
import { lintPass } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-service.ts';
import { publishedLint } from '../../../../../plugins/n8n-node/n8n-lint/engine/published-lint.ts';
import { publishedScripts } from '../../../../../plugins/n8n-node/n8n-lint/engine/published-scripts.ts';
import { openProject } from '../../project-on-disk.ts';
import { byPlace, officialAnalysis, ourAnalysis } from './both-analyses.ts';
import { withProject } from './project-folder.ts';
import { publishedProject } from './published-project.ts';

const code = (name: string) => `@n8n/community-nodes/${name}`;

describe('the findings in the package are those of the gate of n8n', () => {
  it.each(['es2019', 'es2022'])('on sources below src, compiled for %s', async (target) => {
    const contents = publishedProject('src/', { target });
    await using project = await openProject(contents);
    const published = await project.context.service(publishedScripts);
    if ('unknown' in published) throw new Error(published.unknown);
    const { scripts, overlay } = published;
    const found = await lintInChild(project.context, scripts, overlay);
    const ours = found.map(({ evidence: _, evidenceColumn: _column, ...finding }) => finding).sort(byPlace);
    const manifest = String(contents['package.json']);
    const { findings } = await withProject({ ...overlay, 'package.json': manifest }, (folder) =>
      officialAnalysis(folder, 'package'),
    );
    expect(ours).toEqual(findings.filter(({ file }) => file !== 'package.json'));
    expect(ours.length).toBeGreaterThan(3);
    // Of the manifest it says the same in both legs.
    const sources = await withProject(contents, (folder) => ourAnalysis(folder, 'project'));
    expect(sources.findings).toEqual(findings.filter(({ file }) => file === 'package.json'));
  });
});

describe('what n8n will find in the package', () => {
  it('is reported for its sources, once', async () => {
    await using project = await openProject(publishedProject('src/'));
    const findings = (await project.context.service(lintPass)).filter(({ file }) => file !== 'package.json');
    const places = findings.map(({ code, file, line, evidence }) => [code, `${file}:${line}`, evidence]);
    const node = 'src/nodes/Acme/Acme.node.ts';
    expect(places).toContainEqual([
      'no-console',
      `${node}:22`,
      "console.log('orders', readFileSync('/etc/hosts', 'utf8'));",
    ]);
    expect(places).toContainEqual([code('no-restricted-imports'), `${node}:1`, "import { readFileSync } from 'fs';"]);
    expect(places).toContainEqual([
      code('no-restricted-globals'),
      'src/shared/wait.ts:5',
      'setTimeout(resolve, Number(milliseconds));',
    ]);
    expect(new Set(places.map(String)).size).toBe(places.length);
    for (const { message } of findings)
      expect(message).toMatch(/\(n8n's gate says so of dist\/\S+\.js:\d+, once it is/);
  });

  it('lints only scripts whose sources are not linted', async () => {
    await using project = await openProject(publishedProject(''));
    const published = await project.context.service(publishedScripts);
    expect(published).toMatchObject({ scripts: ['dist/shared/wait.js'] });
    const { findings } = await project.context.service(publishedLint);
    expect(findings.map(({ code, file, line }) => [code, file, line])).toEqual([
      [code('no-restricted-globals'), 'shared/wait.ts', 5],
    ]);
  });

  it('is not looked for in what a script only may copy', async () => {
    const { 'package.json': manifest, ...sources } = publishedProject('');
    const given = JSON.parse(String(manifest));
    const contents = {
      ...sources,
      'package.json': JSON.stringify({ ...given, scripts: { build: 'tsc && node scripts/copy.js' } }),
      'scripts/copy.js':
        "const fs = require('fs');\nfor (const name of fs.readdirSync('nodes')) fs.copyFileSync(name, 'dist/' + name);\n",
    };
    await using project = await openProject(contents);
    expect(await project.context.service(publishedScripts)).toMatchObject({ scripts: ['dist/shared/wait.js'] });
  });

  it('is looked for in what only the configuration of the compiler names', async () => {
    const contents = {
      ...publishedProject('src/'),
      'src/index.ts': "export * from './nodes/Acme/Acme.node';\n",
      'src/tools/clock.ts':
        "import type { Suite } from 'suite';\n\nexport const first = (_: Suite) => setTimeout(() => {}, 1);\n",
      'tools/clock.ts': 'setTimeout(() => {}, 1);\n',
    };
    await using project = await openProject(contents);
    const published = await project.context.service(publishedScripts);
    expect(published).toMatchObject({
      scripts: [
        'dist/credentials/AcmeApi.credentials.js',
        'dist/index.js',
        'dist/nodes/Acme/Acme.node.js',
        'dist/shared/wait.js',
        'dist/tools/clock.js',
      ],
    });
    const { findings } = await project.context.service(publishedLint);
    expect(
      findings.filter(({ file }) => file.includes('clock')).map(({ code, file, line }) => [code, file, line]),
    ).toEqual([[code('no-restricted-globals'), 'src/tools/clock.ts', 3]]);
  });

  it.each([
    ['leaves it out', { exclude: ['src/tools'] }],
    ['could not all be read', { extends: '../base.json' }],
    ['builds other projects', { references: [{ path: './other' }] }],
  ])('is not looked for in what the configuration may not name, because it %s', async (_, changes) => {
    const contents = publishedProject('src/');
    const tsconfig = { ...JSON.parse(String(contents['tsconfig.json'])), ...changes };
    const own = { 'tsconfig.json': JSON.stringify(tsconfig), 'src/tools/clock.ts': 'setTimeout(() => {}, 1);\n' };
    await using project = await openProject({ ...contents, ...own });
    const published = await project.context.service(publishedScripts);
    expect('scripts' in published && published.scripts).not.toContain('dist/tools/clock.js');
  });

  it('is not guessed at where the build is not known', async () => {
    await using project = await openProject(publishedProject('src/', { scripts: { build: 'tsup src/index.ts' } }));
    expect(await project.context.service(publishedLint)).toEqual({
      findings: [],
      notChecked: 'the published files are unknown (build step "tsup src/index.ts")',
    });
  });

  it('is not what will not be packed', async () => {
    const contents = publishedProject('src/');
    const manifest = { ...JSON.parse(String(contents['package.json'])), files: ['dist', '!dist/shared/**'] };
    const own = { 'package.json': JSON.stringify(manifest), 'tool.js': 'console.log(1);' };
    await using project = await openProject({ ...contents, ...own });
    const published = await project.context.service(publishedScripts);
    expect(published).toMatchObject({
      scripts: ['dist/credentials/AcmeApi.credentials.js', 'dist/nodes/Acme/Acme.node.js'],
    });
  });

  it('is nothing new where n8n sees all sources', async () => {
    const { 'shared/wait.ts': _, ...contents } = publishedProject('');
    await using project = await openProject(contents);
    expect(await project.context.service(publishedScripts)).toMatchObject({ scripts: [] });
  });
});
