import type { Static } from 'typebox';
import { guard } from '../kernel/guard.ts';
import { locateInJson } from '../kernel/project-files.ts';
import { isRecord } from '../kernel/record.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import { invalidConfig, locationText, parseConfigJson } from './config-json.ts';
import * as schema from './project-config-schema.ts';
import { readProjectFile } from './read-project-file.ts';

type ProjectConfig = Static<typeof schema.ProjectConfig>;
const projectConfig = guard(schema.ProjectConfig);

/** All fields. */
const fields: Readonly<Record<keyof ProjectConfig, true>> = {
  projectType: true,
  include: true,
  exclude: true,
  timeout: true,
  rules: true,
  ignore: true,
  behaviour: true,
  plugins: true,
  n8n: true,
};

export const configPath = '.service/config.json';
/** Bytes of the file. */
const maxBytes = 1024 * 1024;

/** Configuration of a project, with locations of its values. */
export interface LoadedConfig {
  values: ProjectConfig;
  /** Whether the file exists. */
  exists: boolean;
  /** Warnings about unknown fields. */
  warnings: string[];
  /** Returns `.service/config.json:3:5` for a value by its keys. */
  locate(...path: (string | number)[]): string;
}

/**
 * Reads the configuration of the project in `folder`; a missing file counts as empty.
 * @param replaced fields that replace those of the file
 * @throws {ServiceError} INVALID_CONFIG with file, line and column; UNREADABLE_PATH
 */
export async function loadProjectConfig(
  folder: string,
  replaced: Readonly<Record<string, unknown>> = {},
): Promise<LoadedConfig> {
  const text = readConfig(folder);
  const own = text === undefined ? {} : parseConfigJson(text, configPath);
  const values = isRecord(own) ? { ...own, ...replaced } : own;
  const locate = (...path: (string | number)[]) =>
    locationText(configPath, text === undefined ? undefined : locateInJson(text, path));
  if (!projectConfig.is(values)) throw errorOf(values, locate);
  const known = Object.keys(fields);
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  const warnings = unknown.map((key) => `${locate(key)}: unknown field "${key}"${didYouMean(key, known)}`);
  return { values, exists: text !== undefined, warnings, locate };
}

/** Returns the first error of a configuration. */
function errorOf(values: unknown, locate: LoadedConfig['locate']) {
  const [error] = projectConfig.errors(values);
  if (!error) return invalidConfig(configPath, 'does not match the schema');
  // `/rules/a~1b` → rules, a/b (RFC 6901)
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return invalidConfig(
    locate(...keys),
    `${path.length > 0 ? path.join('.') : 'the file'} ${expectation(path, error.message)}`,
  );
}

/** Returns the text of the file; undefined if it does not exist. */
function readConfig(folder: string): string | undefined {
  const file = readProjectFile(folder, configPath, maxBytes);
  if ('text' in file) return file.text;
  if (file.none === 'too large') throw invalidConfig(configPath, `the file is larger than ${maxBytes} bytes`);
  return undefined;
}

/** Returns the message of the schema, or a clearer one. */
function expectation(path: readonly string[], schemaMessage: string): string {
  if (path.length === 3 && path[0] === 'ignore' && path[2] === 'until') return 'must be a date like "2027-01-31"';
  if (path.length === 2 && path[0] === 'rules') return 'must be "off", "warning" or "error"';
  return schemaMessage;
}
