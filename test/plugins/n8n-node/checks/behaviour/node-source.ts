/** Parts of a node that a case is about. */
export interface GivenNode {
  /** Statements of `execute`; none for a node whose requests n8n sends. */
  execute?: string;
  /** Statements of the module. */
  module?: string;
  /** Parameters beside resource and operation. */
  properties?: readonly object[];
  credentials?: readonly object[];
  /** `routing` of the operation, and the base of all requests. */
  routing?: string;
  /** Members of the class: `poll`, `webhook`, `methods`, … */
  members?: string;
  /** Fields of the description, as source. */
  about?: string;
  /** The operation that the case is about; `get` unless given. */
  operation?: string;
  /** Operations that are there besides, all of them faultless. */
  others?: readonly string[];
}

/** An expression whose value only shows when it runs: the check `nodes` reports names that sources show. */
export const atRuntime = (value: string) => `[...'${[...value].reverse().join('')}'].reverse().join('')`;

export const styles = ['programmatic', 'versioned'] as const;
export const declarativeStyles = ['declarative', 'versioned declarative'] as const;
export type Style = (typeof styles)[number] | (typeof declarativeStyles)[number];

const acme = { name: 'acmeApi', required: true };
const orderId = { displayName: 'Order ID', name: 'orderId', type: 'string', default: '', required: true };

/** The compiled source of a node. */
export function nodeSource(className: string, style: Style, given: GivenNode): string {
  const {
    execute,
    module = '',
    properties = [orderId],
    credentials = [acme],
    routing,
    operation = 'get',
    others = [],
    members = '',
    about = '',
  } = given;
  const option = `{ name: 'Get', value: '${operation}', action: 'Get an order'${routing === undefined ? '' : `, routing: ${routing}`} }`;
  const operations = `{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, default: '${operation}', options: [${[option, ...others.map((value) => `{ name: '${value}', value: '${value}', action: '${value}' }`)].join()}] },`;
  const description = (version: number) => `{
    displayName: '${className}', name: '${className.toLowerCase()}', group: ['transform'], version: ${version}, description: 'Orders',
    defaults: { name: '${className}' }, inputs: ['main'], outputs: ['main'], credentials: ${JSON.stringify(credentials)},
    ${about}
    ${routing === undefined ? '' : "requestDefaults: { baseURL: 'https://api.acme.example' },"}
    properties: [
      ${execute === undefined && routing === undefined ? '' : operations}
      ...${JSON.stringify(properties)},
    ],
  }`;
  const method =
    execute === undefined
      ? ''
      : `async execute() {
    const items = this.getInputData();
    const returnData = [];
    const request = (options) =>
      this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { method: 'GET', url: 'https://api.acme.example/orders', json: true, ...options });
    ${execute}
  }`;
  const head = `'use strict';\nconst { NodeApiError, NodeOperationError } = require('n8n-workflow');\n${module}\n`;
  if (!style.startsWith('versioned'))
    return `${head}exports.${className} = class ${className} {\n  description = ${description(1)};\n  ${method}\n  ${members}\n};\n`;
  return `${head}class Version {\n  constructor(version) { this.description = { ...${description(2)}, version }; }\n  ${method}\n  ${members}\n}
exports.${className} = class ${className} {
  constructor() {
    this.description = { displayName: '${className}', name: '${className.toLowerCase()}', group: ['transform'], description: 'Orders', defaultVersion: 2 };
    this.nodeVersions = { 2: new Version(2) };
    this.currentVersion = 2;
  }
  getNodeType(version) { return this.nodeVersions[version ?? this.currentVersion]; }
};\n`;
}

/** The compiled source of a credential with a secret. @param members of its class */
export const credentialSource = (className: string, members: string): string => `'use strict';
exports.${className} = class ${className} {
  name = '${className.slice(0, 1).toLowerCase()}${className.slice(1)}';
  displayName = '${className}';
  properties = [{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }];
  ${members}
};
`;

/** Sends the secret as a header. */
const bearer =
  "authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };";
const acmeApi = credentialSource('AcmeApi', bearer);
/** Code sends what it has. */
const acmeLoginApi = credentialSource(
  'AcmeLoginApi',
  `properties = [
    { displayName: 'User', name: 'user', type: 'string', default: '' },
    { displayName: 'Password', name: 'password', type: 'string', typeOptions: { password: true }, default: '' },
  ];`,
);

/** Users enter where their own site is. What is a secret, only the name of the field says. */
const acmeSiteApi = credentialSource(
  'AcmeSiteApi',
  `properties = [
    { displayName: 'URL', name: 'url', type: 'string', default: 'https://yourdomain.acme.example/api' },
    { displayName: 'API Key', name: 'apiKey', type: 'string', default: '' },
  ];
  ${bearer}`,
);

/** Users select the version of the API. */
const acmeVersionApi = credentialSource(
  'AcmeVersionApi',
  `properties = [
    { displayName: 'Version', name: 'version', type: 'options', options: [{ name: '1', value: 'v1' }, { name: '2', value: 'v2' }], default: 'v1' },
    { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
  ];
  ${bearer}`,
);

const acmeCredentials = {
  AcmeApi: acmeApi,
  AcmeLoginApi: acmeLoginApi,
  AcmeSiteApi: acmeSiteApi,
  AcmeVersionApi: acmeVersionApi,
};

/** A published package with these nodes. */
export function packageOf(
  nodes: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const paths = Object.fromEntries(Object.keys(nodes).map((name) => [name, `dist/nodes/${name}/${name}.node.js`]));
  const files = Object.fromEntries(
    Object.entries({ ...acmeCredentials, ...credentials }).map(([name, source]) => [
      `dist/credentials/${name}.credentials.js`,
      source,
    ]),
  );
  return {
    'package.json': JSON.stringify({
      name: 'n8n-nodes-acme',
      version: '1.0.0',
      keywords: ['n8n-community-node-package'],
      n8n: { nodes: Object.values(paths), credentials: Object.keys(files) },
    }),
    ...files,
    ...Object.fromEntries(Object.entries(nodes).map(([name, source]) => [paths[name] ?? name, source])),
  };
}
