import type { Static } from 'typebox';
import type { FileLookup } from '../../../../kernel/follow.ts';
import { type Guard, guard } from '../../../../kernel/guard.ts';
import { expectation, keysOf, placeText } from '../../../../kernel/index.ts';
import type { ConfigProblem } from '../../../../kernel/plugin.ts';
import { JsonSyntaxError, jsonLocator, parseJson } from '../../../../kernel/project-files.ts';
import { recordOf } from '../manifest/manifest-fields.ts';
import { normalize } from '../project-path.ts';
import * as schema from './schema.ts';

export const configPath = '.service/config.json';
export const responsesPath = '.service/responses.json';

export type BehaviourConfig = Static<typeof schema.BehaviourConfig>;
type OwnResponse = Static<typeof schema.Responses>[number];

const behaviourConfig = guard(schema.BehaviourConfig);
const responsesGuard = guard(schema.Responses);

/** Settings of the check `behaviour`. */
export interface Settings {
  config: BehaviourConfig;
  responses: readonly OwnResponse[];
}

/** Texts of the files; undefined for a missing one. */
interface SettingsTexts {
  config: string | undefined;
  responses: string | undefined;
  has(path: string): boolean;
}

/** Reads the settings, or returns the first problem. Ignores other fields of the configuration. */
export function readSettings({ config, responses, has }: SettingsTexts): Settings | { problem: ConfigProblem } {
  try {
    return { config: readConfig(config), responses: readResponses(responses, has) };
  } catch (error) {
    if (error instanceof Invalid) return { problem: error.problem };
    throw error;
  }
}

/** Reads the settings of a project that is on this disk. */
export const settingsOf = (project: FileLookup): ReturnType<typeof readSettings> =>
  readSettings({
    config: project.read(configPath),
    responses: project.read(responsesPath),
    has: (path) => project.exists(path),
  });

class Invalid extends Error {
  readonly problem: ConfigProblem;
  constructor(problem: ConfigProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

function readConfig(text: string | undefined): BehaviourConfig {
  if (text === undefined) return {};
  const { behaviour } = recordOf(parsed(text, configPath)) ?? {};
  return behaviour === undefined
    ? {}
    : checked(behaviour, behaviourConfig, { text, file: configPath, at: ['behaviour'] });
}

function readResponses(text: string | undefined, has: SettingsTexts['has']): readonly OwnResponse[] {
  if (text === undefined) return [];
  const own = checked(parsed(text, responsesPath), responsesGuard, { text, file: responsesPath, at: [] });
  const locate = jsonLocator(text);
  for (const [index, response] of own.entries()) {
    const fault = faultOf(response, has);
    if (fault)
      throw new Invalid({
        file: responsesPath,
        reason: `${placeText([index, fault.field])} ${fault.reason}`,
        position: locate([index, fault.field]),
      });
  }
  return own;
}

function faultOf({ url, headers, json, file }: OwnResponse, has: SettingsTexts['has']) {
  if (!isPattern(url)) return { field: 'url', reason: 'must be a URL pattern like "https://api.example.com/orders/*"' };
  if (!areHeaders(headers)) return { field: 'headers', reason: 'must be names and values of HTTP headers' };
  if (file === undefined) return undefined;
  if (json !== undefined) return { field: 'file', reason: 'cannot be used with "json"' };
  const path = normalize(file);
  if (file.startsWith('/') || path === '..' || path.startsWith('../'))
    return { field: 'file', reason: 'must be a path in the project' };
  return has(path) ? undefined : { field: 'file', reason: `cannot be read: ${file}` };
}

function isPattern(url: string): boolean {
  try {
    return new URLPattern(url).protocol !== '';
  } catch {
    return false;
  }
}

function areHeaders(headers: OwnResponse['headers']): boolean {
  try {
    return new Headers(headers) !== undefined;
  } catch {
    return false;
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new Invalid({ file, reason: `invalid JSON: ${error.message}`, position: error.position });
  }
}

function checked<T>(
  value: unknown,
  guard: Guard<T>,
  { text, file, at }: { text: string; file: string; at: readonly string[] },
): T {
  if (guard.is(value)) return value;
  const [error] = guard.errors(value);
  const path = [...at, ...keysOf(error?.instancePath ?? '')];
  throw new Invalid({
    file,
    reason: `${placeText(path) || 'the file'} ${error ? expectation(error) : 'does not match the schema'}`,
    position: jsonLocator(text)(path),
  });
}
