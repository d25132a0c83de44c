import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { dir } from 'tmp-promise';
import { type Check, type CheckContext, type Service, SkippedCheck } from '../../../kernel/check.ts';
import { evidenceFrom } from '../../../kernel/evidence.ts';
import { type Observation, toFinding } from '../../../kernel/finding.ts';
import type { KitSource } from '../../../kernel/kits.ts';
import { readManifest } from '../../../kernel/manifest.ts';
import { noMemory } from '../../../kernel/memory.ts';
import { memoryFiles } from '../../../kernel/project-files.ts';
import type { Operation } from '../../../kernel/result.ts';
import type { Sandbox } from '../../../kernel/sandbox.ts';
import { shippedKits } from '../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { installedKits } from '../../../runner/kits/installed-kits.ts';
import { openPackages } from '../../../runner/packages/open-packages.ts';
import { chooseIsolation } from '../../../runner/sandbox/isolation.ts';

export type Contents = Readonly<Record<string, string | Uint8Array>>;

export interface OpenedProject extends AsyncDisposable {
  /** Absolute, without links. */
  folder: string;
  context: CheckContext;
  /** What a check yields, with the evidence that a run would show, and why it was skipped, if it was. */
  run(check: Check): Promise<{ findings: Observation[]; skipped: string | undefined }>;
  logged: string[];
  /** Operations of nodes that checks ran. */
  operations: Operation[];
}

/** A project in a folder of its own, with the real sandbox around it. */
export async function openProject(
  contents: Contents,
  {
    mode = 'project',
    sandbox = (real) => real,
    kits: wanted = shippedKits,
    services: given = [],
  }: {
    mode?: CheckContext['mode'];
    /** The releases to verify with, of which the first one judges. */
    kits?: readonly KitSource[];
    /** Services whose results another project has already. */
    services?: Iterable<[Service<unknown>, Promise<unknown>]>;
    /** What to take in place of the real sandbox. */
    sandbox?(real: Sandbox, folder: string): Sandbox;
  } = {},
): Promise<OpenedProject> {
  const folder = await dir({ prefix: 'service-test-', unsafeCleanup: true });
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  const isolation = await chooseIsolation();
  const services = new Map<Service<unknown>, Promise<unknown>>(given);
  const logged: string[] = [];
  const operations: Operation[] = [];
  const files = memoryFiles(contents);
  const manifest = await readManifest(files);
  const { signal } = new AbortController();
  const log = (message: string) => void logged.push(message);
  const kits = installedKits(process.env, wanted);
  const folders = wanted.flatMap((kit) => kits.find(kit) ?? []);
  const run = { files, manifest, kits: folders, signal, log: () => {}, onVolatile: () => {} };
  const packages = await openPackages({ offline: true }, run);
  const context: CheckContext = {
    mode,
    projectType: 'n8n-node',
    files,
    manifest,
    signal,
    memory: noMemory,
    packages,
    kits,
    sandbox: sandbox(isolation.sandbox({ folder: folder.path }), folder.path),
    log,
    service<T>(wanted: Service<T>): Promise<T> {
      const known = services.get(wanted) ?? wanted.create(context);
      services.set(wanted, known);
      // Only `wanted.create` puts a promise under `wanted`, so it is a promise of T.
      return known as Promise<T>;
    },
    notChecked: (reason, what) => void logged.push(`not checked: ${reason}${what === undefined ? '' : ` (${what})`}`),
    operation: (operation) => void operations.push(operation),
    compatibility: () => {},
    shipped: () => {},
    skip(reason) {
      throw new SkippedCheck(reason);
    },
  };
  return {
    folder: folder.path,
    context,
    logged,
    operations,
    async run(check) {
      const findings: Observation[] = [];
      const withEvidence = evidenceFrom(context.files);
      try {
        for await (const observation of check.run(context)) {
          const rule = check.rules.find(({ code }) => code === observation.code);
          if (!rule) throw new Error(`${observation.code} is not among the rules of ${check.name}`);
          const { evidence, evidenceColumn } = await withEvidence(toFinding(observation, rule));
          findings.push({ ...observation, ...(evidence && { evidence }), ...(evidenceColumn && { evidenceColumn }) });
        }
      } catch (error) {
        if (error instanceof SkippedCheck) return { findings, skipped: error.message };
        throw error;
      }
      return { findings, skipped: undefined };
    },
    async [Symbol.asyncDispose]() {
      await isolation.close?.();
      await folder.cleanup();
    },
  };
}

/** The files of a folder, but for what is installed in it. */
export async function contentsOf(folder: string): Promise<Contents> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').includes('node_modules'));
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))])));
}
