import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SandboxJob, SandboxOutcome } from '../../../../kernel/sandbox.ts';
import type { Isolation } from '../../../../runner/sandbox/isolation.ts';

/** In the environment of whoever verifies, and in a file that others may read: neither may come out of a child. */
export const secret = `canary-${crypto.randomUUID()}`;

/** What attacks are told: as much as an attacker could guess at best. */
export interface Targets {
  /** Ports of loopback where someone listens. */
  tcp: number;
  udp: number;
  /** A file outside the project with the secret in it. */
  file: string;
  /** Process ids of ours. */
  parent: number;
}

/** The machine under attack: canaries that note every touch. */
export interface Ground {
  targets: Targets;
  /** Connections and datagrams that reached a canary. */
  reached(): number;
  close(): Promise<void>;
}

/** Sets up the canaries: a secret in the environment and in a file, and two listeners on loopback. */
export async function prepareGround(): Promise<Ground> {
  process.env['SERVICE_TEST_CANARY'] = secret;
  const folder = await mkdtemp(join(tmpdir(), 'canary-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'secret.txt');
  await writeFile(file, secret);
  let reached = 0;
  const tcp = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => {
    reached += 1;
  }).bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  const address = tcp.address();
  const tcpPort = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    targets: { tcp: tcpPort, udp: udp.address().port, file, parent: process.pid },
    reached: () => reached,
    async close() {
      delete process.env['SERVICE_TEST_CANARY'];
      tcp.close();
      udp.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A project of one module, `dist/attack.js`, on disk as the runner would have put it there. */
export async function writeProject(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'));
  await chmod(folder, 0o755);
  for (const [path, content] of Object.entries({ 'package.json': '{"name":"n8n-nodes-hostile"}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/**
 * Runs code of a project in a sandbox.
 * @param code a CommonJS module whose export, if it is a function, is called with the place and the targets
 */
export async function attack(
  isolation: Isolation,
  code: string,
  { files, ...job }: Partial<SandboxJob> & { files?: Record<string, string | Uint8Array> | undefined } = {},
): Promise<SandboxOutcome & { unchanged: boolean }> {
  const folder = await writeProject({ ...files, 'dist/attack.js': code });
  try {
    const before = await contents(folder);
    const outcome = await isolation.sandbox({ folder }).run({
      program: new URL('./project-code-program.js', import.meta.url),
      profile: 'untrusted',
      timeout: 20,
      input: undefined,
      ...job,
    });
    return { ...outcome, unchanged: (await contents(folder)) === before };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function contents(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(async (file) => [file.name, await readFile(join(file.parentPath, file.name), 'base64')]);
  return JSON.stringify((await Promise.all(texts)).sort());
}
