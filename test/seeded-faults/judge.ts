import type { Finding } from '../../kernel/finding.ts';
import { baseProject } from './base-projects.ts';
import { type Area, type Fault, faulty, lineOf } from './fault.ts';
import type { TextVerifier } from './verify-texts.ts';

/** What came of a fault. */
export interface Outcome {
  area: Area;
  fault: Fault;
  /** The expected code, at its place. */
  told: boolean;
  /** It should block, and there is no error. */
  passes: boolean;
  /** Nothing but the expected code is told. */
  alone: boolean;
  findings: readonly Finding[];
  skipped: readonly string[];
}

/** Lines: some rules point at a field, others at the object that it stands in. */
const nearby = 4;

/** Verifies a base project with one fault in it. */
export async function judge(area: Area, fault: Fault, verifier: TextVerifier): Promise<Outcome> {
  const files = faulty(fault, await baseProject(fault.base));
  const { findings, skipped } = await verifier.verify(files);
  const { code, file, at } = fault.expect;
  const line = file !== undefined && at !== undefined ? lineOf(files, file, at) : undefined;
  const of = findings.filter((finding) => finding.code === code);
  const told = of.some(
    (finding) =>
      (file === undefined || finding.file === file) &&
      (line === undefined || Math.abs((finding.line ?? Number.NEGATIVE_INFINITY) - line) <= nearby),
  );
  return {
    area,
    fault,
    told,
    passes: fault.blocks && !findings.some(({ severity }) => severity === 'error'),
    alone: of.length > 0 && of.length === findings.length,
    findings,
    skipped,
  };
}

/** Told of at its place, by one code, and as an error where it blocks. */
export const isRight = ({ told, alone, passes }: Outcome) => told && alone && !passes;

/** `code file:line severity: message`, for a person to read. */
export function shown({ code, file = '', line, severity, message }: Finding): string {
  return `${severity} ${code} ${file}${line === undefined ? '' : `:${line}`} ${message.slice(0, 140)}`;
}
