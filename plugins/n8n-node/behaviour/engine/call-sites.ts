import { AsyncLocalStorage } from 'node:async_hooks';
import { most } from '../trace/trace-limits.ts';

/** Remembers which code of a package reads parameters and sends requests in a run. */
export class CallSites {
  readonly #framesOf: (error: Error) => string;
  readonly #sending = new AsyncLocalStorage<Error>();
  #isOn = false;
  #reads = new Map<string, Error>();
  #stacks: string[] = [];

  /** @param framesOf the frames in the stack of an error that are code of the package, a line each */
  constructor(framesOf: (error: Error) => string) {
    this.#framesOf = framesOf;
  }

  /** Begins with another run. @param isOn whether its code is of interest, because stacks take time */
  restart(isOn: boolean): void {
    this.#isOn = isOn;
    this.#reads = new Map();
    this.#stacks = [];
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

  /** The number of a stack in `stacks`, if code of the package is in it. */
  siteOf(error: Error | undefined): { site?: number } {
    const frames = error ? this.#framesOf(error) : '';
    if (frames === '') return {};
    const known = this.#stacks.indexOf(frames);
    if (known >= 0) return { site: known };
    return this.#stacks.length < most.sites ? { site: this.#stacks.push(frames) - 1 } : {};
  }

  /** The stacks that have numbers. */
  get stacks(): string[] {
    return this.#stacks;
  }

  /** The parameters that were read, and the numbers of the stacks of the code that did so first. */
  get reads(): { name: string; site: number }[] {
    const all = [...this.#reads].flatMap(([name, reader]) => {
      const { site } = this.siteOf(reader);
      return site === undefined || name.length > most.name ? [] : [{ name, site }];
    });
    return all.slice(0, most.sites);
  }
}
