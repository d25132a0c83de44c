import { AsyncLocalStorage } from 'node:async_hooks';

/** Remembers which code of a node reads parameters and sends requests, while it is on. */
export class CallSites {
  #isOn = false;
  #reads = new Map<string, Error>();
  readonly #sending = new AsyncLocalStorage<Error>();

  /** Begins with another run. @param isOn whether the code is of interest, because stacks take time */
  restart(isOn: boolean): void {
    this.#isOn = isOn;
    this.#reads = new Map();
  }

  /** A parameter is being read; the first time counts. */
  note(parameter: string): void {
    if (this.#isOn && !this.#reads.has(parameter)) this.#reads.set(parameter, new Error());
  }

  /** Calls the function of n8n that sends a request, for code that is on the stack. */
  sending<T>(send: () => T): T {
    const isOfNode = this.#isOn && this.#sending.getStore() === undefined;
    return isOfNode ? this.#sending.run(new Error(), send) : send();
  }

  /** Of the request that is being sent: its stack is that of the code. */
  get sender(): Error | undefined {
    return this.#isOn ? this.#sending.getStore() : undefined;
  }

  /** Parameters by name; the stacks are those of the code that read them first. */
  get reads(): ReadonlyMap<string, Error> {
    return this.#reads;
  }
}
