import type { FastifyRequest } from 'fastify';
import { errorCatalogue, reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { Kernel } from '../../kernel/plugin.ts';
import { checkUpload, type UploadLimits } from '../../runner/source/check-upload.ts';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import { HttpError } from '../http-error.ts';
import type { RunOrder } from '../store/create-run.ts';
import { invalid } from './problem.ts';
import type { RunRequest } from './schemas.ts';

/** Seconds, for a request that does not say. */
const defaultTimeout = 300;

/**
 * What a create-run request orders, once everything about it is known to be right.
 * @throws {HttpError} INVALID_PAYLOAD, PAYLOAD_TOO_LARGE, NOT_IMPLEMENTED
 */
export function orderOf(body: RunRequest, { kernel, limits }: { kernel: Kernel; limits: UploadLimits }): RunOrder {
  const { projectType, files, packageRef, timeout = defaultTimeout } = body;
  const type = kernel.projectTypes.get(projectType);
  if (!type) {
    const known = [...kernel.projectTypes.keys()].join(', ');
    throw invalid([{ pointer: '#/projectType', detail: `unknown project type; known are: ${known}` }]);
  }
  if ((files === undefined) === (packageRef === undefined)) {
    throw invalid([{ pointer: '#', detail: 'must have either files or packageRef' }]);
  }
  if (packageRef !== undefined) refuseBadReference(packageRef);
  if (files) refuseBadFiles(files, limits);
  if (type.reserved !== undefined) {
    throw new HttpError(serviceError('NOT_IMPLEMENTED', { what: `The project type ${projectType}` }));
  }
  return { ...body, timeout };
}

function refuseBadReference(packageRef: string): void {
  try {
    parsePackageReference(packageRef);
  } catch (error) {
    throw invalid([{ pointer: '#/packageRef', detail: reasonOf(error) }]);
  }
}

function refuseBadFiles(files: NonNullable<RunRequest['files']>, limits: UploadLimits): void {
  const faults = checkUpload(files, limits);
  const errors = faults.map(({ pointer, detail }) => ({ pointer: `#${pointer}`, detail }));
  const tooLarge = faults.find(({ code }) => code === 'PAYLOAD_TOO_LARGE');
  if (tooLarge) {
    const { next } = errorCatalogue.PAYLOAD_TOO_LARGE;
    throw new HttpError(new ServiceError('PAYLOAD_TOO_LARGE', tooLarge.detail, next), { errors });
  }
  if (errors.length > 0) throw invalid(errors);
}

/**
 * The Idempotency-Key of a request.
 * @throws {HttpError} INVALID_PAYLOAD
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid([{ pointer: '#', detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters' }]);
  }
  return key;
}
