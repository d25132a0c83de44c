import Type from 'typebox';
import type { Mode, Published } from '../../kernel/check.ts';
import { filesDigest } from '../../kernel/digest.ts';
import { guard } from '../../kernel/guard.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import type { EntryStore } from './entry-store.ts';
import { RunMemory } from './run-memory.ts';

/** What the results of a run depend on. */
interface CacheSubject {
  projectType: string;
  ruleset: string | undefined;
  mode: Mode;
  packageName: string;
  published: Published | undefined;
  files: ProjectFiles;
  /** Names of the kits that are installed. */
  kits: readonly string[];
}

const recordedRun = guard(
  Type.Object({
    run: Type.Unknown(),
    /** When it expires: Unix time in milliseconds; never when absent. */
    until: Type.Optional(Type.Number()),
  }),
);

/** Results of earlier runs on this machine. */
export class ResultsCache {
  readonly #store: EntryStore;
  readonly #identity: string;
  #opened: { digest: string; memory: RunMemory } | undefined;

  /** @param identity changes whenever results may change for the same project */
  constructor(store: EntryStore, identity: string) {
    this.#store = store;
    this.#identity = identity;
  }

  /** Opens the cache for a run. Reads all files of the project. */
  async open({ files, packageName, ...rest }: CacheSubject): Promise<RunMemory> {
    const { projectType, ruleset, mode, published, kits } = rest;
    const common = [this.#identity, projectType, ruleset, mode, published, kits];
    const digest = await filesDigest(files);
    const memory = new RunMemory(this.#store, {
      project: JSON.stringify([...common, digest]),
      subject: JSON.stringify([...common, packageName]),
    });
    this.#opened = { digest, memory };
    return memory;
  }

  /** Records what the run did, if all of its checks came from the cache. @param name covers all of its options */
  async record(name: string, run: unknown): Promise<void> {
    const { digest, memory } = this.#opened ?? {};
    if (digest === undefined || !memory?.replayed) return;
    const { until } = memory.replayed;
    // Without it, the next run replays its checks again.
    await this.#store.write(this.#runKey(name, digest), { run, until }).catch(() => {});
  }

  /** What a run recorded with the same files. Reads all of them. */
  async recorded(name: string, files: ProjectFiles): Promise<unknown> {
    const entry = this.#store.read(this.#runKey(name, await filesDigest(files)));
    return recordedRun.is(entry) && (entry.until ?? Number.POSITIVE_INFINITY) > Date.now() ? entry.run : undefined;
  }

  #runKey(name: string, digest: string): string {
    return JSON.stringify(['run', this.#identity, name, digest]);
  }
}
