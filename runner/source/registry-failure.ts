import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { nearbyVersions } from './nearby-versions.ts';
import type { PackageReference } from './package-reference.ts';
import { Quiet } from './patience.ts';
import { TooLarge } from './read-capped.ts';
import { foreignHost } from './registry-access.ts';

export interface FailedFetch {
  reference: PackageReference;
  /** The registry as it may be shown. */
  registry: string;
  /** What was fetched. */
  part: 'metadata' | 'tarball';
}

/**
 * Why a package could not be fetched, as an error of the catalogue: INVALID_PAYLOAD where the registry does not have
 * what was asked for, RUNNER_ERROR where it could not say. Only words of our own and codes are in it, never a URL with
 * credentials, a host path or text that the registry made up.
 */
export function registryFailure(error: unknown, { reference, registry, part }: FailedFetch): ServiceError {
  if (error instanceof ServiceError) return error;
  const { name, wanted } = reference;
  const absent = (reason: string) => serviceError('INVALID_PAYLOAD', { reason }, { cause: error });
  const broken = (reason: string) =>
    serviceError('RUNNER_ERROR', { reason: `The npm registry ${registry} ${reason}` }, { cause: error });

  if (error instanceof Quiet) return broken(`did not answer for ${error.seconds} s`);
  const code = fieldOf(error, 'code');
  if (code === foreignHost)
    return absent(
      `The npm registry ${registry} redirects to another host, which is not asked; SERVICE_REGISTRY_ORIGINS can allow it`,
    );
  if (error instanceof TooLarge)
    return broken(`sent more than the limit of ${error.limit} bytes as the ${part} of ${name}`);
  const asked = `${name}@${wanted}`;
  if (code === 'E404') {
    return part === 'metadata'
      ? absent(`The npm registry ${registry} has no package ${name}`)
      : absent(`The npm registry ${registry} lists ${asked} but does not have its tarball`);
  }
  if (code === 'ETARGET' || code === 'ENOVERSIONS') {
    const versions = textsOf(fieldOf(error, 'versions'));
    const tags = Object.keys(Object(fieldOf(error, 'distTags')));
    const what = { tag: `tag "${wanted}"`, version: `version ${wanted}`, range: `version that satisfies ${wanted}` };
    return absent(`The package ${name} has no ${what[reference.kind]}: ${nearbyVersions(wanted, versions, tags)}`);
  }
  if (code === 'E401' || code === 'E403') return broken(`refuses access to ${asked} (HTTP ${code.slice(1)})`);
  if (typeof code === 'string' && /^E\d{3}$/.test(code)) return broken(`answered with HTTP ${code.slice(1)}`);
  if (code === 'EJSONPARSE') return broken('answered with something that is not JSON');
  const reason = typeof code === 'string' ? (unreachable[code] ?? code) : 'its answer could not be understood';
  return broken(`could not serve ${asked}: ${reason}`);
}

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ECONNRESET: 'the connection broke off (ECONNRESET)',
  EPIPE: 'the connection broke off (EPIPE)',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection broke off',
  ENOTFOUND: 'its name is not known (ENOTFOUND)',
  EAI_AGAIN: 'its name could not be looked up (EAI_AGAIN)',
  ETIMEDOUT: 'the connection timed out (ETIMEDOUT)',
  ENOSPC: 'the disk of this machine is full (ENOSPC)',
};

function fieldOf(error: unknown, field: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
