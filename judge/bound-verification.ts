import type { Finding } from '../kernel/finding.ts';
import type { NotChecked } from '../kernel/not-checked.ts';
import { printable } from '../kernel/printable.ts';
import type { CheckReport, Verification } from '../kernel/result.ts';

/** What a stored result may hold: findings of a check, characters of one text and of all findings together. */
const mostFindings = 2_000;
/** Parts of a check that it did not check; its message tells the first of each reason. */
const mostParts = 100;
const longestText = 4_096;
const mostCharacters = 8 * 1024 * 1024;

/**
 * A verification that fits into the store whatever the project made its checks say, its texts neutralised; what is cut
 * says so.
 */
export function boundVerification(verification: Verification): Verification {
  const room = { left: mostCharacters };
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
 * The same for one check.
 * @param room for findings, of which it takes some
 */
export function boundReport(check: CheckReport, room = { left: mostCharacters }): CheckReport {
  const findings: Finding[] = [];
  for (const finding of check.findings) {
    const short = shortened(finding);
    const size = JSON.stringify(short).length;
    if (findings.length === mostFindings || size > room.left) break;
    room.left -= size;
    findings.push(short);
  }
  const cut = check.findings.length - findings.length;
  const message =
    cut === 0
      ? check.message
      : `${check.message ?? ''} (${cut} more ${cut === 1 ? 'finding' : 'findings'} omitted)`.trim();
  const notChecked = check.notChecked?.slice(0, mostParts).map(shortPart);
  return {
    ...check,
    ...(message !== undefined && { message: cutText(message) }),
    ...(notChecked && { notChecked }),
    findings,
  };
}

function shortened(finding: Finding): Finding {
  const { message, file, evidence, fix } = finding;
  return {
    ...finding,
    message: cutText(message),
    ...(file !== undefined && { file: cutText(file) }),
    ...(evidence !== undefined && { evidence: cutText(evidence) }),
    ...(fix !== undefined && { fix: cutText(fix) }),
  };
}

/** Harmless to whoever shows it, and short. */
function cutText(text: string): string {
  const shown = printable(text.slice(0, longestText + 1), { lines: true });
  return shown.length > longestText ? `${shown.slice(0, longestText)}…` : shown;
}
