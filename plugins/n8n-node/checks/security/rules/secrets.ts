import { docs } from '../../../docs-links.ts';
import type { TextRule } from '../../../model/sources/source-rule.ts';

interface SecretKind {
  name: string;
  pattern: RegExp;
  /** Part of every match, to skip texts without it quickly. */
  hint?: string;
}

/**
 * Secrets with a recognizable format. Each pattern matches in linear time.
 * Sources: https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns and
 * the issuers' own pages.
 */
const kinds: readonly SecretKind[] = [
  { name: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36}\b/g },
  { name: 'GitHub token', hint: 'github_pat_', pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { name: 'GitLab token', hint: 'glpat-', pattern: /\bglpat-[\w-]{20}\b/g },
  { name: 'npm token', hint: 'npm_', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { name: 'Slack token', hint: 'xox', pattern: /\bxox[abprs]-\d{9,}-[\w-]{20,}\b/g },
  {
    name: 'Slack webhook',
    hint: 'hooks.slack.com',
    pattern: /https:\/\/hooks\.slack\.com\/services\/T\w{8,}\/B\w{8,}\/\w{20,}/g,
  },
  {
    name: 'Discord webhook',
    hint: '/api/webhooks/',
    pattern: /https:\/\/discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/g,
  },
  { name: 'Stripe key', hint: 'k_live_', pattern: /\b[sr]k_live_[A-Za-z0-9]{24,}\b/g },
  { name: 'OpenAI key', hint: 'T3BlbkFJ', pattern: /\bsk-(?:proj-|svcacct-)?[\w-]{20,}T3BlbkFJ[\w-]{20,}/g },
  { name: 'Anthropic key', hint: 'sk-ant-', pattern: /\bsk-ant-(?:api|admin)\d\d-[\w-]{80,}/g },
  { name: 'Google API key', hint: 'AIza', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { name: 'SendGrid key', hint: 'SG.', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g },
  { name: 'Telegram bot token', hint: ':AA', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { name: 'JSON Web Token', hint: 'eyJ', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g },
  {
    name: 'token in a header',
    hint: 'uthorization',
    // Hexadecimal, or of digits, small and capital letters.
    pattern:
      /\b[Aa]uthorization['"]?\s{0,4}[:=]\s{0,4}['"`](?:Bearer|Token|Basic|Bot) (?:[0-9a-f]{32,128}|(?=[\w|.~+/=-]{0,199}\d)(?=[\w|.~+/=-]{0,199}[a-z])(?=[\w|.~+/=-]{0,199}[A-Z])[\w|.~+/=-]{24,200})(?=['"`])/g,
  },
  {
    name: 'password in a URL',
    hint: '://',
    pattern:
      /\bhttps?:\/\/[\w.%+-]{1,64}:(?=[\w.~!*+%-]{0,63}\d)(?=[\w.~!*+%-]{0,63}[a-z])[\w.~!*+%-]{12,64}(?=@(?!(?:[\w-]{1,63}\.){0,4}example\.(?:com|net|org)\b))/gi,
  },
  {
    name: 'private key',
    hint: 'PRIVATE KEY',
    pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n|["'+])*[A-Za-z0-9+/=]{60,}/g,
  },
];

/** Sample secrets. */
const sample = /example|sample|dummy|placeholder|your|x{4,}|\*{3,}|\.{3}|0{8,}|123456789|abcdef|SflKxwRJSMeKKF2QT4fw/i;

/** Secrets in a text file of any kind. */
export const secretInSource: TextRule = {
  code: 'security-secret',
  title: 'Secret in the source code',
  severity: 'error',
  why: 'Everyone can read a published package, and bots find keys of well-known services within minutes.',
  fix: 'First revoke the secret, because it may have been read. Then remove it, and let users enter their own in a credential.',
  bad: "const token = 'ghp_…';   // a real one, 36 letters and digits",
  good: "const { token } = await this.getCredentials('acmeApi');",
  docs: docs.verification,
  supersededBy: ['@n8n/community-nodes/no-hardcoded-secrets'],
  *check(text) {
    for (const { name, pattern, hint } of kinds) {
      if (hint !== undefined && !text.includes(hint)) continue;
      for (const { 0: match, index } of text.matchAll(pattern)) {
        if (sample.test(match) || distinct(match) < 10) continue;
        const isOld = hasExpired(match);
        yield {
          message: `${isOld ? 'Expired' : 'Possible'} ${name} in the source code`,
          ...(isOld && { severity: 'warning' }),
          start: index,
          end: index + match.length,
          evidence: masked(match),
        };
      }
    }
  },
};

/** Whether it is a JSON Web Token that is no longer valid: https://datatracker.ietf.org/doc/html/rfc7519#section-4.1.4 */
function hasExpired(secret: string): boolean {
  const [, payload] = secret.startsWith('eyJ') ? secret.split('.') : [];
  const [, expiry] = /"exp"\s*:\s*(\d{9,11})\b/.exec(Buffer.from(payload ?? '', 'base64url').toString()) ?? [];
  return expiry !== undefined && Number(expiry) * 1000 < Date.now();
}

/** Enough to find the secret, but not to use it, because reports may be public. */
function masked(secret: string): string {
  return `${secret.slice(0, 12)}… (${secret.length} characters)`;
}

const distinct = (text: string) => new Set(text).size;
