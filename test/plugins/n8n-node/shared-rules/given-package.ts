import { memoryFiles } from '../../../../kernel/project-files.ts';
import {
  credentialRules,
  credentialSubjects,
} from '../../../../plugins/n8n-node/checks/credentials/credential-violations.ts';
import { nodeRules, nodeSubjects } from '../../../../plugins/n8n-node/checks/nodes/node-violations.ts';
import { plainData } from '../../../../plugins/n8n-node/loader/plain-data.ts';
import { describeCredential } from '../../../../plugins/n8n-node/model/descriptions/described-credential.ts';
import { describeNode } from '../../../../plugins/n8n-node/model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../../../plugins/n8n-node/model/descriptions/described-package.ts';
import { expressionsIn } from '../../../../plugins/n8n-node/model/expressions/expression-texts.ts';
import { expressionReader } from '../../../../plugins/n8n-node/model/expressions/read-expression.ts';
import { ownNames } from '../../../../plugins/n8n-node/n8n/own-names.ts';
import type { Release } from '../../../../plugins/n8n-node/n8n/release.ts';
import {
  type DescribedViolation,
  describedViolations,
} from '../../../../plugins/n8n-node/shared-rules/described-violations.ts';
import { currentKit } from '../installed-n8n.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A package of one node and one credential: what differs from one that no rule has anything against. */
export interface Given {
  /** Fields of the node's description; undefined takes one out. */
  node?: Fields;
  /** Other versions of it, by their key in `nodeVersions`; then `node` is what they share. */
  versions?: Readonly<Record<string, Fields>>;
  /** What its class can do. */
  methods?: readonly string[];
  /** More nodes of the package, without methods of their own. */
  nodes?: readonly Fields[];
  credential?: Fields;
  credentialMethods?: readonly string[];
  /** More credentials of the package. */
  credentials?: readonly Fields[];
  /** Credentials that code reads; absent where that is unknown. */
  reads?: readonly string[];
  /** Parameters that no code reads, and fields of credentials that only their test reads, once. */
  unread?: readonly string[];
  /** Values that are made when the package is loaded. */
  unwritten?: readonly string[];
  files?: Readonly<Record<string, string | Uint8Array | undefined>>;
  /** Fields of package.json beside the name. */
  manifest?: Fields;
  /** The source of the node; without one, its compiled file is what rules name. */
  source?: string;
  /** Modules that were replaced while it was loaded. */
  standIns?: readonly string[];
  /** The n8n that judges; the current one when absent. */
  n8n?: Release;
}

export const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z" fill="#123"/></svg>';

const goodNode = {
  displayName: 'Acme',
  name: 'acme',
  icon: 'file:acme.svg',
  group: ['transform'],
  version: 1,
  description: 'Talk to Acme',
  defaults: { name: 'Acme' },
  usableAsTool: true,
  inputs: ['main'],
  outputs: ['main'],
  credentials: [{ name: 'acmeApi', required: true }],
  properties: [{ displayName: 'Order ID', name: 'orderId', type: 'string', default: '' }],
};

