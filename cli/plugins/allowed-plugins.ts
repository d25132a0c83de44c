import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PluginCode } from '../../judge/judge-request.ts';
import { digestOf } from '../../kernel/digest.ts';
import { serviceError } from '../../kernel/errors.ts';
import { isInside } from '../../runner/source/inside.ts';
import { readRegularFile } from '../../runner/source/regular-file.ts';
import { repositoryAbove } from '../../runner/source/repository.ts';
import { configFolder, isOurs } from '../../runner/user-folders.ts';
import { writeOwnFile } from '../write-own-file.ts';

/** Bytes of the file. */
const maxBytes = 1024 * 1024;

/**
 * The plugins that the user has allowed to run, by project folder and code. Stored next to the API keys; ignored if anyone but
 * the user, including the project, can write the file.
 */
export class AllowedPlugins {
  readonly #path: string | undefined;
  readonly #project: string;

  /** @param project real path of the project folder */
  constructor(project: string, env: NodeJS.ProcessEnv) {
    const config = configFolder(env);
    const isOutside = config !== undefined && !isInside(repositoryAbove(project) ?? project, config);
    this.#path = isOutside ? join(config, 'allowed-plugins.json') : undefined;
    this.#project = project;
  }

  /** Digest of the allowed code (`digestOfCode`); undefined if there is none. */
  get digest(): string | undefined {
    const known = this.#read();
    return Object.hasOwn(known, this.#project) ? known[this.#project] : undefined;
  }

  /** @throws {ServiceError} NO_HOME_FOLDER, UNWRITABLE_PATH */
  async allow(digest: string): Promise<void> {
    if (this.#path === undefined) {
      throw serviceError('NO_HOME_FOLDER', { what: 'your permission', instead: 'pass --allow-plugins' });
    }
    const allowed = { ...this.#read(), [this.#project]: digest };
    await writeOwnFile(this.#path, `${JSON.stringify({ allowed }, null, 2)}\n`);
  }

  /** Returns nothing if the file is unreadable or untrusted. */
  #read(): Record<string, string> {
    try {
      if (this.#path === undefined || ![dirname(this.#path), this.#path].every((path) => isOurs(statSync(path))))
        return {};
      const text = String(readRegularFile(this.#path, maxBytes));
      const { allowed }: { allowed?: unknown } = JSON.parse(text);
      const entries = typeof allowed === 'object' && allowed !== null ? Object.entries(allowed) : [];
      return Object.fromEntries(entries.filter(([, digest]) => typeof digest === 'string'));
    } catch {
      return {};
    }
  }
}

/** Returns a digest of the plugins of a configuration, in order, and of their code. */
export function digestOfCode(specifiers: readonly string[], code: PluginCode): string {
  return digestOf(JSON.stringify([specifiers, code]));
}
