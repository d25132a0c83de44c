import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Published } from '../../kernel/check.ts';
import { openCopy } from './open-copy.ts';
import { parsePackageReference } from './package-reference.ts';
import { Registry } from './registry.ts';
import { registryAddress } from './registry-address.ts';
import type { Source } from './source.ts';
import { defaultUnpackLimits, type UnpackLimits } from './unpack-limits.ts';
import { unpackTarball } from './unpack-tarball.ts';

export interface PublishedPackage {
  /** `name` or `@scope/name`, optionally with `@` and a version, range or dist-tag. */
  reference: string;
  /** Base URL of the registry; npm's configured one when absent. */
  registry?: string;
  limits?: UnpackLimits;
  /** Seconds without data from the registry; 20 when absent. */
  stallTimeout?: number;
}

/**
 * A published package. Opening it fails with INVALID_PAYLOAD if the registry does not have it or it cannot be unpacked, and
 * with RUNNER_ERROR if the registry does not respond properly.
 * @throws {ServiceError} INVALID_PACKAGE_REF, PATH_NOT_SUPPORTED
 */
export function registrySource({
  reference,
  registry,
  limits = defaultUnpackLimits,
  stallTimeout = 20,
}: PublishedPackage): Source {
  const wanted = parsePackageReference(reference);
  return {
    mode: 'package',
    name: reference,
    open: async ({ signal, log }) => {
      const from = new Registry(registryAddress(registry), stallTimeout);
      let published: Published | undefined;
      const project = await openCopy(signal, async ({ folder, scratch }) => {
        log({ level: 'info', message: `Fetching ${reference} from ${from.shown}` });
        const found = await from.find(wanted, signal);
        const tarball = join(scratch, 'package.tgz');
        const { integrity, verified } = await from.download(found, tarball, limits.totalBytes, signal);
        const ask = (path: string, either: AbortSignal) => from.ask(path, either);
        published = { name: found.name, version: found.version, integrity, registry: from.shown, ask };
        log({ level: 'info', message: `Resolved ${found.name}@${found.version}, integrity ${integrity}` });
        if (!verified) {
          const message = `The registry provides no usable integrity for ${found.name}@${found.version}: its contents are not verified`;
          log({ level: 'warn', message });
        }
        await unpackTarball({ tarball, folder, signal, limits });
        await rm(tarball);
      });
      return { ...project, published };
    },
  };
}
