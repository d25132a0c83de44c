import { docs } from '../../../docs-links.ts';
import { fieldsOfCredential } from '../../../model/descriptions/credential-fields.ts';
import type { Level } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, shown } from '../../../model/parameters/plain.ts';
import { SlipSearch } from '../../../model/parameters/slip-search.ts';
import type { RunsWhen } from '../../../model/sources/comparisons.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';
import { fieldHint, fieldsNamed } from '../field-hint.ts';
import { addedParameters } from '../node-subject.ts';
import { collectionFieldUnknown, isCollection, namesIn, ofObjects } from './collection-field-unknown.ts';
import { comparedValueUnknown, offeredFor } from './compared-value-unknown.ts';
import { parameterValueUnused } from './parameter-value-unused.ts';
import { staticDataUnknown } from './static-data-unknown.ts';

const parameterUnknown: Rule<AskSubject> = {
  code: 'nodes-parameter-unknown',
  title: 'Code reads an unknown parameter',
  severity: 'error',
  why: 'n8n throws "Could not get parameter", so the operation always fails. If the call has a fallback value, it always returns that value; `getCurrentNodeParameter` returns undefined.',
  fix: 'Use the name in the description, with the path of its collection: `additionalFields.tags`.',
  bad: "this.getNodeParameter('orderID', itemIndex)   with a parameter `orderId`",
  good: "this.getNodeParameter('orderId', itemIndex)   with a parameter `orderId`",
  docs: docs.nodeMethods,
  *check({ asks, all }) {
    const levels = versionsOf(all).map(({ parameters }) => parameters);
    if (levels.length === 0 || !levels.every(({ complete }) => complete)) return;
    const names = new Set(levels.flatMap(({ named }) => [...named.keys()]));
    const slips = new SlipSearch();
    const offered = offeredBy(levels);
    const declared = new Set(all.nodes.map(({ declaredPath }) => nodeFileName(declaredPath)));
    for (const { kind, name, fallback, isCurrent = false, selected = [], listMethod, file, line, column } of asks) {
      const missing = kind === 'parameter' ? missingPart(name, levels) : undefined;
      if (missing === undefined) continue;
      if (mayBeNode(file) && !declared.has(nodeFileName(file))) continue;
      // Code for a resource or an operation that users cannot select never runs.
      if (offered && selected.some((values) => !values.some((value) => offered.has(value)))) continue;
      // It was a parameter once, and is a field now: what is read is a value that old workflows have.
      const fields = fieldsNamed(missing, levels);
      const [field] = fields;
      const isLeft = field !== undefined && isLeftOut(field.path, asks);
      const meant = fallback && field !== undefined ? undefined : slips.meantBy(missing, names);
      const inGroup = missing.includes('.') && holdsGroups(missing, levels);
      // Shared code may use a fallback value for parameters of other nodes.
      if (fallback && meant === undefined && !inGroup && !isLeft) continue;
      // Where code asks, with a fallback, for a mode that the node does not have, what it reads in other modes is never read.
      if (!fallback && asks.some((one) => one.file === file && isUnknownMode(one, levels))) continue;
      // What the user enters is ignored, unless the same file also reads the group that exists.
      const others = asks.filter((one) => one.kind === 'parameter' && one.file === file);
      const isIgnored = inGroup && !others.some((one) => leadsInto(one.name, missing, levels));
      // One that other code reads may be of another operation.
      const isOwn = !asks.some((one) => one.kind === 'parameter' && one.name === meant && one.file !== file);
      const hint =
        isOwn && meant !== undefined ? slipHint(meant) : fieldHint(fields, { selected, isCurrent, listMethod }, levels);
      const message = `Parameter ${shown(missing)} is not defined in any node${hint}`;
      yield {
        message,
        file,
        line,
        column,
        evidence: name,
        ...((fallback || isCurrent) && !isIgnored && { severity: 'warning' }),
      };
    }
  },
};

