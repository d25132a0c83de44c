import { answerHead, orderHead, resultDescriptor } from './order.ts';
import { type ChildEnd, firstToCome, printedBy, type Unread, type WrittenRun } from './run-child.ts';
import { type Command, type StartedChild, startChild } from './started-child.ts';

/** A run of a child that is kept: with the order come the files of the project, one after the other. */
export interface KeptRun extends WrittenRun {
  files: Uint8Array;
}

/** A child that is asked again and again; see kept-bootstrap-program.ts. Its program runs nothing of a project. */
export class KeptChild {
  readonly #child: StartedChild;
  readonly #printed: ReturnType<typeof printedBy>;
  #answer = new Answer(0);

  private constructor(child: StartedChild) {
    this.#child = child;
    this.#printed = printedBy(child);
    const results = child.descriptor(resultDescriptor);
    results.on('data', (chunk: Buffer) => this.#answer.push(chunk));
    results.on('error', () => {});
  }

  /** @throws {Error} when it can't be started */
  static async start(command: Command): Promise<KeptChild> {
    return new KeptChild(await startChild(command));
  }

  /** One order at a time. Without `stays` in what comes of it, all its processes are gone. */
  async ask({ order, files, resultLimit, ...run }: KeptRun): Promise<ChildEnd> {
    const { tail, tooMuch } = this.#printed;
    tail.clear();
    const answer = new Answer(resultLimit);
    this.#answer = answer;
    const head = Buffer.alloc(orderHead);
    head.writeUInt32LE(order.length, 0);
    head.writeUInt32LE(files.length, 4);
    for (const bytes of [head, order, files]) this.#child.write(bytes);
    let end: Unread | undefined;
    const isKept = () => end?.kind === 'message' && answer.stays;
    try {
      end = await firstToCome(this.#child, run, [answer.whole, tooMuch]);
    } finally {
      // Not held while nobody asks.
      this.#answer = new Answer(0);
      if (!isKept()) await this.end();
    }
    return { ...end, output: tail.toString(), stays: isKept() };
  }

  /** Kills all its processes; settles when they are gone. */
  async end(): Promise<void> {
    await this.#child.kill();
  }
}

/** An answer, as it comes in. */
class Answer {
  readonly whole: Promise<Unread>;
  readonly #limit: number;
  readonly #resolve: (end: Unread) => void;
  #bytes: Buffer[] = [];
  #size = 0;
  stays = false;

  constructor(limit: number) {
    this.#limit = limit;
    const { promise, resolve } = Promise.withResolvers<Unread>();
    this.whole = promise;
    this.#resolve = resolve;
  }

  push(chunk: Buffer): void {
    this.#bytes.push(chunk);
    this.#size += chunk.length;
    if (this.#size < answerHead) return;
    const first = this.#bytes[0];
    if (first === undefined || first.length < answerHead) this.#bytes = [Buffer.concat(this.#bytes)];
    const size = this.#bytes[0]?.readUInt32LE(1) ?? 0;
    if (size > this.#limit) this.#resolve({ kind: 'ended', reason: `its result is over ${this.#limit} bytes` });
    else if (this.#size === answerHead + size) this.#finish();
  }

  #finish(): void {
    const all = Buffer.concat(this.#bytes);
    this.stays = all[0] === 1;
    this.#resolve({ kind: 'message', bytes: all.subarray(answerHead) });
  }
}
