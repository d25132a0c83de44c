import type { ServiceError } from '../kernel/errors.ts';

/** An invalid field of a request. `pointer` is a JSON pointer as a URI fragment (RFC 9457, section 3). */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** An error of the catalogue with the details that only an HTTP response carries. */
export class HttpError extends Error {
  readonly error: ServiceError;
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    error: ServiceError,
    { errors, retryAfter }: { errors?: readonly FieldError[]; retryAfter?: number } = {},
  ) {
    super(error.message, { cause: error });
    this.name = 'HttpError';
    this.error = error;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}
