import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PluginReference } from '../../judge/judge-request.ts';
import type { Observation } from '../../kernel/finding.ts';
import { defineCheck, definePlugin, defineProjectType } from '../../kernel/plugin.ts';
import type { Compatibility, Operation, Shipped } from '../../kernel/result.ts';

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
  /** Operations that it ran. */
  operations?: Operation[];
  /** How it fares with releases of its host. */
  compatibility?: Compatibility;
  /** The files that users get. */
  shipped?: Shipped;
  /** The name of a gate: the check goes on when the test opens it. */
  gate?: string;
  /** The check never ends by itself. */
  forever?: boolean;
  /** It computes for ever, and lets nothing else happen. */
  spin?: boolean;
  /** It lets nothing else happen either, but needs no processor: only time can end it, on busy machines too. */
  block?: boolean;
  /** It takes memory for ever. */
  fill?: boolean;
  /** The same outside of JavaScript's heap. */
  fillOutside?: boolean;
  /** It logs which variables there are. */
  environment?: boolean;
  /** It ends its process. */
  exit?: boolean;
  /** The message of an error that is thrown aside, and its code. */
  stray?: string;
  code?: string;
}

/**
 * Gates by name: a check, in another process, waits at one; a test waits until somebody is there and opens it. They are
 * files of a folder.
 */
export class Gates {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<Gates> {
    const gates = new Gates(await mkdtemp(join(tmpdir(), 'gates-')));
    const toy = JSON.stringify(import.meta.url);
    const module = `import { toyPlugin } from ${toy};\nexport default toyPlugin(${JSON.stringify(gates.#folder)});\n`;
    await writeFile(join(gates.#folder, 'plugin.ts'), module);
    return gates;
  }

  /** A toy whose checks wait at these gates. */
  get plugin(): PluginReference {
    return { folder: this.#folder, specifier: './plugin.ts' };
  }

  /** Resolves when a check has come to the gate. */
  async arrival(name: string): Promise<void> {
    await there(join(this.#folder, `${name}.arrived`));
  }

  open(name: string): void {
    writeFileSync(join(this.#folder, `${name}.open`), '');
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true });
  }
}

async function pass(folder: string, name: string): Promise<void> {
  await writeFile(join(folder, `${name}.arrived`), '');
  await there(join(folder, `${name}.open`));
}

async function there(path: string): Promise<void> {
  while (!existsSync(path)) await delay(20);
}

/**
 * A project type that can be told what to do.
 * @param gates the folder of its gates
 */
export function toyPlugin(gates: string) {
  const check = defineCheck({
    name: 'toy',
    title: 'Does what it is told',
    modes: ['project', 'package'],
    // What goes on for ever does so until a test ends it, however busy the machine is.
    timeout: 900,
    rules: [
      { code: 'toy-fault', title: 'A fault', severity: 'error', why: 'Why', fix: 'Fix it', bad: 'bad', good: 'good' },
    ],
    async *run({ files, log, signal, operation, compatibility, shipped }) {
      const toy: Toy = JSON.parse(await files.read('toy.json'));
      for (let time = 0; time < (toy.times ?? 1); time++) for (const line of toy.log ?? []) log(line);
      if (toy.gate !== undefined) await pass(gates, toy.gate);
      if (toy.environment) log(Object.keys(process.env).join(' '));
      if (toy.stray !== undefined) {
        const error = Object.assign(new Error(toy.stray), { code: toy.code });
        setImmediate(() => {
          throw error;
        });
        await delay(60_000);
      }
      if (toy.exit) process.exit(0);
      while (toy.spin);
      while (toy.block) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      const heap: unknown[] = [];
      while (toy.fill) heap.push(new Array(1_000_000).fill(1.5));
      while (toy.fillOutside) heap.push(Buffer.alloc(2 ** 24, 1));
      if (toy.forever) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      for (let finding = 0; finding < (toy.findings ?? 0); finding++) {
        yield { code: 'toy-fault', message: `Fault ${finding}`, file: 'toy.json', line: 1, column: 1 };
      }
      for (const one of toy.operations ?? []) operation(one);
      if (toy.compatibility) compatibility(toy.compatibility);
      if (toy.shipped) shipped(toy.shipped);
      for (const observation of toy.observations ?? []) yield { ...observation, code: 'toy-fault' };
    },
  });
  return definePlugin({
    name: 'toy',
    projectTypes: [defineProjectType({ name: 'toy', title: 'Toy', include: ['toy.json'], checks: [check] })],
  });
}
