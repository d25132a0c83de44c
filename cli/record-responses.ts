import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../kernel/counted.ts';
import { usageError } from '../kernel/errors.ts';
import { tryJson } from '../kernel/project-files.ts';
import type { Operation, Verification } from '../kernel/result.ts';
import { writeNamedFile } from './write-named-file.ts';

const responsesPath = '.service/responses.json';

/** An entry of the file, as docs/behaviour.md describes it. */
interface Response {
  method: string;
  url: string;
  status: number;
  json: unknown;
}

/** @throws {ServiceError} INVALID_USAGE if the project has responses, unless they are to be replaced */
export function rejectExistingResponses(folder: string, { force }: { force: boolean }): void {
  if (!force && existsSync(join(folder, responsesPath)))
    throw usageError(`${responsesPath} exists; --record-responses replaces it only with --force`);
}

/**
 * Writes the responses that the checks made up for the operations of a project as its own.
 * @returns what to say about it
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function recordResponses(folder: string, { checks }: Pick<Verification, 'checks'>): Promise<string> {
  const responses = responsesOf(checks.flatMap(({ operations = [] }) => operations));
  if (responses.length === 0) return `No operation was sent a response; ${responsesPath} was not written`;
  await writeNamedFile(join(folder, responsesPath), `${JSON.stringify(responses, undefined, 2)}\n`, [folder]);
  return `Wrote ${counted(responses.length, 'response')} to ${responsesPath}; edit them, and later runs answer requests with them`;
}

function responsesOf(operations: readonly Operation[]): Response[] {
  const all = operations.flatMap(({ requests }) =>
    requests.flatMap(({ method, url, answer }): Response[] => {
      const json = answer === undefined ? undefined : tryJson(answer);
      const pattern = patternOf(url);
      return json === undefined || pattern === undefined ? [] : [{ method, url: pattern, status: 200, json }];
    }),
  );
  const groups = Map.groupBy(all, ({ method, url }) => `${method} ${url}`);
  // A pattern that fits fewer addresses comes first: the first that fits counts.
  return [...groups.values()]
    .flatMap(([first]) => first ?? [])
    .sort((one, other) => wildcards(one.url) - wildcards(other.url) || (one.url < other.url ? -1 : 1));
}

const wildcards = (url: string) => url.split('*').length;

/** The pattern for an address with `{name}` in place of values: https://urlpattern.spec.whatwg.org */
function patternOf(url: string): string | undefined {
  const [address = ''] = url.replace(/^\{credential\}/, 'https://credential.example').split(/[?#]/);
  const [origin = ''] = /^https?:\/\/[^/]*/.exec(address) ?? [];
  const pattern = origin.replace(/\{[^{}]*\}/g, '*') + pathPattern(address.slice(origin.length));
  try {
    return new URLPattern(pattern).protocol === '' ? undefined : pattern;
  } catch {
    return undefined;
  }
}

/** A named group, which ends at the next slash, for each value. */
function pathPattern(path: string): string {
  const names = new Set<string>();
  return path
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[*+?:(){}\\]/g, '\\$&');
      const name = part.replace(/\W/g, '').replace(/^\d*/, '') || 'value';
      const unique = names.has(name) ? `${name}${names.size}` : name;
      names.add(unique);
      return `{:${unique}}`;
    })
    .join('')
    .replace(/\{(:\w+)\}(?=$|[/.])/g, '$1');
}
