import { setImmediate } from 'node:timers/promises';
import { docs } from '../../docs-links.ts';
import { fieldsOfCredential, type OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { Expressions } from '../../model/expressions/parse-expressions.ts';
import { IconFiles } from '../../model/icons/icon-files.ts';
import { displayWatchers } from '../../shared-rules/display-rules.ts';
import { expressionWatchers } from '../../shared-rules/expression-rules.ts';
import type { FieldOwner, FieldWords } from '../../shared-rules/field-owner.ts';
import { iconWatchers } from '../../shared-rules/icon-rules.ts';
import { shapeWatchers } from '../../shared-rules/shape-rules.ts';
import { overOwners, type Seen, seeAll } from '../../shared-rules/sighting.ts';
import { valueWatchers } from '../../shared-rules/value-rules.ts';
import type { CredentialSubject, CredentialWatcher } from './credential-subject.ts';
import { identityWatchers } from './rules/identity-rules.ts';
import { oauthWatchers } from './rules/oauth-rules.ts';
import { secretWatchers } from './rules/secret-rules.ts';
import { serviceWatchers } from './rules/service-rules.ts';

const words: FieldWords = { check: 'credentials', field: 'field', owner: 'credential', docs: docs.credentialFiles };

const aboutFields = [...shapeWatchers(words), ...displayWatchers(words), ...valueWatchers(words)];
const aboutExpressions = expressionWatchers({ check: 'credentials', docs: docs.credentialFiles });
const aboutIcons = iconWatchers({ check: 'credentials', owner: 'credential', docs: docs.icons });

/** Every rule about what a credential says of itself. */
export const credentialWatchers: readonly CredentialWatcher[] = [
  ...identityWatchers,
  ...secretWatchers,
  ...serviceWatchers,
  ...oauthWatchers,
  ...aboutFields.map((watcher) => overOwners(watcher, ({ fieldOwners }: CredentialSubject) => fieldOwners)),
  ...aboutExpressions.map((watcher) =>
    overOwners(watcher, ({ expressionOwners }: CredentialSubject) => expressionOwners),
  ),
  ...aboutIcons.map((watcher) => ({
    ...watcher,
    see: ({ credential, icons }: CredentialSubject) => watcher.see({ description: credential.description, icons }),
  })),
];

const fieldOwnerOf = ({ fields, reachability, partial }: DescribedCredential): FieldOwner => ({
  fields,
  reachability,
  versions: [],
  beside: [],
  partial,
});

function expressionOwnerOf({ name, description }: DescribedCredential, own: OwnCredentials, expressions: Expressions) {
  const fields = fieldsOfCredential(name, own);
  const hasField = fields && ((field: string) => fields.has(field));
  return { description, expressions, hasField, hasParameter: undefined, ignoresRequests: false };
}

/** What the rules see in the credentials of a package. */
export async function credentialSightings(all: DescribedPackage): Promise<Seen[]> {
  const own = new Map(all.credentials.map((credential) => [credential.name, credential]));
  const pictures = new IconFiles(all);
  const known = await iconsOfNodes(all, pictures);
  const seen: Seen[] = [];
  for (const credential of all.credentials) {
    // Other runs share this process.
    await setImmediate();
    const named = await pictures.of(credential.description, credential.declaredPath);
    // What is wrong with a picture that a node names as well is told of the node.
    const icons = named.filter(({ file }) => file === undefined || !known.has(file));
    const subject: CredentialSubject = {
      credential,
      all,
      own,
      icons,
      fieldOwners: [fieldOwnerOf(credential)],
      expressionOwners: [expressionOwnerOf(credential, own, all.expressions)],
    };
    seen.push(...seeAll(credentialWatchers, subject, credential.file));
  }
  return seen;
}

async function iconsOfNodes({ nodes }: DescribedPackage, pictures: IconFiles): Promise<Set<string>> {
  const files = new Set<string>();
  for (const { base, versions, declaredPath } of nodes) {
    for (const description of [base ?? {}, ...versions.map((version) => version.description)]) {
      for (const { file } of await pictures.of(description, declaredPath)) if (file !== undefined) files.add(file);
    }
  }
  return files;
}
