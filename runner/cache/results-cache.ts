import type { Mode, Published } from '../../kernel/check.ts';
import { filesDigest } from '../../kernel/digest.ts';
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

/** Results of earlier runs on this machine. */
export class ResultsCache {
  readonly #store: EntryStore;
  readonly #identity: string;

  /** @param identity changes whenever results may change for the same project */
  constructor(store: EntryStore, identity: string) {
    this.#store = store;
    this.#identity = identity;
  }

  /** Opens the cache for a run. Reads all files of the project. */
  async open({ files, packageName, ...rest }: CacheSubject): Promise<RunMemory> {
    const { projectType, ruleset, mode, published, kits } = rest;
    const common = [this.#identity, projectType, ruleset, mode, published, kits];
    return new RunMemory(this.#store, {
      project: JSON.stringify([...common, await filesDigest(files)]),
      subject: JSON.stringify([...common, packageName]),
    });
  }
}
