import type { Finding } from '../kernel/finding.ts';
import type { NotChecked } from '../kernel/not-checked.ts';
import { printable } from '../kernel/printable.ts';
import type { CheckReport, Verification } from '../kernel/result.ts';

/** Limits of a stored result: findings per check, characters per text and of all findings. */
const maxFindings = 2_000;
/** Parts that were not checked, per check. */
const maxParts = 100;
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

function shortPart({ reason, what }: NotChecked): NotChecked {
  return { reason: cutText(reason), ...(what !== undefined && { what: cutText(what) }) };
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
  const message =
    cut === 0
      ? check.message
      : `${check.message ?? ''} (${cut} more ${cut === 1 ? 'finding' : 'findings'} omitted)`.trim();
  const notChecked = check.notChecked?.slice(0, maxParts).map(shortPart);
  return {
    ...check,
    ...(message !== undefined && { message: cutText(message) }),
    ...(notChecked && { notChecked }),
    findings,
  };
}

function shortFinding(finding: Finding): Finding {
  const { message, file, evidence, fix } = finding;
  return {
    ...finding,
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
