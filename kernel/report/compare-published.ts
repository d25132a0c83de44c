import { counted, nounFor } from '../counted.ts';
import type { Finding, Rule } from '../finding.ts';
import { findingsOf, type PublishedComparison, type Shipped, type Verification } from '../result.ts';
import { sharedChecks } from './compare-runs.ts';

type Rules = ReadonlyMap<string, { rule: Rule }>;
type ComparedFinding = NonNullable<PublishedComparison['findings']>['came'][number];
type ShippedFile = Shipped['files'][number];

/**
 * Compares a project with a published version of its package. A source and the script that the build makes of it are the
 * same place. What only one of the two can show is not compared: findings of files that are not published, and of rules
 * that report elsewhere.
 */
export function comparePublished(project: Verification, published: Verification, rules: Rules): PublishedComparison {
  const [now, before] = [shippedOf(project), shippedOf(published)];
  const files = now && before && compareFiles(before, now);
  return {
    ...(published.packageVersion !== undefined && { version: published.packageVersion }),
    findings: compareFindings(project, published, { rules, now, before }),
    ...(files && { files }),
  };
}

const shippedOf = ({ checks }: Verification) => checks.find(({ shipped }) => shipped)?.shipped;

function compareFiles(before: Shipped, now: Shipped): NonNullable<PublishedComparison['files']> {
  const [old, fresh] = [byPath(before), byPath(now)];
  const both = now.files.flatMap((file) => {
    const other = old.get(file.path);
    return other ? [{ file, other }] : [];
  });
  const unbuilt = both.filter(({ file, other }) => file.hash === undefined || other.hash === undefined).length;
  const unknown = [before.unknown, now.unknown].filter((reason) => reason !== undefined);
  const gone = before.files.filter(({ path }) => !fresh.has(path));
  const rest = gone.filter(({ path }) => !isKnown(path, now)).length;
  const others = `${counted(rest, 'published file')} that ${nounFor(rest, 'is', 'are')} not among those verified`;
  const contents = `the contents of ${counted(unbuilt, 'file')} that the build makes`;
  return {
    added: now.files.filter(({ path }) => !old.has(path) && isKnown(path, before)).map(sized),
    removed: gone.filter(({ path }) => isKnown(path, now)).map(sized),
    changed: both
      .filter(({ file, other }) => file.hash !== undefined && other.hash !== undefined && file.hash !== other.hash)
      .map(({ file, other }) => ({ ...sized(file), ...(other.size !== undefined && { before: other.size }) })),
    notCompared: [...unknown, ...(rest > 0 ? [others] : []), ...(unbuilt > 0 ? [contents] : [])],
  };
}

const byPath = ({ files }: Shipped) => new Map(files.map((file) => [file.path, file]));
/** Whether a file that is not in a list is not shipped. */
const isKnown = (path: string, { folders }: Shipped) =>
  folders?.some((folder) => path.startsWith(`${folder}/`)) ?? true;
const sized = ({ path, size }: ShippedFile) => ({ path, ...(size !== undefined && { size }) });

interface Places {
  rules: Rules;
  now: Shipped | undefined;
  before: Shipped | undefined;
}

function compareFindings(
  project: Verification,
  published: Verification,
  { rules, now, before }: Places,
): NonNullable<PublishedComparison['findings']> {
  const checks = sharedChecks(published, project);
  const [shippedNow, shippedBefore] = [now && byPath(now), before && byPath(before)];
  const bySource = new Map(now?.files.map((file) => [file.source ?? file.path, file]));
  const onlyIn = ({ code }: Finding) => rules.get(code)?.rule.onlyIn;
  /** Whether a rule reports the same in both files. */
  const isAlike = (finding: Finding, { source, hash }: ShippedFile) =>
    source === undefined || hash !== undefined || onlyIn(finding) !== 'sources';

  const isComparable = (finding: Finding): boolean => {
    if (onlyIn(finding) === 'project') return false;
    if (finding.file === undefined) return onlyIn(finding) !== 'sources';
    const file = bySource.get(finding.file);
    return file !== undefined && isAlike(finding, file);
  };
  const wasComparable = (finding: Finding): boolean => {
    if (onlyIn(finding) === 'package') return false;
    if (finding.file === undefined) return onlyIn(finding) !== 'sources';
    const file = shippedNow?.get(finding.file);
    if (file) return isAlike(finding, file);
    return now !== undefined && isKnown(finding.file, now) && shippedBefore?.has(finding.file) === true;
  };
  const placeOf = ({ file = '' }: Finding) => shippedNow?.get(file)?.source ?? file;

  // A message that names the file names another one in the package.
  const keyOf = (finding: Finding) => {
    const { code, file = '', message } = finding;
    return JSON.stringify([code, placeOf(finding), file === '' ? message : message.replaceAll(file, placeOf(finding))]);
  };
  const found = findingsOf(checks.after);
  const left = new Set([...found, ...(project.ignored ?? [])]);
  const stayed: Finding[] = [];
  const same = Map.groupBy(left, keyOf);
  const others = findingsOf(checks.before).filter((finding) => {
    const again = same.get(keyOf(finding))?.shift();
    if (again && left.delete(again)) stayed.push(again);
    return !again;
  });
  const byPlace = Map.groupBy(left, placeOf);
  const unmatched = others.filter((finding) => {
    const codes = rules.get(finding.code)?.rule.supersededBy ?? [];
    if (codes.length === 0) return true;
    const there = finding.file === undefined ? [...left] : (byPlace.get(placeOf(finding)) ?? []);
    const instead = there.find((other) => left.has(other) && codes.some((code) => isCode(other, code)));
    if (instead && left.delete(instead)) stayed.push(instead);
    return !instead;
  });
  const isCounted = new Set(found);
  const came = [...left].filter((finding) => isCounted.has(finding) && isComparable(finding));
  const went = unmatched.filter(wasComparable);
  const rest = found.filter((finding) => left.has(finding)).length - came.length + unmatched.length - went.length;
  const alone = `${counted(rest, 'finding')} that only one of the two can have`;
  return {
    came: came.map(brief),
    went: went.map(brief),
    stayed: stayed.filter((finding) => isCounted.has(finding)).map(brief),
    notCompared: [...checks.others, ...(rest > 0 ? [alone] : [])],
  };
}

const isCode = ({ code }: Finding, wanted: string) =>
  wanted.endsWith('-') ? code.startsWith(wanted) : code === wanted;

const brief = ({ evidence, evidenceColumn, fix, docs, edit, essential, ...finding }: Finding): ComparedFinding =>
  finding;

/** `Compared with acme@1.2.0: findings: 1 new, 2 gone, 3 unchanged; files: …`, or why it is not compared. */
export function publishedText({ packageName, published }: Verification): string | undefined {
  if (!published) return undefined;
  const { version, notCompared, findings, files } = published;
  if (notCompared !== undefined) return `Not compared with the published version: ${notCompared}`;
  const counts = (parts: readonly [readonly unknown[] | undefined, string][]) =>
    parts.map(([all = [], word]) => `${all.length} ${word}`).join(', ');
  const compared = counts([
    [findings?.came, 'new'],
    [findings?.went, 'gone'],
    [findings?.stayed, 'unchanged'],
  ]);
  const shipped = counts([
    [files?.added, 'added'],
    [files?.removed, 'removed'],
    [files?.changed, 'changed'],
  ]);
  return `Compared with ${packageName}@${version}: findings: ${compared}; ${files ? `files: ${shipped}` : 'files not compared'}`;
}