const goodCredential = {
  name: 'acmeApi',
  displayName: 'Acme API',
  icon: 'file:../nodes/Acme/acme.svg',
  documentationUrl: 'https://acme.example/help/api-keys',
  properties: [
    { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
    { displayName: 'Domain', name: 'domain', type: 'string', default: '' },
  ],
  authenticate: {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  },
  test: { request: { baseURL: '=https://{{ $credentials.domain }}.acme.example', url: '/account' } },
};

const goodFiles = {
  'package.json': '{ "name": "n8n-nodes-acme" }',
  'dist/nodes/Acme/acme.svg': square,
  'dist/nodes/Acme/Acme.node.json':
    '{ "node": "n8n-nodes-acme.acme", "categories": ["Sales"], "resources": { "primaryDocumentation": [{ "url": "https://acme.example" }] } }',
};

/** The package as it would come out of the load check. */
export function givenPackage(given: Given): DescribedPackage {
  const files = memoryFiles(
    Object.fromEntries(
      Object.entries({ ...goodFiles, ...given.files }).flatMap(([path, text]) =>
        text === undefined ? [] : [[path, text]],
      ),
    ),
  );
  const standIns = [...(given.standIns ?? [])];
  const nodes = [
    describeNode({ ...nodeFile(given), standIns, node: nodeOf(given) }),
    ...(given.nodes ?? []).map((node, index) =>
      describeNode({
        ...declared('nodes', `dist/nodes/Acme/Acme${index + 1}.node.js`),
        standIns,
        node: nodeOf({ node }),
      }),
    ),
  ];
  const credentials = [{ ...goodCredential, ...given.credential }, ...(given.credentials ?? [])].map((fields, index) =>
    describeCredential({
      ...declared('credentials', `dist/credentials/Acme${index || ''}Api.credentials.js`),
      standIns,
      credential: {
        name: String(fields.name),
        description: plain(fields),
        methods: index === 0 ? [...(given.credentialMethods ?? [])] : [],
      },
    }),
  );
  const described = {
    nodes: nodes.filter((node) => node !== undefined),
    credentials: credentials.filter((one) => one !== undefined),
  };
  const descriptions = [
    ...described.nodes.flatMap(({ versions }) => versions.map(({ description }) => description)),
    ...described.credentials.map(({ description }) => description),
  ];
  const texts = descriptions.flatMap((description) => [...expressionsIn(description)].map(({ text }) => text));
  return {
    ...described,
    unknown: [],
    expressions: new Map(texts.map((text) => [text, expressionReader(currentKit.folder)(text)])),
    n8n: ownNames(given.n8n ?? currentKit),
    notChecked: [],
    mode: 'package',
    manifest: { name: 'n8n-nodes-acme', ...given.manifest },
    files,
    project: undefined,
  };
}

function nodeOf({ node, versions, methods = ['execute'] }: Given) {
  const shared = { ...goodNode, ...node };
  if (!versions)
    return { name: String(shared.name), versions: [{ description: plain(shared), methods: [...methods] }] };
  return {
    name: String(shared.name),
    base: plain(shared),
    versions: Object.entries(versions).map(([key, fields]) => ({
      key,
      description: plain({ ...shared, ...fields }),
      methods: [...methods],
    })),
  };
}

const declared = (list: 'nodes' | 'credentials', path: string) => ({
  list,
  index: 0,
  path,
  file: path,
  source: undefined,
  present: true,
});

function nodeFile({ source }: Given) {
  const file = declared('nodes', 'dist/nodes/Acme/Acme.node.js');
  return source === undefined ? file : { ...file, file: source, source };
}

/** As it leaves the process that loaded it. */
function plain(fields: Fields): Record<string, unknown> {
  const copy = plainData(fields);
  return typeof copy === 'object' && copy !== null ? { ...copy } : {};
}

/** What the rules about nodes and credentials see in it. */
export async function violations(given: Given): Promise<DescribedViolation[]> {
  const all = givenPackage(given);
  const mayRead = (credential: string) => given.reads?.includes(credential) ?? true;
  const isMentioned = (parameter: string) => given.unread?.includes(parameter) !== true;
  const timesMentioned = (word: string) => (isMentioned(word) ? Number.POSITIVE_INFINITY : 0);
  return [
    ...(await describedViolations(nodeRules, nodeSubjects(all, { mayRead, isMentioned }))),
    ...(await describedViolations(
      credentialRules,
      credentialSubjects(all, {
        timesMentioned,
        isWritten: (text) => given.unwritten?.includes(text) !== true,
        areAllUsed: given.unread === undefined,
      }),
    )),
  ];
}

/** Their codes, once each. */
export async function codes(given: Given): Promise<string[]> {
  return [...new Set((await violations(given)).map(({ rule }) => rule.code))];
}

/** And their messages. */
export async function messages(given: Given): Promise<string[]> {
  return (await violations(given)).map(({ violation }) => violation.message);
}
