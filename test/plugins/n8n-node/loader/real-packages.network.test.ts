import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import pacote from 'pacote';
import { validRange } from 'semver';
import { withDir } from 'tmp-promise';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../../kernel/check.ts';
import { loadCheck } from '../../../../plugins/n8n-node/checks/load/check.ts';
import { typesCheck } from '../../../../plugins/n8n-node/checks/types/check.ts';
import { loadedPackage } from '../../../../plugins/n8n-node/loader/loaded-package.ts';
import { recordOf } from '../../../../plugins/n8n-node/project/manifest/manifest-fields.ts';
import { contentsOf, type OpenedProject, openProject } from '../project-on-disk.ts';
import { eachTemplate, nodeCli, realPackages } from '../real-packages.ts';
import { installN8nCore, loadWithN8n } from './n8n-core.ts';
import { ourVerdict } from './our-verdict.ts';

test.each(realPackages)(
  '%s: our verdict, with stand-ins, is that of n8n, which installs dependencies',
  async (reference) => {
    const folder = await installed(reference);
    await using project = await openProject(await contentsOf(folder), { mode: 'package' });
    const [n8n] = await loadWithN8n([folder]);
    expect(await ourVerdict(project)).toEqual(n8n);
    const { findings } = await project.run(loadCheck);
    expect(findings).toEqual([]);
  },
);

test(`every template of ${nodeCli} has sound types and loads, here and in n8n`, async () => {
  await eachTemplate(async (folder, name) => {
    await using project = await openProject(await contentsOf(folder));
    expect(await project.run(typesCheck), name).toEqual({ findings: [], skipped: undefined });
    const verdict = await ourVerdict(project);
    expect(verdict, name).toHaveProperty('nodes');
    expect(await n8nVerdict(project), name).toEqual(verdict);
  });
});

describe('the examples', () => {
  const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
  const projects = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'nodes')));
  test.each(projects)('%s: our verdict is that of n8n', async (name) => {
    await using project = await openProject(await contentsOf(join(examples, name)));
    expect(await n8nVerdict(project)).toEqual(await ourVerdict(project));
  });
});

/** n8n's verdict on what a project compiles to. */
async function n8nVerdict({ context, folder }: OpenedProject) {
  const { project } = await context.service(loadedPackage);
  for (const [path, text] of Object.entries({ ...project?.copied, ...project?.compiled?.files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await installDependencies(folder, context.manifest);
  const [verdict] = await loadWithN8n([folder]);
  return verdict;
}

/** Installs what the registry has of a package's dependencies, as n8n does: without scripts, and nothing else. */
async function installDependencies(folder: string, manifest: Manifest = {}): Promise<void> {
  const wanted = Object.entries(recordOf(manifest['dependencies']) ?? {});
  const dependencies = wanted.filter(([, range]) => typeof range === 'string' && validRange(range) !== null);
  if (dependencies.length === 0) return;
  await withDir(
    async ({ path: cwd }) => {
      await writeFile(join(cwd, 'package.json'), JSON.stringify({ dependencies: Object.fromEntries(dependencies) }));
      const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
      await execa('npm', ['install', ...flags], { cwd, timeout: 240_000 });
      await cp(join(cwd, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    },
    { unsafeCleanup: true },
  );
}

/** A package of the registry with the dependencies that n8n would install, kept beside n8n-core. */
async function installed(reference: string): Promise<string> {
  const folder = join(await installN8nCore(), 'packages', reference.replaceAll('/', '+'));
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-${process.pid}`;
  await pacote.extract(reference, fresh);
  await installDependencies(fresh, await pacote.manifest(reference).then((manifest) => ({ ...manifest })));
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return folder;
}
