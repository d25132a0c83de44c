import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import { templateNames } from '../../../project/manifest/package-name.ts';
import type { Rule, Violation } from '../../../rule.ts';

/** Owners and repositories of templates and guides. */
const repositories =
  /github\.com[/:](n8n-io\/n8n-nodes-starter|org\/repo|<|(your|my)[-_]?(user-?name|name|org|organi[sz]ation|account|company|github[\w-]*)\/|username\/)/i;
const homepages = /^https?:\/\/(www\.)?n8n\.io\/?$/i;
const people = /^(<.*>|your[ -]?name.*|(first|full)[ -]?name.*|author( name)?|john doe|jane doe)$/i;
const mail = /@(example\.(com|org|net)|(your-?)?(domain|company|email)\.com)$|^(your|you|email|name)@/i;
const descriptions = /^(an )?example (starter )?(module|nodes?)\b.*\bn8n\b|^your (node )?description|^TODO\b/i;

const leftOver: Rule<ManifestSubject> = {
  code: 'manifest-template-left',
  title: 'package.json still contains a value of the template',
  severity: 'error',
  why: 'n8n verifies a package only if its repository is that of the source and its author is the one who submits it. Users look for help where these fields point.',
  fix: 'Replace the value with that of your package.',
  bad: '"repository": { "type": "git", "url": "https://github.com/n8n-io/n8n-nodes-starter.git" }',
  good: '"repository": { "type": "git", "url": "git+https://github.com/acme/n8n-nodes-acme.git" }',
  docs: docs.verification,
  *check(subject) {
    const { manifest } = subject;
    const { name, description, homepage } = manifest;
    yield* left(subject, ['name'], name, templateNames);
    yield* left(subject, ['description'], description, descriptions, 'warning');
    yield* left(subject, ['homepage'], homepage, repositories);
    yield* left(subject, ['homepage'], homepage, homepages, 'warning');
    yield* leftIn(subject, 'author', 'name', people);
    yield* leftIn(subject, 'author', 'email', mail);
    yield* leftIn(subject, 'repository', 'url', repositories);
    yield* leftIn(subject, 'bugs', 'url', repositories, 'warning');
  },
};

/** A field that is an object or a string: npm allows both. */
function leftIn(
  subject: ManifestSubject,
  field: string,
  key: string,
  template: RegExp,
  severity?: 'warning',
): Generator<Violation> {
  const value = subject.manifest[field];
  if (field !== 'author' && typeof value === 'string') return left(subject, [field], value, template, severity);
  return left(subject, [field, key], recordOf(value)?.[key], template, severity);
}

function* left(
  { at }: ManifestSubject,
  path: readonly string[],
  value: unknown,
  template: RegExp,
  severity?: 'warning',
): Generator<Violation> {
  // n8n reports placeholders in angle brackets itself.
  if (typeof value !== 'string' || value.length > 500 || /<[^<>\n@]+>|\{\{/.test(value)) return;
  if (!template.test(value.trim())) return;
  yield {
    message: `${path.join('.')}: "${value}" is a placeholder`,
    ...at(...path),
    evidence: value,
    severity,
  };
}

export const templateRules = [leftOver];
