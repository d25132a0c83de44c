import { docs } from '../../../docs-links.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { shown, textOf } from '../../../model/parameters/plain.ts';
import type { CredentialRule } from '../credential-subject.ts';

export const oauthTokenRegion: CredentialRule = {
  code: 'credentials-oauth-token-region',
  title: 'OAuth2 credential gets the token of one region only',
  severity: 'warning',
  why: 'The authorization URL depends on the region that users select, but the access token URL is always that of the same region. A service does not know the codes and refresh tokens of its other regions: users there cannot connect.',
  fix: 'Select the host of `accessTokenUrl` with the expression that selects the host of `authUrl`.',
  bad: 'authUrl: \'=https://{{$self.region === "eu" ? "eu." : ""}}acme.example/oauth/authorize\'\naccessTokenUrl: \'https://acme.example/oauth/token\'',
  good: 'authUrl: \'=https://{{$self.region === "eu" ? "eu." : ""}}acme.example/oauth/authorize\'\naccessTokenUrl: \'=https://{{$self.region === "eu" ? "eu." : ""}}acme.example/oauth/token\'',
  docs: docs.credentialFiles,

  *check({ credential: { extends: parents, fields } }) {
    if (!parents.includes('oAuth2Api')) return;
    const [authUrl, tokenUrl] = ['authUrl', 'accessTokenUrl'].map((name) => onlyField(fields.named.get(name)));
    const token = textOf(tokenUrl?.raw['default']) ?? '';
    const asking = textOf(authUrl?.raw['default']) ?? '';
    if (!tokenUrl || token.includes('{{') || !asking.startsWith('=')) return;
    const [name, ...others] = new Set([...asking.matchAll(selfField)].map(([, dotted, quoted]) => dotted ?? quoted));
    const selector = name !== undefined && others.length === 0 ? onlyField(fields.named.get(name)) : undefined;
    if (!name || !selector || !ofRegion.test(name)) return;
    const hosts = (selector.choices ?? []).map(({ value }) => hostOf(resolved(asking.slice(1), value)));
    const own = hostOf(token.replace(/^=/, ''));
    // A host of its own may give the tokens of all regions.
    if (own === undefined || hosts.includes(undefined) || !hosts.includes(own)) return;
    const other = hosts.find((one) => one !== own);
    if (other === undefined) return;
    yield {
      message: `accessTokenUrl: the host is always ${shown(own)}, although authUrl has ${shown(other)} for another value of ${shown(name)}`,
      about: { object: tokenUrl.raw },
    };
  },
};

/** Names of fields that say where an account is. */
const ofRegion = /region|data_?cent(?:er|re)|location|country|cluster|zone|^dc$/i;

const onlyField = ([field, ...others]: readonly Parameter[] = []): Parameter | undefined =>
  others.length === 0 ? field : undefined;

const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : URL.parse(url)?.host || undefined;

/** `$self.region`, `$self["region"]` */
const selfField = /\$self(?:\??\.([\w$]+)|\[\s*["']([\w$]+)["']\s*\])/g;

/** A text with what its expressions give for a value of a field; undefined where one is not understood. */
function resolved(text: string, value: unknown): string | undefined {
  let isKnown = true;
  const made = text.replace(/\{\{([^{}]*)\}\}/g, (_, expression: string) => {
    const result = resultOf(expression.replace(selfField, '$'), value);
    isKnown &&= result !== undefined;
    return String(result ?? '');
  });
  return isKnown ? made : undefined;
}

/** `$ === "eu" ? "eu." : …`, where `$` is the field. */
const choice =
  /^\$\s{0,9}([!=])==?\s{0,9}(["'])([^"'\\]{0,200})\2\s{0,9}\?\s{0,9}(["'])([^"'\\]{0,200})\4\s{0,9}:(.{1,2000})$/s;
const literal = /^(["'])([^"'\\]*)\1$/;

function resultOf(expression: string, value: unknown): unknown {
  const text = expression.trim();
  if (text === '$') return value;
  const [, , own] = literal.exec(text) ?? [];
  if (own !== undefined) return own;
  const [, sign, , compared, , chosen, rest] = choice.exec(text) ?? [];
  if (rest === undefined) return undefined;
  return (value === compared) === (sign === '=') ? chosen : resultOf(rest, value);
}
