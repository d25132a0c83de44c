import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { ServiceError } from '../kernel/errors.ts';
import { guard } from '../kernel/guard.ts';
import type { Verification } from '../kernel/result.ts';
import { findingsOf } from '../kernel/result.ts';
import { faultText } from '../kernel/schema-fault.ts';
import { unreadable } from '../runner/source/readable-file.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';
import { invalidConfig, parseConfigJson } from './config-json.ts';
import { readProjectFile } from './read-project-file.ts';
import { writeNamedFile } from './write-named-file.ts';

/** `.service/baseline.json`, written by `service verify --baseline`. */
const Baseline = Type.Object({
  /** Name of the ruleset that reported the findings. */
  ruleset: Type.Optional(Type.String()),
  findings: Type.Array(
    Type.Object({
      code: Type.String(),
      file: Type.Optional(Type.String()),
      message: Type.String(),
      count: Type.Integer({ minimum: 1 }),
    }),
  ),
});
type Baseline = Static<typeof Baseline>;
const baseline = guard(Baseline);

export const baselinePath = '.service/baseline.json';
/** Bytes of the file. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Reads the baseline of a project; undefined if it has none.
 * @throws {ServiceError} INVALID_CONFIG, UNREADABLE_PATH
 */
export function readBaseline(folder: string): Baseline | undefined {
  const file = readProjectFile(folder, baselinePath, maxBytes);
  if ('none' in file && file.none === 'missing') return undefined;
  return parseBaseline('text' in file ? file.text : undefined, baselinePath);
}

/**
 * Reads the baseline in a file that the user named.
 * @throws {ServiceError} INVALID_CONFIG, UNREADABLE_PATH
 */
export function readBaselineFile(path: string): Baseline {
  try {
    return parseBaseline(readRegularFile(path, maxBytes, () => {})?.toString('utf8'), path);
  } catch (error) {
    throw error instanceof ServiceError ? error : unreadable(path, error);
  }
}

/** @param text undefined if the file is too large */
function parseBaseline(text: string | undefined, path: string): Baseline {
  const values = text === undefined ? undefined : parseConfigJson(text, path);
  if (baseline.is(values)) return values;
  const [error] = baseline.errors(values);
  throw invalidConfig(path, error ? faultText(error, 'the file') : 'the file is too large');
}

/** Findings of several baselines: of one that is in two of them, the larger number. */
export function withoutTwins(findings: Baseline['findings']): Baseline['findings'] {
  const sorted = findings.toSorted((a, b) => a.count - b.count);
  return [...new Map(sorted.map((finding) => [keyOf(finding), finding])).values()];
}

function keyOf({ code, file = '', message }: { code: string; file?: string; message: string }): string {
  return JSON.stringify([code, file, message]);
}

/**
 * Writes the findings of a run as the baseline of its project.
 * @param path another file to write
 * @returns the number of findings
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function writeBaseline(
  folder: string,
  { ruleset, checks }: Verification,
  path = join(folder, baselinePath),
): Promise<number> {
  const findings = findingsOf(checks);
  const groups = Map.groupBy(findings, keyOf);
  const entries = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const { code, file, message } = first;
      return { code, ...(file !== undefined && { file }), message, count: others.length + 1 };
    });
  const document: Baseline = { ...(ruleset !== undefined && { ruleset }), findings: entries };
  await writeNamedFile(path, `${JSON.stringify(document, undefined, 2)}\n`, [folder]);
  return findings.length;
}
