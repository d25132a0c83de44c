import { once } from 'node:events';
import npa from 'npm-package-arg';
import pacote from 'pacote';
import { Parser } from 'tar';
import { reasonOf } from '../../../../kernel/index.ts';

/** A problem that the user can solve. The message says what is wrong and what to do. */
export class UpgradeError extends Error {}

/** The registry does not have it. */
export class MissingError extends UpgradeError {}

/** A version of a package. */
interface Published {
  version: string;
  dependencies: Readonly<Record<string, string>>;
}

/** Bytes of all files to read from one tarball. */
const maxFileBytes = 128 * 1024 * 1024;

/** Reads packages from an npm registry. Runs no scripts and keeps nothing but npm's cache. */
export class Registry {
  readonly #address: string;
  readonly #options: pacote.Options;

  /**
   * @param address base URL
   * @param cache folder of npm's cache; npm's own when absent
   */
  constructor(address: string, cache?: string) {
    this.#address = address;
    this.#options = {
      registry: address,
      packumentCache: new Map(),
      preferOnline: true,
      fetchRetries: 1,
      fetchRetryMintimeout: 1000,
      ...(cache !== undefined && { cache }),
    };
  }

  /**
   * Returns the version that npm would install.
   * @param wanted version, range or tag
   * @param shown its name in errors
   * @throws {UpgradeError} when it does not exist, or the registry does not respond
   */
  async published(name: string, wanted: string, shown = wanted): Promise<Published> {
    if (!isOfRegistry(name, wanted))
      throw new UpgradeError(`"${wanted}" is not a version of ${name}. Use a version such as 2.41.3, or latest.`);
    const { version, dependencies = {} } = await this.#answer(name, shown, () =>
      pacote.manifest(`${name}@${wanted}`, this.#options),
    );
    return { version, dependencies };
  }

  /**
   * Returns a version or, because mirrors lack some, the last one before it in the same minor version.
   * @throws {UpgradeError} as `published` does
   */
  nearest(name: string, version: string): Promise<Published> {
    return this.published(name, nearestTo(version), version);
  }

  /**
   * Reads files of a package.
   * @param version exact
   * @param wanted filters by the path relative to the package
   * @returns the texts by path
   * @throws {UpgradeError} when the registry does not have the version, or does not respond
   */
  async files(name: string, version: string, wanted: (path: string) => boolean): Promise<ReadonlyMap<string, string>> {
    const files = await this.#answer(name, version, () => readPackage(`${name}@${version}`, wanted, this.#options));
    return new Map(Array.from(files, ([path, content]) => [path, content.toString()]));
  }

  async #answer<T>(name: string, wanted: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      if (code === 'ETARGET' || code === 'E404')
        throw new MissingError(
          `${this.#address} has no ${name}@${wanted}. Run \`npm view ${name} versions\` to see which versions it has.`,
        );
      throw new UpgradeError(
        `${this.#address} did not send ${name}@${wanted}: ${reasonOf(error)}. Check the network and \`npm config get registry\`, then run the command again.`,
      );
    }
  }
}

/** The range from the first patch of a minor version to this version. */
export function nearestTo(version: string): string {
  return `>=${version.replace(/^(\d+\.\d+)\..*$/, '$1.0')} <=${version}`;
}

function isOfRegistry(name: string, wanted: string): boolean {
  try {
    return npa.resolve(name, wanted).registry === true;
  } catch {
    return false;
  }
}

/**
 * Reads files of a package, without unpacking it to a disk.
 * @param wanted filters by the path relative to the package
 * @returns the contents by path
 * @throws {Error} when the files have more bytes than `maxFileBytes`, and what pacote throws
 */
export function readPackage(
  reference: string,
  wanted: (path: string) => boolean,
  options?: pacote.Options,
): Promise<Map<string, Buffer>> {
  return pacote.tarball.stream(
    reference,
    async (tarball) => {
      const files: Promise<[string, Buffer]>[] = [];
      let bytes = 0;
      const parser = new Parser({
        strict: true,
        filter: (path) => wanted(below(path)),
        onReadEntry(entry) {
          bytes += entry.size;
          if (bytes > maxFileBytes) parser.abort(new Error(`its files have more than ${maxFileBytes} bytes`));
          files.push(entry.concat().then((content) => [below(entry.path), content]));
        },
      });
      const feed = async () => {
        for await (const chunk of tarball) parser.write(chunk);
        parser.end();
      };
      await Promise.all([once(parser, 'end'), feed()]);
      return new Map(await Promise.all(files));
    },
    options,
  );
}

const below = (path: string) => path.slice(path.indexOf('/') + 1);
