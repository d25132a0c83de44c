import { docs } from '../../../docs-links.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { type Plain, shownTexts } from '../../../model/parameters/plain.ts';
import { dependencyRanges } from '../../../project/manifest/manifest-fields.ts';
import type { CredentialRule } from '../credential-subject.ts';

export const fieldUnused: CredentialRule = {
  code: 'credentials-field-unused',
  title: 'Field of the credential is never used',
  severity: 'warning',
  why: 'Neither the credential nor a node reads the field: what users enter is not sent. If the service needs it, as the user name of basic authentication, it rejects every request.',
  fix: 'Send the field in `authenticate` or in the requests, or remove it.',
  bad: "properties: [{ name: 'username', … }, { name: 'apiKey', … }]\nconst token = Buffer.from(credentials.apiKey).toString('base64');",
  good: "properties: [{ name: 'username', … }, { name: 'apiKey', … }]\nconst token = Buffer.from(credentials.username + ':' + credentials.apiKey).toString('base64');",
  docs: docs.credentialFiles,
  *check({ credential, all, timesMentioned, areAllUsed }) {
    const { description, fields, methods } = credential;
    const authenticates = methods.has('authenticate') || description['authenticate'] !== undefined;
    // A package that it depends on may get all fields.
    const others = Object.keys(dependencyRanges(all.manifest)).filter((one) => one !== 'n8n-workflow');
    if (!authenticates || areAllUsed || !credential.complete || credential.partial) return;
    // n8n itself reads the fields of its own credentials.
    if (credential.extends.length > 0 || others.length > 0 || fields.parameters.some(isLoose)) return;
    for (const field of fields.parameters) {
      if (
        field.type !== 'string' ||
        ofN8n.test(field.name) ||
        ofUser.test(shownTexts(field.raw).join('\n')) ||
        isNamed(description, field)
      )
        continue;
      if (timesMentioned(field.name) > 0) continue;
      yield { message: `"${field.path}" is never used`, about: { object: field.raw } };
    }
  },
};

/** A field that holds others. */
const isLoose = ({ inner, type }: Parameter): boolean => inner.length > 0 || type === 'json';

/** `DOMAIN_RESTRICTION_FIELDS` of n8n-workflow */
const ofN8n = /^allowed(?:HttpRequest)?Domains$/;

/** What users write down for themselves. */
const ofUser = /\bnotes?\b|\bcomments?\b|\blabel\b|\breference\b|\bdescription\b|\binternal\b|\boptional\b/i;

/** Whether the description has the name of a field anywhere else: in an expression, or as a condition. */
function isNamed(description: Plain, { raw, name }: Parameter): boolean {
  const { properties, ...rest } = description;
  const others = Array.isArray(properties) ? properties.filter((one) => one !== raw) : [];
  return [...JSON.stringify([rest, others]).matchAll(/[\w$]+/g)].some(([word]) => word === name);
}
