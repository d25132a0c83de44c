/** What a shell shows for a process that such a signal ended: 128 + its number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Interrupting = keyof typeof exitCodes;

/**
 * Turns the first Ctrl-C, SIGTERM or SIGHUP into an abort, so that a command can end what it began. The second one ends
 * the process at once, as the system does by default. It keeps listening in between: a library that wants to end its
 * children with us ends us, too, when nobody else listens.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: number | undefined;
  #isMeant = false;

  constructor() {
    for (const name of signalNames()) process.on(name, this.#interrupt);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code that an interrupted command ends with; undefined while nothing interrupted it, or it is meant to be. */
  get exitCode(): number | undefined {
    return this.#isMeant ? undefined : this.#exitCode;
  }

  /** For a command that runs until it is interrupted: its own exit code counts. */
  mean(): void {
    this.#isMeant = true;
  }

  /** For a key press that a prompt took before it could become a signal. */
  interrupt(): void {
    this.#interrupt('SIGINT');
  }

  /** Ends the command in good order after an error that nothing caught: what it began must not be left behind. */
  fail(): void {
    this.#isMeant = false;
    this.#end(1);
  }

  [Symbol.dispose](): void {
    for (const name of signalNames()) process.off(name, this.#interrupt);
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
