/**
 * The process that verifies runs, one at a time: kernel, runner and checks. Reads requests from standard input, one per line,
 * and writes messages, one per line. An empty line cancels the run. See judge.ts.
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../kernel/errors.ts';
import type { TimedEvent } from '../kernel/events.ts';
import type { RunInfo } from '../kernel/hooks.ts';
import { hasVerdict } from '../kernel/result.ts';
import { isMachineError } from '../runner/machine-error.ts';
import { runningCheck } from '../runner/run-check.ts';
import { AheadPrograms } from '../runner/sandbox/ahead-programs.ts';
import type { Isolation } from '../runner/sandbox/isolation.ts';
import type { Source } from '../runner/source/source.ts';
import { verify } from '../runner/verify.ts';
import { boundReport, boundVerification } from './bound-verification.ts';
import type { JudgeMessage } from './judge-message.ts';
import { type JudgedSource, type JudgeRequest, judgeDescriptors } from './judge-request.ts';

// This thread kills the process group when the parent exits, even if a check blocks the event loop: it waits for the end of a
// pipe from the parent. Its code is a string, because a module takes twice as long to start.
new Worker(
  `try { require('node:fs').readSync(${judgeDescriptors.parent}, Buffer.alloc(1)); } catch {}
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');`,
  { eval: true },
).unref();
// Until here, the kernel sends this when the parent ends; see judge-process.ts. From here on, the thread kills the children too.
process.on('SIGTERM', () => {});
process.on('uncaughtException', crash);
// Only plugins call it. It would wait for the thread, which waits for the parent.
process.on('exit', (code) => {
  const check = runningCheck();
  crash(new Error(`${check === undefined ? 'a plugin' : `check "${check}"`} called process.exit(${code})`));
});

function crash(error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  send({
    type: 'fault',
    message: reasonOf(error),
    machine: isMachineError(error),
    ...(stack !== undefined && { stack }),
  });
  // Immediately, so that locks of temporary folders remain: the parent uses them for cleanup.
  process.kill(process.pid, 'SIGKILL');
}

// Loaded before the request arrives.
const builtin = import('../plugins/builtin.ts');
let running: AbortController | undefined;
const ahead = new AheadPrograms();
readLines((line) => {
  if (line === '') return running?.abort();
  running = new AbortController();
  void judge(JSON.parse(line), running.signal);
});

async function judge(request: JudgeRequest, signal: AbortSignal): Promise<void> {
  let isolation: Promise<Isolation> | undefined;
  const isolated = (log: RunInfo['log']) => {
    isolation ??= isolate(request, log);
    return isolation;
  };
  const cache = request.cache ? (await import('./open-cache.ts')).openCache(request) : undefined;
  const sent: JudgeMessage[] = [];
  const tell = (message: JudgeMessage) => {
    if (request.recordAs !== undefined) sent.push(message);
    send(message);
  };
  const log = (message: string) => tell({ type: 'log', level: 'error', message, time: new Date().toISOString() });
  const verification = await verify(await sourceOf(request.source), {
    kernel: await kernelOf(request),
    projectType: request.projectType,
    timeout: request.timeout,
    ignore: request.ignore,
    ahead: request.changed && ahead,
    // What plugins do with a finding they do once.
    changed: request.plugins.length > 0 ? undefined : request.changed,
    signal,
    ...(cache !== undefined && { cache }),
    packages: request.packages ?? {},
    kits: request.kits?.map(({ name, lock }) => ({ name, lock: new URL(lock) })),
    onEvent: request.bounded ? (event) => tell(bounded(event)) : tell,
    onCrash: process.env['SERVICE_DEBUG'] ? (error) => stackOf(error).forEach(log) : undefined,
    prepare: isolated,
    sandbox: async (project, log) => (await isolated(log)).sandbox(project),
  });
  tell({ type: 'result', verification: request.bounded ? boundVerification(verification) : verification });
  if (request.recordAs !== undefined && typeof cache === 'object' && hasVerdict(verification))
    await cache.record(request.recordAs, sent);
  const used = await isolation?.catch(() => undefined);
  if (request.changed && used) ahead.start(used);
  await used?.close?.();
  flushCompileCache();
  send({ type: 'closed' });
}

/** A log entry is one line. */
function stackOf(error: unknown): string[] {
  return error instanceof Error ? (error.stack ?? '').split('\n') : [];
}

function bounded(event: TimedEvent): TimedEvent {
  return event.type === 'check-end' ? { ...event, report: boundReport(event.report) } : event;
}

/** Writes synchronously, so that the message is sent whatever happens next. */
function send(message: JudgeMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(judgeDescriptors.messages, bytes, sent);
}

/** Calls back with each line of standard input. */
function readLines(onLine: (line: string) => void): void {
  let chunks: Buffer[] = [];
  process.stdin.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      const line = Buffer.concat([...chunks, chunk.subarray(from, end)]).toString();
      chunks = [];
      from = end + 1;
      onLine(line);
    }
    chunks.push(chunk.subarray(from));
  });
}

async function kernelOf({ plugins, pluginsNotRun = [], projectType, rules, ruleset }: JudgeRequest) {
  const { builtinKernel } = await builtin;
  const added = [];
  if (plugins.length > 0) {
    const { importPlugin } = await import('./import-plugin.ts');
    for (const reference of plugins) added.push(await importPlugin(reference));
  }
  if (pluginsNotRun.length > 0)
    added.push((await import('./plugins-not-run.ts')).pluginsNotRun(pluginsNotRun, projectType));
  if (rules && Object.keys(rules).length > 0) {
    const { severityOverrides } = await import('./severity-overrides.ts');
    added.push(severityOverrides(rules));
  }
  return builtinKernel(added, { ruleset });
}

async function sourceOf(source: JudgedSource): Promise<Source> {
  switch (source.from) {
    case 'folder': {
      const { folderSource } = await import('../runner/source/folder-source.ts');
      const { folder, files, note, replaced } = source;
      return folderSource({ folder, files, sent: { note }, replaced });
    }
    case 'upload': {
      const { uploadSource } = await import('../runner/source/upload-source.ts');
      return uploadSource(source);
    }
    case 'registry': {
      const { registrySource } = await import('../runner/source/registry-source.ts');
      return registrySource(source);
    }
  }
}

/** Called only if a run needs a child process. */
async function isolate({ isolation: known, users }: JudgeRequest, log: RunInfo['log']): Promise<Isolation> {
  const { chooseIsolation, isolationAs } = await import('../runner/sandbox/isolation.ts');
  if (users) (await import('../runner/sandbox/user-slots.ts')).useSlots(users);
  if (known) return isolationAs(known);
  const { removeStaleFolders } = await import('../runner/remove-stale-folders.ts');
  const [isolation] = await Promise.all([chooseIsolation(), removeStaleFolders()]);
  if (isolation.note !== undefined) log({ level: 'warn', message: isolation.note });
  return isolation;
}
