import type { Finding } from '../../kernel/finding.ts';
import { baseProject, type ProjectTexts } from './base-projects.ts';
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

type Chosen = Pick<Outcome, 'area' | 'fault'>;

/** Verifies a base project with a fault in it, or with several that have the same base and nothing to do with each other. */
export async function judge(chosen: readonly Chosen[], verifier: TextVerifier): Promise<Outcome[]> {
  const [base] = await Promise.all(chosen.map(({ fault }) => baseProject(fault.base)));
  const files = chosen.reduce((texts, { fault }) => faulty(fault, texts), base ?? {});
  const { findings, skipped } = await verifier.verify(files);
  return chosen.map((one) => {
    const others = chosen.filter((other) => other !== one).map(({ fault }) => fault.expect.code);
    const own = findings.filter(({ code }) => !others.includes(code));
    return { ...one, ...judged(one.fault, files, own), findings: own, skipped };
  });
}

/** @param findings all but those that tell of other faults */
function judged(fault: Fault, files: ProjectTexts, findings: readonly Finding[]) {
  const { code, file, at } = fault.expect;
  const line = file !== undefined && at !== undefined ? lineOf(files, file, at) : undefined;
  const of = findings.filter((finding) => finding.code === code);
  const told = of.some(
    (finding) =>
      (file === undefined || finding.file === file) &&
      (line === undefined || Math.abs((finding.line ?? Number.NEGATIVE_INFINITY) - line) <= nearby),
  );
  return {
    told,
    passes: fault.blocks && !findings.some(({ severity }) => severity === 'error'),
    alone: of.length > 0 && of.length === findings.length,
  };
}

/** Told of at its place, by one code, and as an error where it blocks. */
export const isRight = ({ told, alone, passes }: Outcome) => told && alone && !passes;

/** `code file:line severity: message`, for a person to read. */
export function shown({ code, file = '', line, severity, message }: Finding): string {
  return `${severity} ${code} ${file}${line === undefined ? '' : `:${line}`} ${message.slice(0, 140)}`;
}
