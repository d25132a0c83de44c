import type { Service } from '../../../../kernel/check.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { isTestFile } from '../../project/test-file.ts';

/** A mention, with the name if it is constant. */
const read = /\bgetCredentials\b(?:<[^()]{0,200}>)?(?:\(\s*(['"`])([\w-]{1,200})\1)?/g;

/**
 * Whether code may read a credential by its name. Also true where the sources are not known, read credentials by names that
 * are not constant, or use dependencies, which may read them.
 */
export const credentialReads: Service<(credential: string) => boolean> = {
  name: 'credentials that the sources read',
  async create({ manifest, service }) {
    const texts = sourcesOf(await service(scriptReach));
    const isOpen = texts.length === 0 || Object.keys(recordOf(manifest?.['dependencies']) ?? {}).length > 0;
    const names = new Set(texts.flatMap((text) => [...text.matchAll(read)].map(([, , name]) => name)));
    return (credential) => isOpen || names.has(undefined) || names.has(credential);
  },
};

/** `{ ...credentials }`, `JSON.stringify(creds)`, `body: credentials`, `credentials[field]`, of whatever name and case. */
const whole =
  /\.\.\.\s{0,9}\(?(?:await\b|\w{0,60}cred)|\b(?:stringify|entries|values|keys|assign|fromEntries)\([^()]{0,80}cred|\b(?:body|qs|form|data|headers|auth)\s{0,9}[:=]\s{0,9}\w{0,60}cred\w{0,60}\b(?!\s{0,9}[.?[(])|cred\w{0,60}\s{0,9}\[(?!\s{0,9}['"`\]])/i;

/** What else holds a credential: `const login = await this.getCredentials(…)`, `const { baseUrl, ...login } =`. */
const held =
  /\b(?!\w{0,60}cred)(\w{1,60})(?::\s{0,9}[^=;]{1,80})?\s{0,9}=\s{0,9}\(?await\s[^;=]{0,60}getCredentials|\.\.\.\s{0,9}(\w{1,60})\s{0,9}\}\s{0,9}=/gi;

/** Whether code hands on, as a whole, what holds a credential under another name. */
function handsOn(text: string): boolean {
  const rest = text.replace(held, '');
  return [...text.matchAll(held)].some(([, name, others]) => {
    const uses = new RegExp(`(?<![.\\w])${name}\\b(?!\\s{0,9}(?:\\??\\.|\\[\\s{0,9}['"]|=|:))`);
    return others !== undefined || uses.test(rest);
  });
}

/** Whether code may use all fields of a credential without their names. Also true where the sources are not known. */
export const usesWholeCredentials: Service<boolean> = {
  name: 'whether the sources use all fields of credentials',
  async create({ service }) {
    const texts = sourcesOf(await service(scriptReach));
    return texts.length === 0 || texts.some((text) => whole.test(text) || handsOn(text));
  },
};

const sourcesOf = (reach: { texts: ReadonlyMap<string, string> } | undefined): string[] =>
  [...(reach?.texts ?? [])].flatMap(([path, text]) => (path.endsWith('.json') || isTestFile(path) ? [] : [text]));
