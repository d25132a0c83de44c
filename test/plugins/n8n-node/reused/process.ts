import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { dir } from 'tmp-promise';
import type { Contents } from '../project-on-disk.ts';

export interface Order {
  program: string;
  input: unknown;
  /** Where the folders of projects go. */
  folder: string;
  contents: readonly (readonly [path: string, text: string | Uint8Array])[];
  /** Whether this process may see several projects. */
  numbered: boolean;
}

/** What a program gave, as JSON, or how it failed. */
export interface Answer {
  result?: string;
  threw?: string;
  /** Set when the process ended over it. */
  ended?: boolean;
  /** Whether the program asked for the process to be retired. */
  retired: boolean;
  /** Whether the language was afterwards what it was. */
  unchanged: boolean;
}

/** A process that runs one program over any number of projects, each in folders of another name, which are gone then. */
export class ReusedProcess implements AsyncDisposable {
  readonly #program: URL;
  readonly #numbered: boolean;
  #child: ChildProcess | undefined;

  /** @param numbered false for a process that sees a single project */
  constructor(program: URL, { numbered }: { numbered: boolean }) {
    this.#program = program;
    this.#numbered = numbered;
  }

  async run(contents: Contents, input: unknown): Promise<Answer> {
    await using folder = await temporaryFolder();
    const main = fileURLToPath(new URL('./process-main.ts', import.meta.url));
    const child =
      this.#child ??
      fork(main, {
        execArgv: ['--max-old-space-size=1024'],
        serialization: 'advanced',
        // Nothing that a program prints is of interest.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const ended = () => {
      this.#child = undefined;
      resolve({ ended: true, retired: true, unchanged: true });
    };
    child.once('exit', ended);
    child.once('message', resolve);
    const order: Order = {
      program: this.#program.href,
      input,
      folder: folder.path,
      contents: Object.entries(contents),
      numbered: this.#numbered,
    };
    child.send(order);
    const answer = await promise;
    child.off('exit', ended);
    child.off('message', resolve);
    return answer;
  }

  async [Symbol.asyncDispose]() {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    child.kill();
    await promise;
  }
}

/** What a program gives in a process of its own. */
export async function runAlone(program: URL, contents: Contents, input: unknown): Promise<Answer> {
  await using process = new ReusedProcess(program, { numbered: false });
  return await process.run(contents, input);
}

/**
 * A folder that is gone when it is left. Its name has no capital letters: some of n8n's rules let a whole path off for
 * words such as "Aws" and "S3" in it.
 */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const { path, cleanup } = await dir({ name: `service-test-${randomUUID()}`, unsafeCleanup: true });
  return { path, [Symbol.asyncDispose]: cleanup };
}
