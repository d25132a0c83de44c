/**
 * The first module of a child that is kept: takes one order after the other from standard input, each with the files of
 * a project, calls the program, and writes an answer to its own descriptor. It never runs code of a project, and sees
 * nothing of the host but ourselves: a project's files are written to folders of this child alone, and removed again.
 */
import { chmodSync, mkdirSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxPlace, SandboxProgram } from '../../kernel/sandbox.ts';
import { takeIntrinsics } from './intrinsics.ts';
import { answerHead, type KeptOrder, niceness, orderHead, resultDescriptor, thrownMessage } from './order.ts';

/** After so many projects, or with so many bytes or seconds of processor time taken, it is not asked again. */
const most = { projects: 64, bytes: 512 * 1024 * 1024, seconds: 120 };

/** Of folders: a project is not written to, by a mistake neither. */
const modes = { readOnly: 0o555, removable: 0o755 };

let earlier = 0;
let fit = true;
let intrinsics: ReturnType<typeof takeIntrinsics> | undefined;

for (let head = read(orderHead); head.length === orderHead; head = read(orderHead)) {
  const order: KeptOrder = JSON.parse(read(head.readUInt32LE(0)).toString());
  const number = String(earlier).padStart(2, '0');
  const place: SandboxPlace = {
    // As long as the path of a project that is shown: TypeScript cuts what it says by the length of paths in it.
    project: join(order.folder, `p${number}`),
    scratch: join(order.folder, `s${number}`),
    earlier,
    retire: () => {
      fit = false;
    },
  };
  for (const path of [place.project, place.scratch]) mkdirSync(path);
  const folders = writeFiles(place.project, order.files, read(head.readUInt32LE(4)));
  for (const path of folders) chmodSync(path, modes.readOnly);
  answer(await outcome(order, place));
  for (const path of folders) chmodSync(path, modes.removable);
  for (const path of [place.project, place.scratch]) rmSync(path, { recursive: true, force: true });
  earlier += 1;
  // What compiled modules hold is freed between two turns of the event loop, which reading the next order is no part of.
  await turn();
}
async function outcome({ program, input, background, compileCache }: KeptOrder, place: SandboxPlace): Promise<string> {
  try {
    // All orders of a process have the same.
    if (earlier === 0 && background) setPriority(niceness);
    if (earlier === 0 && compileCache) enableCompileCache(compileCache.folder);
    const { default: run }: { default: SandboxProgram<unknown, unknown> } = await import(program);
    intrinsics ??= takeIntrinsics();
    return JSON.stringify({ kind: 'done', result: (await run(place, input)) ?? null });
  } catch (error) {
    fit = false;
    console.error(error);
    return JSON.stringify({ kind: 'threw', message: thrownMessage(error) });
  }
}

function answer(message: string): void {
  const bytes = Buffer.from(message);
  const head = Buffer.alloc(answerHead);
  head.writeUInt8(stays() ? 1 : 0, 0);
  head.writeUInt32LE(bytes.length, 1);
  for (const part of [head, bytes]) {
    for (let sent = 0; sent < part.length; ) sent += writeSync(resultDescriptor, part, sent);
  }
}

function stays(): boolean {
  const { user, system } = process.cpuUsage();
  const spent = (user + system) / 1_000_000;
  const young = earlier + 1 < most.projects && spent < most.seconds && process.memoryUsage.rss() < most.bytes;
  return fit && young && intrinsics?.unchanged() === true;
}

/** So many bytes; fewer at the end of all orders. */
function read(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let filled = 0; filled < count; ) {
    const more = readSync(0, bytes, filled, count - filled, null);
    if (more === 0) return bytes.subarray(0, filled);
    filled += more;
  }
  return bytes;
}

/** @returns the folders that they are in, and those above */
function writeFiles(project: string, files: KeptOrder['files'], bytes: Buffer): Set<string> {
  const folders = new Set([project]);
  let from = 0;
  for (const [path, size] of files) {
    const file = join(project, path);
    makeFolder(dirname(file), folders);
    writeFileSync(file, bytes.subarray(from, from + size), { mode: 0o444 });
    from += size;
  }
  return folders;
}

function makeFolder(path: string, made: Set<string>): void {
  if (made.has(path)) return;
  makeFolder(dirname(path), made);
  mkdirSync(path);
  made.add(path);
}
