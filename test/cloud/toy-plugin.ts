import type { Observation } from '../../kernel/finding.ts';
import { defineCheck, definePlugin, defineProjectType } from '../../kernel/plugin.ts';

/**
 * What a project of the type `toy` has in its toy.json: which lines its check logs, how many errors it finds, and what it
 * waits for in between.
 */
export interface Toy {
  log?: string[];
  /** How often it logs them; once when absent. */
  times?: number;
  findings?: number;
  /** What it finds besides, word by word. */
  observations?: Omit<Observation, 'code'>[];
  /** The name of a gate: the check goes on when the test opens it. */
  gate?: string;
  /** The check never ends by itself. */
  forever?: boolean;
}

/** Gates by name: a check waits at one, a test waits until somebody is there and opens it. */
export class Gates {
  readonly #gates = new Map<string, { arrived: PromiseWithResolvers<void>; opened: PromiseWithResolvers<void> }>();

  /** Resolves when a check has come to the gate. */
  arrival(name: string): Promise<void> {
    return this.#gate(name).arrived.promise;
  }

  open(name: string): void {
    this.#gate(name).opened.resolve();
  }

  pass(name: string): Promise<void> {
    this.#gate(name).arrived.resolve();
    return this.#gate(name).opened.promise;
  }

  #gate(name: string) {
    const gate = this.#gates.get(name) ?? {
      arrived: Promise.withResolvers<void>(),
      opened: Promise.withResolvers<void>(),
    };
    this.#gates.set(name, gate);
    return gate;
  }
}

/** A project type that can be told what to do. */
export function toyPlugin(gates: Gates) {
  const check = defineCheck({
    name: 'toy',
    title: 'Does what it is told',
    modes: ['project', 'package'],
    rules: [
      { code: 'toy-fault', title: 'A fault', severity: 'error', why: 'Why', fix: 'Fix it', bad: 'bad', good: 'good' },
    ],
    async *run({ files, log, signal }) {
      const toy: Toy = JSON.parse(await files.read('toy.json'));
      for (let time = 0; time < (toy.times ?? 1); time++) for (const line of toy.log ?? []) log(line);
      if (toy.gate !== undefined) await gates.pass(toy.gate);
      if (toy.forever) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      for (let finding = 0; finding < (toy.findings ?? 0); finding++) {
        yield { code: 'toy-fault', message: `Fault ${finding}`, file: 'toy.json', line: 1, column: 1 };
      }
      for (const observation of toy.observations ?? []) yield { ...observation, code: 'toy-fault' };
    },
  });
  return definePlugin({
    name: 'toy',
    projectTypes: [defineProjectType({ name: 'toy', title: 'Toy', include: ['toy.json'], checks: [check] })],
  });
}
