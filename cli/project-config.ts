import Type, { type Static } from 'typebox';
import { severities } from '../kernel/enums.ts';
import { guard, type SchemaError } from '../kernel/guard.ts';
import { locateInJson } from '../kernel/project-files.ts';
import { isRecord } from '../kernel/record.ts';
import { expectation, keysOf, placeText } from '../kernel/schema-fault.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import { invalidConfig, locationText, parseConfigJson } from './config-json.ts';
import { readProjectFile } from './read-project-file.ts';

/** Paths or patterns: entries, and characters of one. Far above any real list. */
const Paths = Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 1000 });

/** `.service/config.json`: SPEC 2.4 and CONTRACT 2. docs/configuration.md describes it for users. */
const ProjectConfig = Type.Object({
  projectType: Type.Optional(Type.String()),
  include: Type.Optional(Paths),
  exclude: Type.Optional(Paths),
  /** Seconds. Whether it is positive is checked with `--timeout`, in SPEC 4.2's order of steps. */
  timeout: Type.Optional(Type.Number()),
  rules: Type.Optional(Type.Record(Type.String(), Type.Enum(['off', ...severities]))),
  ignore: Type.Optional(
    Type.Array(
      Type.Object(
        {
          code: Type.String({ minLength: 1 }),
          /** In `.gitignore` syntax. */
          file: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
          reason: Type.String({ minLength: 1, maxLength: 1024 }),
          until: Type.Optional(Type.String({ format: 'date' })),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1000 },
    ),
  ),
  /** For the check of that name: see `ProjectType.configProblem`. */
  behaviour: Type.Optional(Type.Unknown()),
  plugins: Type.Optional(Type.Array(Type.String())),
  /** Releases of n8n to verify with; the first one judges. */
  n8n: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 10 })])),
});
type ProjectConfig = Static<typeof ProjectConfig>;
const projectConfig = guard(ProjectConfig);

export const configPath = '.service/config.json';
/** Instead of the path: fields that a program passes to `verify`. */
export const configOption = 'option config';
/** Bytes of the file. */
const maxBytes = 1024 * 1024;

/** Configuration of a project, with locations of its values. */
export interface LoadedConfig {
  values: ProjectConfig;
  /** Whether the file exists. */
  exists: boolean;
  /** Warnings about unknown fields. */
  warnings: string[];
  /** Returns `.service/config.json:3:5` for a value by its keys; `option config` if the value is not from the file. */
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
    Object.hasOwn(replaced, path[0] ?? '')
      ? configOption
      : locationText(configPath, text === undefined ? undefined : locateInJson(text, path));
  if (!projectConfig.is(values)) throw errorOf(values, locate);
  const known = Object.keys(ProjectConfig.properties);
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  const warnings = unknown.map((key) => `${locate(key)}: unknown field "${key}"${didYouMean(key, known)}`);
  return { values, exists: text !== undefined, warnings, locate };
}

/** Returns the first error of a configuration. */
function errorOf(values: unknown, locate: LoadedConfig['locate']) {
  const [error] = projectConfig.errors(values);
  if (!error) return invalidConfig(configPath, 'does not match the schema');
  const keys = keysOf(error.instancePath);
  return invalidConfig(locate(...keys), `${placeText(keys) || 'the file'} ${expected(keys, error)}`);
}

/** Returns the text of the file; undefined if it does not exist. */
function readConfig(folder: string): string | undefined {
  const file = readProjectFile(folder, configPath, maxBytes);
  if ('text' in file) return file.text;
  if (file.none === 'too large') throw invalidConfig(configPath, `the file is larger than ${maxBytes} bytes`);
  return undefined;
}

function expected(keys: readonly (string | number)[], error: SchemaError): string {
  if (error.keyword === 'format') return 'must be a date like "2027-01-31"';
  if (keys[0] === 'n8n' && keys.length === 1) return 'must be a version of n8n, or a list of 1 to 10 of them';
  return expectation(error);
}
