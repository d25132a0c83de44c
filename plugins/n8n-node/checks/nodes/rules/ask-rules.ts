import type { Observation, Rule } from '../../../../../kernel/finding.ts';
import { docs } from '../../../docs-links.ts';
import type { DescribedPackage } from '../../../model/descriptions/described-package.ts';
import type { Level, Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { SlipSearch } from '../../../model/parameters/slip-search.ts';
import type { Ask } from '../../../model/sources/source-facts.ts';

/** Rules about what the code asks n8n for, against what the descriptions have. */
export const askRules: readonly Rule[] = [
  {
    code: 'nodes-parameter-unknown',
    title: 'The code asks for a parameter that no node has',
    severity: 'error',
    why: 'n8n answers "Could not get parameter": the operation fails whenever it is used. With a value to fall back to, it always takes that one.',
    fix: 'Write the name as the description has it, with the names that lead to it: `additionalFields.tags`.',
    bad: "this.getNodeParameter('orderID', itemIndex)   with a parameter `orderId`",
    good: "this.getNodeParameter('orderId', itemIndex)   with a parameter `orderId`",
    docs: docs.nodeMethods,
  },
  {
    code: 'nodes-credential-undeclared',
    title: 'The code asks for a credential that no node declares',
    severity: 'error',
    why: 'n8n gives a node only the credentials that its description lists: asked for another one it answers that the node does not have it.',
    fix: 'List the credential in `credentials` of the description, or correct the name.',
    bad: "await this.getCredentials('acmeAPI')   with `credentials: [{ name: 'acmeApi' }]`",
    good: "await this.getCredentials('acmeApi')   with `credentials: [{ name: 'acmeApi' }]`",
    docs: docs.nodeDescription,
  },
  {
    code: 'nodes-webhook-not-registered',
    title: 'A trigger does not register its webhook',
    severity: 'warning',
    why: 'n8n calls checkExists, create and delete when the workflow is activated and deactivated. Where they only return true nobody tells the service where to send its events: users have to enter the address by hand, and events go on when the workflow is off.',
    fix: 'Register the webhook in `create` and remove it in `delete`. Where the service has no way to do so, remove the methods and say in the description what to enter where.',
    bad: 'webhookMethods = { default: {\n  async checkExists() { return true; },\n  async create() { return true; },\n  async delete() { return true; },\n} };',
    good: 'webhookMethods = { default: {\n  async checkExists() { … },\n  async create() { … },\n  async delete() { … },\n} };',
    docs: docs.nodeMethods,
  },
];

/** What n8n adds to the parameters of a node: dist/nodes-loader of n8n-core, dist/tool-generation of n8n. */
const added = new Set(['requestOptions', 'pollTimes', 'toolDescription', 'descriptionType', 'options']);

/** What is asked for and is not there, where all nodes of the package are known. */
export function* unknownAsks(asks: readonly Ask[], all: DescribedPackage): Generator<Observation> {
  const versions = all.nodes.flatMap((node) => node.versions);
  if (versions.length === 0 || all.unknown.length > 0 || all.nodes.some(({ partial }) => partial)) return;
  const levels = versions.map(({ parameters }) => parameters);
  const known = levels.every(({ complete }) => complete);
  const lists = versions.map(({ description }) => description['credentials']);
  const declared = new Set(versions.flatMap(({ credentials }) => credentials.map(({ name }) => name)));
  const listed = lists.every((list) => !isUnknown(list) && !listOf(list).some(isUnknown));
  const names = new Set(levels.flatMap(({ named }) => [...named.keys()]));
  const slips = new SlipSearch();
  for (const { kind, name, fallback, file, line, column } of asks) {
    const place = { file, line, column, evidence: name };
    if (kind === 'credential') {
      if (!listed || declared.has(name) || fallback) continue;
      yield {
        code: 'nodes-credential-undeclared',
        message: `no node declares the credential ${shown(name)}`,
        ...place,
      };
    } else if (known) {
      const missing = missingPart(name, levels);
      if (missing === undefined) continue;
      const meant = slips.meantBy(missing, names);
      // What is asked for with another value at hand may be of a node that the code was shared with.
      if (fallback && meant === undefined) continue;
      const hint = meant === undefined ? '' : `; there is ${shown(meant)}`;
      const message = `no node has the parameter ${shown(missing)}${hint}`;
      const severity = fallback ? { severity: 'warning' as const } : {};
      yield { code: 'nodes-parameter-unknown', message, ...place, ...severity };
    }
  }
}

/** The path up to the name that is nowhere; undefined for one that may be there. */
function missingPart(path: string, levels: readonly Level[]): string | undefined {
  const [top = '', second] = path.split('.').map((part) => part.replace(/\[.*$/, ''));
  if (top === '' || added.has(top)) return undefined;
  const found = levels.flatMap(({ named }) => named.get(top) ?? []);
  if (found.length === 0) return top;
  if (second === undefined || second === '' || !found.every(isCollection)) return undefined;
  return found.some((parameter) => namesIn(parameter).has(second)) ? undefined : `${top}.${second}`;
}

/** One whose entries are all known. */
function isCollection({ type, raw, inner }: Parameter): boolean {
  if (type !== 'collection' && type !== 'fixedCollection') return false;
  return (
    Array.isArray(raw['options']) && !listOf(raw['options']).some(isUnknown) && inner.every(({ complete }) => complete)
  );
}

/** The fields of a collection, the groups of a fixed one. */
const namesIn = ({ raw }: Parameter) =>
  new Set(listOf(raw['options']).map((entry) => textOf(plainOf(entry)?.['name'])));
