import type { CheckContext } from '../../../../kernel/check.ts';
import { lintPass } from '../../n8n-lint/engine/lint-service.ts';

/** For each rule of ours the rules of n8n's linter that speak of the same fault when they point at the same place. */
const sameFault: Readonly<Record<string, readonly string[]>> = {
  'security-computed-require': ['@n8n/community-nodes/no-restricted-imports'],
  'security-indirect-eval': ['@n8n/community-nodes/no-dangerous-functions'],
  'security-hidden-global': ['@n8n/community-nodes/no-restricted-globals'],
  'security-certificates-ignored': ['@n8n/community-nodes/no-restricted-globals'],
  'security-secret-shown': ['no-console'],
  'security-secret': ['@n8n/community-nodes/no-hardcoded-secrets'],
  'security-unreadable-source': ['source-syntax', 'source-unlintable'],
};

interface Place {
  code: string;
  file: string;
  /** Absent for a file as a whole. */
  line?: number;
  endLine?: number;
}

/** Tells what n8n's own linter says already: of one fault the author hears once, by n8n's code. */
export class SaidByLint {
  readonly #context: CheckContext;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  async has({ code, file, line, endLine = line }: Place): Promise<boolean> {
    const codes = sameFault[code];
    if (!codes) return false;
    // That the linter failed is told where its own findings are.
    const findings = await this.#context.service(lintPass).catch(() => []);
    return findings.some((finding) => {
      if (finding.file !== file || !codes.includes(finding.code)) return false;
      if (line === undefined || endLine === undefined || finding.line === undefined) return true;
      return finding.line <= endLine && (finding.endLine ?? finding.line) >= line;
    });
  }
}
