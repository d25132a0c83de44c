import { parseJson } from '../../../../kernel/index.ts';
import { isFilledIn } from '../../model/parameters/has-no-use.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import type { Release } from '../release.ts';
import { MissingError, type Registry } from './registry.ts';

/** Packages with the nodes and credentials that every n8n has. */
const nodePackages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];
/** Files that these packages generate when they are built: an object by name, and a list of descriptions. */
const credentialsFile = 'dist/known/credentials.json';
const nodesFile = 'dist/types/nodes.json';
/** A list of descriptions, without what a credential inherits. */
const fieldsFile = 'dist/types/credentials.json';
const wantedFiles = [credentialsFile, nodesFile, fieldsFile];

type HostLists = Required<Pick<Release, 'credentials' | 'credentialFields' | 'nodes'>>;

/**
 * Reads the names of an n8n's own credentials, of their fields, and of its nodes.
 * @throws {MissingError} when a package is missing, or its names are not in these files
 */
export async function readHostLists(registry: Registry, release: Release): Promise<HostLists> {
  const credentials = new Set<string>();
  const fields = new Map<string, string>();
  const labels = new Map<string, string>();
  for (const name of nodePackages) {
    const wanted = release.modules[name];
    if (wanted === undefined) throw new MissingError(`n8n ${release.n8n} does not depend on ${name}.`);
    const { version } = await registry.nearest(name, wanted);
    const files = await registry.files(name, version, (path) => wantedFiles.includes(path));
    const content = (path: string) => {
      const found = Object.entries(recordOf(parsed(files.get(path))) ?? {});
      if (found.length > 0) return found;
      throw new MissingError(`${name} ${version} has no names in ${path}.`);
    };
    for (const [credential] of content(credentialsFile)) credentials.add(credential);
    for (const [, description] of content(fieldsFile)) {
      const { name: credential, properties } = recordOf(description) ?? {};
      if (typeof credential === 'string') fields.set(credential, fieldsIn(properties));
    }
    for (const label of content(nodesFile).flatMap(([, node]) => labelOf(node))) {
      const key = label.toLowerCase();
      const other = labels.get(key);
      if (other === undefined || label < other) labels.set(key, label);
    }
  }
  return {
    credentials: [...credentials].sort(),
    credentialFields: Object.fromEntries([...fields].sort(byKey)),
    nodes: [...labels].sort(byKey).map(([, label]) => label),
  };
}

/** The content of a JSON file, and that of a list by index. */
function parsed(text: string | undefined): unknown {
  const content = text === undefined ? undefined : parseJson(text);
  return Array.isArray(content) ? { ...content } : content;
}

/** The label of a node that users find. */
function labelOf(node: unknown): string[] {
  const { displayName, hidden } = recordOf(node) ?? {};
  if (typeof displayName !== 'string' || hidden === true) return [];
  return [displayName.trim().replace(/(?<!\s)\s+Trigger(?: \(Beta\))?$/i, '')];
}

/** The names of the fields that a user fills in, separated by spaces. */
function fieldsIn(properties: unknown): string {
  const fields = Array.isArray(properties) ? properties.map((one: unknown) => recordOf(one) ?? {}) : [];
  const filledIn = fields.filter(({ type }) => isFilledIn(type));
  return [...new Set(filledIn.map(({ name }) => String(name)))].sort().join(' ');
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
