type Fields = Readonly<Record<string, string | undefined>>;

interface NodeText {
  /** Source of the class members after the description, indented by two spaces. */
  members?: string;
  /** The class; its file has the same name. */
  name?: string;
  /** More to import from n8n-workflow. */
  imports?: string;
}

/**
 * The source of a node file that passes all rules, except for `fields` of the description: source text by name,
 * undefined to leave the field out.
 */
export function nodeFile(fields: Fields = {}, { members, name = 'Acme', imports }: NodeText = {}): string {
  const isTrigger = name.endsWith('Trigger');
  const sound: Fields = {
    displayName: isTrigger ? "'Acme Trigger'" : "'Acme'",
    name: isTrigger ? "'acmeTrigger'" : "'acme'",
    icon: "{ light: 'file:acme.svg', dark: 'file:acme.dark.svg' }",
    group: isTrigger ? "['trigger']" : "['transform']",
    version: '1',
    subtitle: "'Orders'",
    description: isTrigger ? "'Starts when an order arrives'" : "'Send orders to Acme'",
    defaults: isTrigger ? "{ name: 'Acme Trigger' }" : "{ name: 'Acme' }",
    inputs: isTrigger ? '[]' : '[NodeConnectionTypes.Main]',
    outputs: '[NodeConnectionTypes.Main]',
    usableAsTool: isTrigger ? undefined : 'true',
    properties: '[]',
  };
  return `// nodes/Acme/${name}.node.ts
import { ${imports ? `${imports}, ` : ''}type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

export class ${name} implements INodeType {
  description: INodeTypeDescription = {
${lines({ ...sound, ...fields }, (key, value) => `    ${key}: ${value},`)}
  };
${members ? `\n${members}\n` : ''}}
`;
}

/** The same for a credential file. */
export function credentialsFile(fields: Fields = {}, { name = 'AcmeApi' }: { name?: string } = {}): string {
  const isOAuth2 = name.includes('OAuth2');
  const sound: Fields = {
    name: isOAuth2 ? "'acmeOAuth2Api'" : "'acmeApi'",
    extends: isOAuth2 ? "['oAuth2Api']" : undefined,
    displayName: isOAuth2 ? "'Acme OAuth2 API'" : "'Acme API'",
    icon: "{ light: 'file:../nodes/Acme/acme.svg', dark: 'file:../nodes/Acme/acme.dark.svg' } as const",
    documentationUrl: "'https://docs.acme.example/api'",
    properties: '[]',
    test: isOAuth2 ? undefined : "{ request: { baseURL: 'https://api.acme.example', url: '/me' } }",
  };
  return `// credentials/${name}.credentials.ts
import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class ${name} implements ICredentialType {
${lines({ ...sound, ...fields }, (key, value) => `  ${key}${key === 'properties' ? ': INodeProperties[]' : ''} = ${value};`)}
}
`;
}

/** The source of a node with an execute method: `body` is indented by four spaces. */
export function executingNode(body: string, imports = 'type IExecuteFunctions, type INodeExecutionData'): string {
  const members = `  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
${body}
  }`;
  return nodeFile({}, { members, imports });
}

function lines(fields: Fields, line: (key: string, value: string) => string): string {
  return Object.entries(fields)
    .flatMap(([key, value]) => (value === undefined ? [] : [line(key, value)]))
    .join('\n');
}
