import { counted } from '../kernel/counted.ts';
import type { Finding } from '../kernel/finding.ts';
import { printable } from '../kernel/printable.ts';
import type { CheckReport, Compatibility, Operation, Shipped, Verification } from '../kernel/result.ts';

/** Limits of a stored result: findings per check, characters per text and of all findings. */
const maxFindings = 2_000;
/** Parts that were not checked, per check. */
const maxParts = 100;
/** Operations per check, and requests of one. */
const maxOperations = 1_000;
const maxRequests = 20;
/** Rows and changes of a table of releases. */
const maxCompatibility = 1_000;
/** Files of a package. */
const maxShipped = 2_000;
const maxTextLength = 4_096;
const maxCharacters = 8 * 1024 * 1024;

/**
 * Limits the size of a verification and escapes its texts, so that it can be stored.
 */
export function boundVerification(verification: Verification): Verification {
  const room = { left: maxCharacters };
  return {
    ...verification,
    summary: cutText(verification.summary),
    packageName: cutText(verification.packageName),
    checks: verification.checks.map((check) => boundReport(check, room)),
  };
}

/**
 * Limits the report of a check.
 * @param room characters left for findings; reduced by this report
 */
export function boundReport(check: CheckReport, room = { left: maxCharacters }): CheckReport {
  const findings: Finding[] = [];
  for (const finding of check.findings) {
    const short = shortFinding(finding);
    const size = JSON.stringify(short).length;
    if (findings.length === maxFindings || size > room.left) break;
    room.left -= size;
    findings.push(short);
  }
  const cut = check.findings.length - findings.length;
  const message = cut === 0 ? check.message : `${check.message ?? ''} (${counted(cut, 'more finding')} omitted)`.trim();
  const operations = check.operations && boundOperations(check.operations, room);
  const notChecked = check.notChecked
    ?.slice(0, maxParts)
    .map(({ reason, what }) => ({ reason: cutText(reason), ...(what !== undefined && { what: cutText(what) }) }));
  return {
    ...check,
    ...(message !== undefined && { message: cutText(message) }),
    ...(notChecked && { notChecked }),
    ...(operations && { operations }),
    ...(check.shipped && { shipped: boundShipped(check.shipped) }),
    ...(check.compatibility && { compatibility: boundCompatibility(check.compatibility) }),
    findings,
  };
}

/** Those that fit, findings come first. */
function boundOperations(operations: readonly Operation[], room: { left: number }): Operation[] {
  const kept: Operation[] = [];
  for (const operation of operations) {
    const { node, resource, operation: name, reason, requests, output } = operation;
    const short = {
      ...operation,
      node: cutText(node),
      ...(resource !== undefined && { resource: cutText(resource) }),
      ...(name !== undefined && { operation: cutText(name) }),
      ...(reason !== undefined && { reason: cutText(reason) }),
      requests: requests.slice(0, maxRequests).map(({ method, url, credential, answer }) => ({
        method: cutText(method),
        url: cutText(url),
        ...(credential !== undefined && { credential: cutText(credential) }),
        ...(answer !== undefined && answer.length <= maxTextLength && { answer: cutText(answer) }),
      })),
      ...(output !== undefined && { output: cutText(output) }),
    };
    const size = JSON.stringify(short).length;
    if (kept.length === maxOperations || size > room.left) break;
    room.left -= size;
    kept.push(short);
  }
  return kept;
}

function boundShipped({ files, folders, unknown }: Shipped): Shipped {
  const isCut = files.length > maxShipped;
  const why = isCut ? `only the first ${maxShipped} files are stored` : unknown;
  return {
    files: files.slice(0, maxShipped).map(({ path, source, ...rest }) => ({
      path: cutText(path),
      ...rest,
      ...(source !== undefined && { source: cutText(source) }),
    })),
    ...((folders || isCut) && { folders: isCut ? [] : (folders ?? []).slice(0, maxParts).map(cutText) }),
    ...(why !== undefined && { unknown: cutText(why) }),
  };
}

/** A check has few releases and rows; only the names are the project's. */
function boundCompatibility({ rows, changes, ...rest }: Compatibility): Compatibility {
  const short = <T extends { name: string }>(all: readonly T[]): T[] =>
    all.slice(0, maxCompatibility).map((one) => ({ ...one, name: cutText(one.name) }));
  return { ...rest, rows: short(rows), changes: short(changes) };
}

function shortFinding(finding: Finding): Finding {
  const { edit, ...shown } = finding;
  const { message, file, evidence, fix } = shown;
  return {
    ...shown,
    ...(edit && edit.text.length <= maxTextLength && { edit }),
    message: cutText(message),
    ...(file !== undefined && { file: cutText(file) }),
    ...(evidence !== undefined && { evidence: cutText(evidence) }),
    ...(fix !== undefined && { fix: cutText(fix) }),
  };
}

/** Escapes and truncates a text. */
function cutText(text: string): string {
  const shown = printable(text.slice(0, maxTextLength + 1), { lines: true });
  return shown.length > maxTextLength ? `${shown.slice(0, maxTextLength)}…` : shown;
}
