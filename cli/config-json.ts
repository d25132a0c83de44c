import { serviceError } from '../kernel/errors.ts';
import { JsonSyntaxError, type Position, parseJson } from '../kernel/project-files.ts';

/**
 * Parses a JSON file of the configuration.
 * @param file path for errors
 * @throws {ServiceError} INVALID_CONFIG with line and column
 */
export function parseConfigJson(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalidConfig(locationText(file, error.position), `invalid JSON: ${error.message}`);
  }
}

/** Returns `.service/config.json:3:5`; only the path if the position is unknown. */
export function locationText(file: string, position: Position | undefined): string {
  return position ? `${file}:${position.line}:${position.column}` : file;
}

export function invalidConfig(file: string, reason: string) {
  return serviceError('INVALID_CONFIG', { file, reason });
}
