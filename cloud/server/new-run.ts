import type { FastifyRequest } from 'fastify';
import { errorCatalogue, reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import { withoutCredentials } from '../../kernel/git-state.ts';
import type { Kernel } from '../../kernel/plugin.ts';
import { isRecord } from '../../kernel/record.ts';
import { checkUpload, fileCountFault, type UploadFault, type UploadLimits } from '../../runner/source/check-upload.ts';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import { HttpError } from '../http-error.ts';
import type { NewRun } from '../store/queue-run.ts';
import { invalidRequest } from './problem.ts';
import type { RunRequest } from './schemas.ts';

/** Seconds. */
const defaultTimeout = 300;

/** What a server verifies. */
interface NewRunRules {
  kernel: Kernel;
  limits: UploadLimits;
  /** Names of its plugins and of their packages. */
  pluginNames: ReadonlySet<string>;
}

/**
 * Validates a create-run request, beyond its schema.
 * @throws {HttpError} INVALID_PAYLOAD, PAYLOAD_TOO_LARGE, NOT_IMPLEMENTED, PLUGIN_UNAVAILABLE
 */
export function toNewRun(body: RunRequest, { kernel, limits, pluginNames }: NewRunRules): NewRun {
  const { plugins = [], timeout = defaultTimeout, gitRemote, ...fields } = body;
  // Reports and links that are shared show it.
  const remote = withoutCredentials(gitRemote ?? '');
  const { projectType, files, packageRef } = fields;
  assertPlugins(plugins, pluginNames);
  const type = kernel.projectTypes.get(projectType);
  if (!type) {
    const known = [...kernel.projectTypes.keys()].join(', ');
    throw invalidRequest([{ pointer: '#/projectType', detail: `unknown project type; known types: ${known}` }]);
  }
  if ((files === undefined) === (packageRef === undefined)) {
    throw invalidRequest([{ pointer: '#', detail: 'must have either files or packageRef, not both' }]);
  }
  if (packageRef !== undefined) assertReference(packageRef, '#/packageRef');
  if (packageRef !== undefined && fields.againstPublished)
    throw invalidRequest([{ pointer: '#/againstPublished', detail: 'requires files' }]);
  if (files) assertFiles(files, limits);
  if (type.reserved !== undefined) {
    throw new HttpError(serviceError('NOT_IMPLEMENTED', { what: `Project type ${projectType}` }));
  }
  return { ...fields, timeout, ...(remote !== undefined && { gitRemote: remote }) };
}

/** All plugins of a server take part in every run, so those that a configuration names only have to exist. */
function assertPlugins(named: readonly string[], available: ReadonlySet<string>): void {
  const index = named.findIndex((name) => !available.has(name));
  if (index === -1) return;
  const error = serviceError('PLUGIN_UNAVAILABLE', {
    plugin: named[index] ?? '',
    available: [...available].join(', ') || 'none',
  });
  throw new HttpError(error, { errors: [{ pointer: `#/plugins/${index}`, detail: error.message }] });
}

/** @throws {HttpError} INVALID_PAYLOAD */
export function assertReference(packageRef: string, pointer: string): void {
  try {
    parsePackageReference(packageRef);
  } catch (error) {
    throw invalidRequest([{ pointer, detail: reasonOf(error) }]);
  }
}

/**
 * Refuses too many files. To be called before validation, which does not know the limit.
 * @throws {HttpError} PAYLOAD_TOO_LARGE
 */
export function assertFileCount(body: unknown, limits: UploadLimits): void {
  const files = isRecord(body) ? body['files'] : undefined;
  const fault = Array.isArray(files) ? fileCountFault(files.length, limits) : undefined;
  if (fault) throwFaults([fault]);
}

function assertFiles(files: NonNullable<RunRequest['files']>, limits: UploadLimits): void {
  throwFaults(checkUpload(files, limits));
}

function throwFaults(found: readonly UploadFault[]): void {
  const errors = found.map(({ pointer, detail }) => ({ pointer: `#${pointer}`, detail }));
  const tooLarge = found.find(({ code }) => code === 'PAYLOAD_TOO_LARGE');
  if (tooLarge) {
    const { next } = errorCatalogue.PAYLOAD_TOO_LARGE;
    throw new HttpError(new ServiceError('PAYLOAD_TOO_LARGE', tooLarge.detail, next), { errors });
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * @returns undefined when the request has no such header
 * @throws {HttpError} INVALID_PAYLOAD
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidRequest([{ pointer: '#', detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters' }]);
  }
  return key;
}
