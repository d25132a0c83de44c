import type { Static } from 'typebox';
import { serviceError } from '../kernel/errors.ts';
import { JsonSyntaxError, locateInJson, type Position, parseJson } from '../kernel/project-files.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import { projectConfig } from './guards.ts';
import type * as schema from './project-config-schema.ts';
import { readProjectFile } from './read-project-file.ts';

export type ProjectConfig = Static<typeof schema.ProjectConfig>;

/** All that it may have. */
const fields: Readonly<Record<keyof ProjectConfig, true>> = {
  projectType: true,
  include: true,
  exclude: true,
  timeout: true,
  rules: true,
  plugins: true,
};

export const configPath = '.service/config.json';
/** Bytes; far above any real one. */
const sizeLimit = 1024 * 1024;

/** A project's configuration, with what is needed to point at a place in it. */
export interface LoadedConfig {
  values: ProjectConfig;
  /** Whether there is a file at all. */
  exists: boolean;
  /** Fields that nobody knows: for the user to see. */
  warnings: string[];
  /** `.service/config.json:3:5`, for a value by its keys. */
  place(...path: (string | number)[]): string;
}

/**
 * Reads the configuration of the project in `folder`; an absent file is an empty one.
 * @throws {ServiceError} INVALID_CONFIG with file, line and column; UNREADABLE_PATH
 */
export async function loadProjectConfig(folder: string): Promise<LoadedConfig> {
  const text = readConfig(folder);
  if (text === undefined) return { values: {}, exists: false, warnings: [], place: () => configPath };
  const values = parse(text);
  const place = (...path: (string | number)[]) => placeOf(locateInJson(text, path));
  if (!projectConfig.is(values)) throw faultOf(values, place);
  const known = Object.keys(fields);
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  const warnings = unknown.map((key) => `${place(key)}: unknown field "${key}"${didYouMean(key, known)}`);
  return { values, exists: true, warnings, place };
}

/** What is wrong with a configuration. */
function faultOf(values: unknown, place: LoadedConfig['place']) {
  const fault = projectConfig.firstError(values);
  if (!fault) return invalid(configPath, 'does not match the schema');
  // `/rules/a~1b` → rules, a/b (RFC 6901)
  const path = fault.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return invalid(
    place(...keys),
    `${path.length > 0 ? path.join('.') : 'the file'} ${expectation(path, fault.message)}`,
  );
}

/** Its text; undefined where there is no file. */
function readConfig(folder: string): string | undefined {
  const file = readProjectFile(folder, configPath, sizeLimit);
  if ('text' in file) return file.text;
  if (file.none === 'too large') throw invalid(configPath, `the file is larger than ${sizeLimit} bytes`);
  return undefined;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw invalid(placeOf(error.position), `invalid JSON: ${error.message}`);
    throw error;
  }
}

/** The schema's words where they say enough, ours where they don't. */
function expectation(path: readonly string[], schemaMessage: string): string {
  if (path.length === 2 && path[0] === 'rules') return 'must be "off", "warning" or "error"';
  return schemaMessage;
}

function placeOf(position: Position | undefined): string {
  return position ? `${configPath}:${position.line}:${position.column}` : configPath;
}

function invalid(file: string, reason: string) {
  return serviceError('INVALID_CONFIG', { file, reason });
}
