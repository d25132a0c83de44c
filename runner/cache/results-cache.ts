import type { Mode, Published } from '../../kernel/check.ts';
import { filesDigest } from '../../kernel/digest.ts';
import type { ProjectFiles } from '../../kernel/project-files.ts';
import type { EntryStore } from './entry-store.ts';

import { RunMemory } from './run-memory.ts';

/** What is verified, as the checks see it. */
export interface Remembered {
  projectType: string;
  ruleset: string | undefined;
  mode: Mode;
  packageName: string;
  published: Published | undefined;
  files: ProjectFiles;
}

/** What runs on this machine leave for later ones. */
export class ResultsCache {
  readonly #store: EntryStore;
  readonly #identity: string;

  /** @param identity differs whenever the same project might be judged otherwise */
  constructor(store: EntryStore, identity: string) {
    this.#store = store;
    this.#identity = identity;
  }

  /** The memory of a run. Reads all files of the project. */
  async open({ files, packageName, ...what }: Remembered): Promise<RunMemory> {
    const { projectType, ruleset, mode, published } = what;
    const kind = [this.#identity, projectType, ruleset, mode, published];
    return new RunMemory(this.#store, {
      project: JSON.stringify([...kind, await filesDigest(files)]),
      subject: JSON.stringify([...kind, packageName]),
    });
  }
}
