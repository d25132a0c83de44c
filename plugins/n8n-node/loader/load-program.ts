import { getCompileCacheDir } from 'node:module';
import type { SandboxFolders, SandboxProgram } from '../../../kernel/sandbox.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { type Stopwatch, stopwatch } from '../../../kernel/stopwatch.ts';
import { kitOf } from '../n8n/kit-folder.ts';
import { startWatchedThread, threadFailure } from '../sandbox/watched-thread.ts';
import type { LoadInput, ThreadInput } from './load-input.ts';
import { type LoadOutput, loopBlocked, type PackedLoadOutput } from './load-output.ts';
import { packOutput } from './pack-output.ts';
import { answers, beats, newMemory, places, type ThreadMemory, type ThreadReport, viewOf } from './thread-memory.ts';

/** Milliseconds beyond all limits for a thread to start and to write its report. */
const grace = 8000;
/** Milliseconds between two requests, in which callbacks of the package run. */
const pause = 5;
/** Milliseconds between checks of the clock. */
const step = 200;

/**
 * Supervises the loading of a package, whose code runs in a thread without access to this one. Decides only by the clock
 * and by memory that only our first module of that thread can access.
 */
const loadProgram: SandboxProgram<LoadInput, PackedLoadOutput> = async (place: SandboxFolders, input) => {
  const { project } = place;
  if (input.declared.length === 0) return packOutput({ files: [], standIns: [] });
  // Node's permission model lets a thread read the working directory of its process.
  process.chdir(project);
  const memory = newMemory();
  const view = viewOf(memory);
  const given: ThreadInput = { memory, project, kit: kitOf(place), input, compileCache: getCompileCacheDir() };
  const thread = startWatchedThread(siblingModule(import.meta.url, 'load-worker'), given);
  const gone = new Promise<never>((_, reject) => {
    thread.once('error', (error) => reject(new Error(`worker thread failed: ${threadFailure(error)}`)));
    thread.once('exit', (code) => reject(new Error(`worker thread exited with code ${code}`)));
  });
  gone.catch(() => {});
  const { all, turn, computed } = input.limits;
  const stuck = (n8n: string, watch: Stopwatch): PackedLoadOutput => ({
    packed: '',
    stuck: { n8n, starved: watch.processor() < computed },
  });
  try {
    const loading = stopwatch();
    const whole = { wall: all + grace, processor: all + grace };
    const length = await Promise.race([changed(view, places.report, loading, whole), gone]);
    if (length === undefined) return stuck('loading does not finish', loading);
    const { output, descriptions } = reportIn(view, length);
    for (let beat = 0; beat < beats; beat++) {
      Atomics.store(view.state, places.ask + beat, 1);
      Atomics.notify(view.state, places.ask + beat);
      const waiting = stopwatch();
      const limit = { wall: turn, processor: computed };
      const answer = await Promise.race([changed(view, places.answer + beat, waiting, limit), gone]);
      if (answer === undefined) return stuck(loopBlocked, waiting);
      if (answer === answers.changed) tellTampering(output);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return packOutput(output, descriptions);
  } finally {
    await thread.terminate();
  }
};
export default loadProgram;

/** Waits until a value in the memory is not zero; undefined on timeout. */
async function changed(
  { state }: ThreadMemory,
  place: number,
  watch: Stopwatch,
  limit: { wall: number; processor: number },
): Promise<number | undefined> {
  for (;;) {
    await Atomics.waitAsync(state, place, 0, step).value;
    const value = Atomics.load(state, place);
    if (value !== 0) return value;
    if (watch.isPast(limit)) return undefined;
  }
}

/**
 * Reads the report of the thread. Descriptions stay bytes, because this process lacks the memory to parse them.
 * @throws {Error} when it is invalid
 */
function reportIn(
  { state, bytes }: ThreadMemory,
  length: number,
): { output: LoadOutput; descriptions: readonly Uint8Array[] } {
  if (length < 0) throw new Error('its output is too large');
  const end = Atomics.load(state, places.described);
  const report: unknown = JSON.parse(Buffer.from(bytes.slice(end, end + length)).toString('utf8'));
  if (!isReport(report)) throw new Error('its output is invalid');
  return {
    output: report.output,
    descriptions: report.described.map((place) => bytes.subarray(place.start, place.end)),
  };
}

/** Checks only what is used here; the parent validates everything. */
function isReport(value: unknown): value is ThreadReport {
  const { output, described } = Object(value);
  const { files, standIns } = Object(output);
  return [files, standIns, described].every(Array.isArray) && [...files, ...described].every(isObject);
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** A callback may belong to any of the files. */
function tellTampering({ files }: LoadOutput): void {
  const [first] = files;
  const tampering = {
    kind: 'engine' as const,
    what: 'built-in objects modified after the package was loaded',
    place: '',
  };
  if (first) first.sideEffects = [...(first.sideEffects ?? []), tampering].slice(-50);
}
