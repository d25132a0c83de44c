import type { Finding } from '../../kernel/finding.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { lintGroups, lintRules } from '../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import type { JudgedProject, Judgment } from './judgment-file.ts';

/** What a run says of a project, held against what is known of it. */
export interface Comparison {
  right: Finding[];
  useless: Finding[];
  wrong: { finding: Finding; why: string }[];
  unjudged: Finding[];
  /** Places at which a fault was told of, rightly, and is no more. */
  vanished: { code: string; place: string }[];
  load: VerdictComparison;
  types: VerdictComparison;
}

/** `not run` is no verdict, `unknown` no truth: neither is a difference. */
export interface VerdictComparison {
  said: string;
  truth: string;
  differs: boolean;
}

const lintCodes = new Set(lintGroups.flatMap((group) => lintRules(group)).map(({ code }) => code));

/** The rules of the linter are n8n's, and not ours to judge. */
const isOwn = ({ code }: Finding): boolean => !lintCodes.has(code);

/** `file:line`, as far as there are such; empty for a finding about the whole package. */
export function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}

/** Of a published package, only findings are judged. */
export type Judged = Pick<JudgedProject, 'judgments'> & Partial<Pick<JudgedProject, 'truth'>>;

/** @param judged nothing is judged of a project that has no file */
export function compare(checks: readonly CheckReport[], judged: Judged | undefined): Comparison {
  const findings = checks.flatMap((check) => check.findings).filter(isOwn);
  const judgments = judged?.judgments ?? [];
  const result: Comparison = {
    right: [],
    useless: [],
    wrong: [],
    unjudged: [],
    vanished: judgments.flatMap((judgment) => vanished(judgment, findings)),
    load: compareLoad(checks, judged),
    types: compareTypes(checks, judged),
  };
  for (const finding of findings) {
    const judgment = judgmentOf(finding, judgments);
    if (judgment === undefined) result.unjudged.push(finding);
    else if (judgment.judged === 'wrong') result.wrong.push({ finding, why: judgment.why });
    else result[judgment.judged].push(finding);
  }
  return result;
}

/** The judgment that names the place most exactly. */
function judgmentOf(finding: Finding, judgments: readonly Judgment[]): Judgment | undefined {
  const exactness = (judgment: Judgment) => Math.max(...placesOf(judgment).map((place) => matchOf(place, finding)));
  const fitting = judgments.filter((judgment) => judgment.code === finding.code && exactness(judgment) > 0);
  return fitting.toSorted((a, b) => exactness(b) - exactness(a))[0];
}

function vanished(judgment: Judgment, findings: readonly Finding[]): Comparison['vanished'] {
  if (judgment.judged !== 'right') return [];
  const same = findings.filter(({ code }) => code === judgment.code);
  return placesOf(judgment)
    .filter((place) => !same.some((finding) => matchOf(place, finding) > 0))
    .map((place) => ({ code: judgment.code, place }));
}

/** An empty place is the whole package. */
function placesOf({ at = '' }: Judgment): readonly string[] {
  return typeof at === 'string' ? [at] : at;
}

/** 3 for the line, 2 for the file, 1 for the project, 0 for another place. */
function matchOf(place: string, finding: Finding): number {
  if (place === '') return 1;
  if (place === finding.file) return 2;
  return place === placeOf(finding) ? 3 : 0;
}

function compareLoad(checks: readonly CheckReport[], judged: Judged | undefined): VerdictComparison {
  const check = checks.find(({ name }) => name === 'load');
  const said = check === undefined || isSkipped(check) ? 'not run' : check.passed ? 'ok' : 'fails';
  const truth = judged?.truth?.load ?? 'unknown';
  return { said, truth, differs: said !== 'not run' && truth !== 'unknown' && said !== truth };
}

/** By the lines that have an error: how many errors a line has is told differently by compilers of different versions. */
function compareTypes(checks: readonly CheckReport[], judged: Judged | undefined): VerdictComparison {
  const check = checks.find(({ name }) => name === 'types');
  const known = judged?.truth?.types ?? 'unknown';
  const truth = typeof known === 'string' ? known : linesOf(known.map((entry) => entry.split(' ')[0] ?? ''));
  if (check === undefined || isSkipped(check)) return { said: 'not run', truth: shown(truth), differs: false };
  const said = linesOf(check.findings.filter(({ severity }) => severity === 'error').map(placeOf));
  if (typeof truth === 'string') return { said: shown(said), truth, differs: false };
  const extra = without(said, truth);
  const missed = without(truth, said);
  const differs = extra.length + missed.length > 0;
  const details = [...extra.map((place) => `only we: ${place}`), ...missed.map((place) => `only tsc: ${place}`)];
  return {
    said: differs ? `${shown(said)} (${details.slice(0, 6).join(', ')})` : shown(said),
    truth: shown(truth),
    differs,
  };
}

function linesOf(places: readonly string[]): Set<string> {
  return new Set(places);
}

function without(lines: Set<string>, others: Set<string>): string[] {
  return [...lines].filter((line) => !others.has(line));
}

function shown(lines: Set<string> | string): string {
  if (typeof lines === 'string') return lines;
  return lines.size === 0 ? 'ok' : `errors at ${lines.size} ${lines.size === 1 ? 'place' : 'places'}`;
}

function isSkipped({ message }: CheckReport): boolean {
  return message?.startsWith('skipped: ') ?? false;
}
