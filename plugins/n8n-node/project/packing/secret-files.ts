/** Names of files with secrets, without samples. */
const names =
  /(^|\/)(\.env(\.(?!example|sample|template|dist|defaults)[\w.-]+)?|\.npmrc|\.yarnrc(\.yml)?|\.netrc|\.pypirc|\.git-credentials|\.htpasswd|id_(rsa|dsa|ecdsa|ed25519)|credentials\.json|(?:service[-_]?account|client[-_]?secret)[\w.-]*\.json|[\w.-]+\.(pem|key|p12|pfx|jks|keystore|ppk|kdbx))$/i;

export function mayHoldSecrets(path: string): boolean {
  return names.test(path);
}

/** Why a file that is packed is not sent. */
export const holdsSecret = 'it contains a secret';

/** Why settings of npm with a token that git does not ignore are not sent. */
export const tokenInRepository = 'it contains a token';

/** The same, where git does not track the file yet. */
export const tokenNotIgnored = 'it contains a token and is not ignored';

/** Tokens of npm and GitHub, and those of older registries. */
const token =
  /^[ \t]*\/\/[^\s=]+:_authToken[ \t]*=[ \t]*["']?(?:npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})["']?\s*$/m;
const sample = /x{4}|0{8}|1234567|abcdef/i;

/** Whether settings of npm contain a token of the form that registries issue. */
export function holdsToken(settings: string): boolean {
  const [found] = token.exec(settings) ?? [];
  return found !== undefined && !sample.test(found);
}

/**
 * The line with a secret, in a file whose name suggests one; undefined without a secret: for a public key, a
 * placeholder, an empty setting.
 */
export function secretLineOf(path: string, text: string): number | undefined {
  const isSecret = testFor(path);
  const index = text.split(/\r\n|\n|\r/).findIndex((line) => isSecret(line.slice(0, 2000)));
  if (index >= 0) return index + 1;
  // Key stores are binary: their contents are unknown.
  return /\.(p12|pfx|jks|keystore|kdbx)$/i.test(path) && text.length > 0 ? 1 : undefined;
}

function testFor(path: string): (line: string) => boolean {
  if (/\.npmrc$|\.yarnrc(\.yml)?$/i.test(path))
    return (line) =>
      /(_authToken|_auth|_password|npmAuthToken|npmAuthIdent)\s*[=:]\s*["']?(?!\$\{|["']?$)\S{8,}/i.test(line);
  if (/(^|\/)\.env[^/]*$/i.test(path))
    return (line) =>
      /^\s*(export\s+)?\w*(key|token|secret|passw|pwd|auth|credential)\w*\s*=\s*["']?(?!\$|<|your|xxx|changeme)[^\s"']{8,}/i.test(
        line,
      );
  if (/\.json$/i.test(path))
    return (line) => /"private_key"\s*:\s*"-----BEGIN|"client_secret"\s*:\s*"[\w-]{16,}"/.test(line);
  if (/\.git-credentials$/i.test(path)) return (line) => /:\/\/[^:\s]+:[^@\s]+@/.test(line);
  if (/\.netrc$/i.test(path)) return (line) => /\bpassword\s+\S{4,}/.test(line);
  if (/\.pypirc$|\.htpasswd$/i.test(path)) return (line) => /^(password\s*[=:]\s*\S{8,}|[^:\s]+:\$\S+)/i.test(line);
  return (line) => /-----BEGIN [A-Z ]*PRIVATE KEY|PuTTY-User-Key-File/.test(line);
}
