import type { Service } from '../../../../kernel/check.ts';
import { docs } from '../../docs-links.ts';
import { fieldsOfCredential, isOAuth, type OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import { type DescribedNode, displayOfCredential } from '../../model/descriptions/described-node.ts';
import { type DescribedPackage, describedPackage } from '../../model/descriptions/described-package.ts';
import type { Expressions } from '../../model/expressions/parse-expressions.ts';
import { IconFiles } from '../../model/icons/icon-files.ts';
import { credentialReads } from '../../model/sources/credential-reads.ts';
import { mentions } from '../../model/sources/mentions.ts';
import { overParts } from '../../rule.ts';
import {
  type DescribedFindings,
  describedFindings,
  describedViolations,
} from '../../shared-rules/described-violations.ts';
import { displayRules } from '../../shared-rules/display-rules.ts';
import type { ExpressionOwner } from '../../shared-rules/expression-owner.ts';
import { expressionRules, trueExpression, unknownParameter } from '../../shared-rules/expression-rules.ts';
import type { FieldOwner, FieldWords } from '../../shared-rules/field-owner.ts';
import { iconRules } from '../../shared-rules/icon-rules.ts';
import { shapeRules } from '../../shared-rules/shape-rules.ts';
import { valueRules } from '../../shared-rules/value-rules.ts';
import { codexOf } from './codex.ts';
import { addedParameters, type NodeRule, type NodeSubject } from './node-subject.ts';
import { reachedAsks } from './reached-asks.ts';
import { rules } from './rules/index.ts';

const words: FieldWords = { check: 'nodes', field: 'parameter', owner: 'node', docs: docs.uiElements };

const aboutFields = [...shapeRules(words), ...displayRules(words), ...valueRules(words)];
const aboutExpressions = [
  ...expressionRules({ check: 'nodes', docs: docs.expressions }),
  unknownParameter(docs.expressions),
  trueExpression(docs.expressions),
];
const aboutIcons = iconRules({ check: 'nodes', owner: 'node', docs: docs.icons });

/** Every rule about the description of a node. */
export const nodeRules: readonly NodeRule[] = [
  ...rules,
  ...aboutFields.map((rule) => overParts(rule, ({ fieldOwners }: NodeSubject) => fieldOwners)),
  ...aboutExpressions.map((rule) => overParts(rule, ({ expressionOwners }: NodeSubject) => expressionOwners)),
  ...aboutIcons.map((rule) => overParts(rule, (subject: NodeSubject) => [iconOwnerOf(subject)])),
];

function fieldOwnersOf(
  { versions, partial }: DescribedNode,
  { isMentioned, ...shared }: Pick<FieldOwner, 'versionsOfAll' | 'asked'> & Pick<CodeReads, 'isMentioned'>,
): FieldOwner[] {
  return versions.map(({ parameters, reachability, numbers, credentials, isDeclarative }) => ({
    fields: parameters,
    reachability,
    versions: numbers,
    ...shared,
    // n8n itself reads those of a declarative node.
    ...(!isDeclarative && { mayRead: isMentioned }),
    partial,
    dependents: credentials.map((credential) => ({
      path: `credential ${credential.name}`,
      raw: credential.raw,
      display: displayOfCredential(credential),
    })),
  }));
}

/** A part of a request that n8n sends only for nodes without their own code; options are loaded for every node. */
const ofRequest = /^(?!.*\bloadOptions\.)(?:.*\.)?(?:routing|requestDefaults|requestOperations)\./;

function expressionOwnersOf({ versions, partial }: DescribedNode, own: OwnCredentials, expressions: Expressions) {
  return versions.map(({ description, parameters, credentials, isDeclarative }): ExpressionOwner => {
    const fields = credentials.map(({ name }) => fieldsOfCredential(name, own));
    return {
      description,
      expressions,
      ignored: isDeclarative ? undefined : ofRequest,
      isSigned: credentials.length > 0 && credentials.every(({ name }) => isOAuth(name, own) === true),
      // Such names refer to siblings of the parameter.
      hasParameter:
        parameters.complete && !partial
          ? (name) => name.startsWith('&') || parameters.named.has(name) || addedParameters.has(name)
          : undefined,
      hasField:
        fields.length === 0 || fields.includes(undefined)
          ? undefined
          : (name) => fields.some((known) => known?.has(name)),
      named(owner, name) {
        const levels =
          owner === '$parameter' ? [parameters] : credentials.map((credential) => own.get(credential.name)?.fields);
        const found = levels.map((level) => (level?.complete ? (level.named.get(name) ?? []) : undefined));
        return found.every((some) => some !== undefined) ? found.flat() : undefined;
      },
    };
  });
}

function iconOwnerOf({ node, icons }: NodeSubject) {
  const [first] = node.versions;
  return { description: node.base ?? first?.description ?? {}, icons };
}

/** Undefined if some are unknown. */
function versionsOfAll({ nodes, unknown }: DescribedPackage): readonly number[] | undefined {
  const all = nodes.flatMap(({ versions }) => versions.flatMap(({ numbers }) => numbers));
  const known = all.filter((number) => typeof number === 'number');
  const isKnown = unknown.every(({ path }) => path.includes('.credentials.')) && known.length === all.length;
  return isKnown ? [...new Set(known)] : undefined;
}

interface CodeReads extends Pick<FieldOwner, 'asked'>, Pick<NodeSubject, 'mayRead'> {
  isMentioned(parameter: string): boolean;
}

/**
 * The nodes of a package as rules see them, each with its file.
 * @param code what it reads: names of parameters without a fallback value, credentials, and words
 */
export async function* nodeSubjects(
  all: DescribedPackage,
  { asked = new Set(), mayRead = () => true, isMentioned = () => true }: Partial<CodeReads> = {},
): AsyncGenerator<readonly [subject: NodeSubject, file: string]> {
  const own = new Map(all.credentials.map((credential) => [credential.name, credential]));
  const pictures = new IconFiles(all);
  const shared = { versionsOfAll: versionsOfAll(all), asked, isMentioned };
  for (const node of all.nodes) {
    const descriptions = [node.base ?? {}, ...node.versions.map(({ description }) => description)];
    const icons = await Promise.all(descriptions.map((description) => pictures.of(description, node.declaredPath)));
    const subject = {
      node,
      all,
      own,
      mayRead,
      icons: [...new Map(icons.flat().map((icon) => [icon.reference, icon])).values()],
      codex: await codexOf(node, all),
      fieldOwners: fieldOwnersOf(node, shared),
      expressionOwners: expressionOwnersOf(node, own, all.expressions),
    };
    yield [subject, node.file];
  }
}

/** What is wrong with the descriptions of nodes. */
export const nodeFindings: Service<DescribedFindings> = {
  name: 'findings about nodes',
  async create(context) {
    const all = await context.service(describedPackage);
    const { asks } = await context.service(reachedAsks);
    const needed = asks.filter(({ kind, fallback }) => kind === 'parameter' && !fallback);
    const asked = new Set(needed.map(({ name }) => name));
    const mayRead = await context.service(credentialReads);
    const isMentioned = await context.service(mentions);
    const subjects = nodeSubjects(all, { asked, mayRead, isMentioned });
    return describedFindings(context, await describedViolations(nodeRules, subjects));
  },
};
