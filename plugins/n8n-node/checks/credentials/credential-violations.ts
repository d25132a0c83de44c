import type { Service } from '../../../../kernel/check.ts';
import { docs } from '../../docs-links.ts';
import { fieldsOfCredential, isOAuth, type OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import { type DescribedPackage, describedPackage } from '../../model/descriptions/described-package.ts';
import type { Expressions } from '../../model/expressions/parse-expressions.ts';
import { IconFiles } from '../../model/icons/icon-files.ts';
import { usesWholeCredentials } from '../../model/sources/credential-reads.ts';
import { timesMentioned, writtenTexts } from '../../model/sources/mentions.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { overParts } from '../../rule.ts';
import {
  type DescribedFindings,
  describedFindings,
  describedViolations,
} from '../../shared-rules/described-violations.ts';
import { displayRules } from '../../shared-rules/display-rules.ts';
import type { ExpressionOwner } from '../../shared-rules/expression-owner.ts';
import { expressionRules } from '../../shared-rules/expression-rules.ts';
import type { FieldOwner, FieldWords } from '../../shared-rules/field-owner.ts';
import { iconRules } from '../../shared-rules/icon-rules.ts';
import { shapeRules } from '../../shared-rules/shape-rules.ts';
import { valueRules } from '../../shared-rules/value-rules.ts';
import type { CredentialRule, CredentialSubject } from './credential-subject.ts';
import { rules } from './rules/index.ts';

const words: FieldWords = { check: 'credentials', field: 'field', owner: 'credential', docs: docs.credentialFiles };

const aboutFields = [...shapeRules(words), ...displayRules(words), ...valueRules(words)];
const aboutExpressions = expressionRules({ check: 'credentials', docs: docs.credentialFiles });
const aboutIcons = iconRules({ check: 'credentials', owner: 'credential', docs: docs.icons });

/** Every rule about the description of a credential. */
export const credentialRules: readonly CredentialRule[] = [
  ...rules,
  ...aboutFields.map((rule) => overParts(rule, ({ fieldOwners }: CredentialSubject) => fieldOwners)),
  ...aboutExpressions.map((rule) => overParts(rule, ({ expressionOwners }: CredentialSubject) => expressionOwners)),
  ...aboutIcons.map((rule) =>
    overParts(rule, ({ credential, icons }: CredentialSubject) => [{ description: credential.description, icons }]),
  ),
];

const fieldOwnerOf = ({ fields, reachability, partial }: DescribedCredential): FieldOwner => ({
  fields,
  reachability,
  versions: [],
  dependents: [],
  partial,
});

/**
 * Requests with an OAuth credential get the token of n8n instead.
 * Source: n8n-core 2.41, dist/execution-engine/node-execution-context/utils/request-helpers/authentication.js
 */
const ofAuthenticate = /^authenticate\./;

function expressionOwnerOf(
  { name, description, fields: level }: DescribedCredential,
  own: OwnCredentials,
  expressions: Expressions,
) {
  const fields = fieldsOfCredential(name, own);
  const hasField = fields && ((field: string) => fields.has(field));
  const ignored = isOAuth(name, own) === true ? ofAuthenticate : undefined;
  // Those of a parent are not its own.
  const named: ExpressionOwner['named'] = (owner, field) =>
    owner === '$credentials' && level.complete ? level.named.get(field) : undefined;
  return { description, expressions, hasField, hasParameter: undefined, named, ignored };
}

/** The credentials of a package as rules see them, each with its file. */
export async function* credentialSubjects(
  all: DescribedPackage,
  {
    isRead = () => false,
    timesMentioned: times = () => Number.POSITIVE_INFINITY,
    isWritten = () => true,
    areAllUsed = true,
  }: Partial<Pick<CredentialSubject, 'isRead' | 'timesMentioned' | 'isWritten' | 'areAllUsed'>> = {},
): AsyncGenerator<readonly [subject: CredentialSubject, file: string]> {
  const own = new Map(all.credentials.map((credential) => [credential.name, credential]));
  const pictures = new IconFiles(all);
  const known = await iconsOfNodes(all, pictures);
  for (const credential of all.credentials) {
    const named = await pictures.of(credential.description, credential.declaredPath);
    // An icon that a node uses as well is checked with the node, and so is a build that leaves out icons.
    const icons = named.filter(({ file, original, leftOut }) =>
      leftOut === undefined
        ? original === undefined || !known.originals.has(original)
        : file === undefined || !(known.files.has(file) || known.areLeftOut),
    );
    const subject = {
      credential,
      all,
      own,
      icons,
      isRead,
      timesMentioned: times,
      isWritten,
      areAllUsed,
      fieldOwners: [fieldOwnerOf(credential)],
      expressionOwners: [expressionOwnerOf(credential, own, all.expressions)],
    };
    yield [subject, credential.file];
  }
}

async function iconsOfNodes({ nodes }: DescribedPackage, pictures: IconFiles) {
  const [files, originals] = [new Set<string>(), new Set<string>()];
  let areLeftOut = false;
  for (const { base, versions, declaredPath } of nodes) {
    for (const description of [base ?? {}, ...versions.map((version) => version.description)]) {
      for (const { file, original, leftOut } of await pictures.of(description, declaredPath)) {
        if (file !== undefined) files.add(file);
        if (original !== undefined) originals.add(original);
        areLeftOut ||= leftOut !== undefined;
      }
    }
  }
  return { files, originals, areLeftOut };
}

/** What is wrong with the descriptions of credentials. */
export const credentialFindings: Service<DescribedFindings> = {
  name: 'findings about credentials',
  async create(context) {
    const all = await context.service(describedPackage);
    const { asks } = await context.service(sourceFacts);
    const fields = new Set(
      asks.flatMap(({ kind, credential, name }) => (kind === 'field' ? `${credential}.${name}` : [])),
    );
    const isRead = (credential: string, field: string) => fields.has(`${credential}.${field}`);
    const areAllUsed = await context.service(usesWholeCredentials);
    const reads = {
      isRead,
      timesMentioned: await context.service(timesMentioned),
      isWritten: await context.service(writtenTexts),
      areAllUsed,
    };
    return describedFindings(context, await describedViolations(credentialRules, credentialSubjects(all, reads)));
  },
};
