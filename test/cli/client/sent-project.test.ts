import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createBody } from '../../../cli/client/create-body.ts';
import { filesDigest } from '../../../kernel/digest.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { n8nNodeProject } from '../../../plugins/n8n-node/project-type.ts';
import { collectProject } from '../../../runner/source/collect-project.ts';
import { folderSource } from '../../../runner/source/folder-source.ts';
import { uploadSource } from '../../../runner/source/upload-source.ts';
import { temporaryFolder } from '../service-process.ts';

const contents: Readonly<Record<string, string>> = {
  '.git/HEAD': '',
  'package.json': '{ "workspaces": ["packages/*"] }',
  'package-lock.json': '{}',
  'tsconfig.base.json': '{}',
  'shared/x.ts': '',
  '.github/workflows/release.yml': 'on: push',
  'packages/a/package.json': '{ "name": "n8n-nodes-a" }',
  'packages/a/tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
  'packages/a/nodes/A/A.node.ts':
    "import '../../../../shared/x'; import '../../lib/b'; import '../../lib/gone'; import './gone'; icon = 'file:../../art/a.svg';",
  'packages/a/lib/b.ts': '',
};

/** All that a check can learn from files. */
async function seen(files: ProjectFiles) {
  const asked = ['lib/b.ts', 'lib/gone', 'lib/other', 'nodes/A/gone', 'art/a.svg', '../../shared/x.ts', 'README.md'];
  return {
    list: files.list(),
    above: files.listAbove(),
    absent: files.absent(),
    mayHave: Object.fromEntries(asked.map((path) => [path, files.mayHave(path)])),
    workflow: await files.read('../../.github/workflows/release.yml'),
    digest: await filesDigest(files),
  };
}

it('a project in a monorepo is the same in the cloud as on the machine that sends it', async () => {
  const root = await temporaryFolder();
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const folder = join(root, 'packages/a');
  const { include = [], follow } = n8nNodeProject;
  const collected = await collectProject({ folder, include, ...(follow && { follow }) });
  const paths = collected.files.map(({ path }) => path);

  const onDisk = folderSource({ folder, files: paths, sent: { note: collected.note } });
  const read = await onDisk.read?.();
  const opened = await onDisk.open({ signal: AbortSignal.timeout(600_000), log: () => {} });
  const body = await createBody({
    subject: { mode: 'project', git: {}, folder, name: 'a', ...collected },
    projectType: 'n8n-node',
    detected: true,
    timeout: 1,
    plugins: [],
    kits: [],
    kernel: () => Promise.reject(new Error('nothing is run')),
  });
  const { files } = JSON.parse(gunzipSync(body).toString());
  const uploaded = await uploadSource({ name: 'a', files }).open({
    signal: AbortSignal.timeout(600_000),
    log: () => {},
  });
  try {
    const here = read && (await seen(read));
    expect(here).toMatchObject({
      above: [
        '../../.github/workflows/release.yml',
        '../../package-lock.json',
        '../../package.json',
        '../../tsconfig.base.json',
      ],
      list: ['lib/b.ts', 'nodes/A/A.node.ts', 'package.json', 'tsconfig.json'],
      mayHave: {
        'lib/b.ts': true,
        'lib/gone': false,
        'nodes/A/gone': false,
        'art/a.svg': false,
        '../../shared/x.ts': true,
        'README.md': false,
      },
    });
    expect(await seen(opened.files)).toEqual(here);
    expect(await seen(uploaded.files)).toEqual(here);
  } finally {
    await opened.close();
    await uploaded.close();
  }
});