/** Whether a file may be a node with a description of its own: versions of a node are imported by it. */
const mayBeNode = (file: string) => /\.node\.[jt]s$/.test(file) && !/v\d+(?:\.node\.[jt]s$|\/)/i.test(file);

/** `Acme.node` of a source, or of what is shipped. */
const nodeFileName = (path: string) => path.replace(/^.*\//, '').replace(/\.[jt]s$/, '');

/** Whether code reads something that selects what it does next, and that no node has. */
const isUnknownMode = ({ kind, name, fallback }: AskSubject['asks'][number], levels: readonly Level[]): boolean =>
  kind === 'parameter' && fallback === true && /mode|type$/i.test(name) && missingPart(name, levels) !== undefined;

/** Whether code reads fields of a collection one by one, and never this one. @param path `additionalFields.tags` */
function isLeftOut(path: string, asks: AskSubject['asks']): boolean {
  const [collection, ...field] = path.split('.');
  const uses = asks.filter((one) => /^(?:entry|assigned|whole)$/.test(one.kind) && one.collection === collection);
  return (
    uses.length > 0 && !uses.some(({ kind }) => kind === 'whole') && !uses.some(({ name }) => name === field.join('.'))
  );
}

/** The resources and operations that users can select; undefined if not all are known. */
function offeredBy(levels: readonly Level[]): ReadonlySet<unknown> | undefined {
  const selections = levels.flatMap(({ named }) => ['resource', 'operation'].flatMap((name) => named.get(name) ?? []));
  if (selections.length === 0 || selections.some(({ choices }) => choices === undefined)) return undefined;
  return new Set(selections.flatMap(({ choices = [] }) => choices.map(({ value }) => value)));
}

const credentialUndeclared: Rule<AskSubject> = {
  code: 'nodes-credential-undeclared',
  title: 'Code reads an undeclared credential',
  severity: 'error',
  why: 'n8n gives a node only the credentials in its description, and throws for any other.',
  fix: 'Add the credential to `credentials` in the description, or correct the name.',
  bad: "await this.getCredentials('acmeAPI')   with `credentials: [{ name: 'acmeApi' }]`",
  good: "await this.getCredentials('acmeApi')   with `credentials: [{ name: 'acmeApi' }]`",
  docs: docs.nodeDescription,
  *check({ asks, all }) {
    const versions = versionsOf(all);
    const lists = versions.map(({ description }) => description['credentials']);
    if (versions.length === 0 || lists.some((list) => isUnknown(list) || listOf(list).some(isUnknown))) return;
    const declared = new Set(versions.flatMap(({ credentials }) => credentials.map(({ name }) => name)));
    for (const { kind, name, fallback, when = [], file, line, column } of asks) {
      if (kind !== 'credential' || declared.has(name) || fallback) continue;
      if (when.some((condition) => neverHolds(condition, all))) continue;
      yield { message: `Credential ${shown(name)} is not declared by any node`, file, line, column, evidence: name };
    }
  },
};

/** Whether no option of a parameter makes code run. */
function neverHolds({ parameter, value, isValue }: RunsWhen, all: AskSubject['all']): boolean {
  const offered = offeredFor({ kind: 'parameter', name: parameter }, all);
  return offered !== undefined && (isValue ? !offered.has(value) : offered.size === 1 && offered.has(value));
}

const credentialFieldUnknown: Rule<AskSubject> = {
  code: 'nodes-credential-field-unknown',
  title: 'Code reads an unknown field of a credential',
  severity: 'error',
  why: '`getCredentials` returns only the fields in `properties` of the credential. Any other field is undefined, so requests lack its value, or always have the one that the code uses instead. This is an error if the name looks like a misspelling of a field; otherwise a warning.',
  fix: 'Correct the name, add the field to `properties` of the credential, or remove the code if the field no longer exists.',
  bad: "const { apikey } = await this.getCredentials('acmeApi');   with a field `apiKey`",
  good: "const { apiKey } = await this.getCredentials('acmeApi');   with a field `apiKey`",
  docs: docs.credentialFiles,
  *check({ asks, all, mayRead }) {
    const own = new Map(all.credentials.filter(({ partial }) => !partial).map((one) => [one.name, one]));
    const slips = new SlipSearch();
    for (const { kind, name, credential = '', fallback, isDefaulted, file, line, column } of asks) {
      const fields = kind === 'field' && own.has(credential) ? fieldsOfCredential(credential, own) : undefined;
      if (!fields || fields.has(name) || ofObjects.has(name) || (fallback && !isDefaulted)) continue;
      // What is named so is not used.
      if (/^_+/.test(name) && fields.has(name.replace(/^_+/, ''))) continue;
      const meant = slips.meantBy(name, fields);
      // Instead of a field that nothing reads, the other value is always used.
      if (fallback && (meant === undefined || !hasSameLetters(name, meant) || mayRead(meant))) continue;
      const message = `Credential ${shown(credential)} has no field ${shown(name)}${meant === undefined ? '' : slipHint(meant)}`;
      // Code that is left over from a field that was removed may do without it.
      yield { message, file, line, column, evidence: name, ...(meant === undefined && { severity: 'warning' }) };
    }
  },
};

/** `baseURL`, `base_url` and `baseUrl` */
const hasSameLetters = (one: string, other: string) => lettersOf(one) === lettersOf(other);

const lettersOf = (name: string) => name.replace(/_/g, '').toLowerCase();

export const askRules: readonly Rule<AskSubject>[] = [
  parameterUnknown,
  credentialUndeclared,
  credentialFieldUnknown,
  collectionFieldUnknown,
  comparedValueUnknown,
  parameterValueUnused,
  staticDataUnknown,
];

const slipHint = (meant: string) => `; did you mean ${shown(meant)}?`;

/** The path up to the unknown name; undefined if the parameter may exist. */
function missingPart(path: string, levels: readonly Level[]): string | undefined {
  const [top = '', second] = path.split('.').map((part) => part.replace(/\[.*/s, ''));
  if (top === '' || top === 'options' || addedParameters.has(top)) return undefined;
  const found = levels.flatMap(({ named }) => named.get(top) ?? []);
  if (found.length === 0) return top;
  if (second === undefined || second === '') return undefined;
  if (found.every(({ type }) => type === 'resourceMapper'))
    return ofMapper.has(second) ? undefined : `${top}.${second}`;
  if (!found.every(isCollection)) return undefined;
  return found.some((parameter) => namesIn(parameter).has(second)) ? undefined : `${top}.${second}`;
}

const topOf = (path: string) => path.split('.')[0] ?? '';

/** Source: n8n-workflow 2.41, dist/types/interfaces.d.ts (`ResourceMapperValue`) */
const ofMapper: ReadonlySet<string> = new Set([
  ...['mappingMode', 'value', 'matchingColumns', 'schema', 'attemptToConvertTypes', 'convertFieldsToString'],
  'ignoreTypeMismatchErrors',
]);

/** Whether every parameter at the top of a path has parts with certain names: a fixed collection, or a resource mapper. */
function holdsGroups(path: string, levels: readonly Level[]): boolean {
  const types = levels.flatMap(({ named }) => named.get(topOf(path)) ?? []).map(({ type }) => type);
  return types.every((type) => type === 'fixedCollection' || type === 'resourceMapper');
}

/** Whether a path leads to the collection of another one, or to what that has. */
function leadsInto(path: string, other: string, levels: readonly Level[]): boolean {
  // Beside its value, a resource mapper tells how it was filled in.
  if (/\.(?:mappingMode|matchingColumns|schema)\b/.test(path)) return false;
  return topOf(path) === topOf(other) && missingPart(path, levels) === undefined;
}
