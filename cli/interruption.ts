/** Exit codes of shells for terminated processes: 128 + signal number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Interrupting = keyof typeof exitCodes;

/**
 * Turns the first Ctrl-C, SIGTERM or SIGHUP into an abort, so that a command can clean up. The second one ends the process
 * immediately. The listener stays in between, because libraries that kill their children on a signal would otherwise end this
 * process too.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: number | undefined;
  #isExpected = false;

  constructor() {
    this.resume();
  }

  /** Lets signals end the process at once, while it runs code that may never let it take them. */
  pause(): void {
    for (const name of signalNames()) process.off(name, this.#interrupt);
  }

  /** Takes signals again. */
  resume(): void {
    for (const name of signalNames()) process.on(name, this.#interrupt);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Exit code after an interruption; undefined without one, or if the command expects it. */
  get exitCode(): number | undefined {
    return this.#isExpected ? undefined : this.#exitCode;
  }

  /** Call this for a command that runs until it is interrupted: it returns its own exit code. */
  expect(): void {
    this.#isExpected = true;
  }

  /** Call this if a prompt handles Ctrl-C as a key press. */
  interrupt(): void {
    this.#interrupt('SIGINT');
  }

  /** Aborts the command after an uncaught error, so that it cleans up. */
  fail(): void {
    this.#isExpected = false;
    this.#end(1);
  }

  [Symbol.dispose](): void {
    this.pause();
  }

  #interrupt = (name: NodeJS.Signals): void => {
    if (this.signal.aborted) {
      this[Symbol.dispose]();
      process.kill(process.pid, name);
      return;
    }
    this.#end(isInterrupting(name) ? exitCodes[name] : exitCodes.SIGINT);
  };

  #end(exitCode: number): void {
    this.#exitCode ??= exitCode;
    this.#controller.abort();
  }
}

function signalNames(): Interrupting[] {
  return ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

function isInterrupting(name: string): name is Interrupting {
  return name in exitCodes;
}
