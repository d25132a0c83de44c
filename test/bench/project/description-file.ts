import type { Random } from './random.ts';
import { type Field, fields, indent, type Resource } from './vocabulary.ts';

/** How the operations of a resource reach the API: by the node's own code, or by routing that the description declares. */
export type Style = 'programmatic' | 'declarative';

const article = ({ title }: Resource) => (/^[AEIOU]/.test(title) ? 'an' : 'a');
const thing = ({ title }: Resource) => title.toLowerCase();
const many = ({ path }: Resource) => path;

/** A property of n8n's, as lines without indentation. */
function property(title: string, name: string, rest: readonly string[]): string[] {
  return ['{', ...[`displayName: '${title}',`, `name: '${name}',`, ...rest].map((line) => `\t${line}`), '},'];
}

function shown(resource: Resource, ...operations: string[]): string[] {
  return [
    'displayOptions: {',
    '\tshow: {',
    `\t\tresource: ['${resource.name}'],`,
    ...(operations.length > 0
      ? [`\t\toperation: [${operations.map((operation) => `'${operation}'`).join(', ')}],`]
      : []),
    '\t},',
    '},',
  ];
}

/** About one field in twelve breaks a rule of n8n's linter, as in real packages. */
function maybeFaulty(field: Field, random: Random): Field {
  if (random.next() > 0.08) return field;
  const kind = random.integer(0, 2);
  if (kind === 0) return { ...field, title: field.title.toLowerCase() };
  const from = kind === 1 ? /^(description: '.*)',$/ : /^(description: ')Whether (.*',)$/;
  const to = kind === 1 ? "$1.'," : '$1If $2';
  return { ...field, rest: field.rest.map((line) => line.replace(from, to)) };
}

function operations(resource: Resource, style: Style): string[] {
  const routes: [name: string, value: string, method: string, path: string, what: string][] = [
    ['Create', 'create', 'POST', '', `Create a new ${thing(resource)}`],
    ['Delete', 'delete', 'DELETE', '/{{$parameter.id}}', `Delete ${article(resource)} ${thing(resource)} permanently`],
    ['Get', 'get', 'GET', '/{{$parameter.id}}', `Get the data of a single ${thing(resource)}`],
    ['Get Many', 'getAll', 'GET', '', `Get many ${many(resource)}, newest first`],
    ['Update', 'update', 'PATCH', '/{{$parameter.id}}', `Change the data of ${article(resource)} ${thing(resource)}`],
  ];
  const action = (name: string) =>
    name === 'Get Many' ? `Get many ${many(resource)}` : `${name} ${article(resource)} ${thing(resource)}`;
  const options = routes.flatMap(([name, value, method, path, what]) => [
    '{',
    `\tname: '${name}',`,
    `\tvalue: '${value}',`,
    `\tdescription: '${what}',`,
    `\taction: '${action(name)}',`,
    ...(style === 'declarative'
      ? [
          '\trouting: {',
          '\t\trequest: {',
          `\t\t\tmethod: '${method}',`,
          `\t\t\turl: '${path === '' ? '' : '='}/${resource.path}${path}',`,
          '\t\t},',
          '\t},',
        ]
      : []),
    '},',
  ]);
  return property('Operation', 'operation', [
    `type: 'options',`,
    'noDataExpression: true,',
    ...shown(resource),
    'options: [',
    ...options.map((line) => `\t${line}`),
    '],',
    `default: 'create',`,
  ]);
}

function sent(style: Style, name: string, place: 'body' | 'query'): string[] {
  if (style === 'programmatic') return [];
  return ['routing: {', '\tsend: {', `\t\ttype: '${place}',`, `\t\tproperty: '${name}',`, '\t},', '},'];
}

function requiredFields(resource: Resource, style: Style): string[][] {
  return [
    property(`${resource.title} Name`, 'title', [
      `type: 'string',`,
      `default: '',`,
      'required: true,',
      ...shown(resource, 'create'),
      `description: 'The name of the ${thing(resource)}',`,
      ...sent(style, 'title', 'body'),
    ]),
    property(`${resource.title} ID`, 'id', [
      `type: 'string',`,
      `default: '',`,
      'required: true,',
      ...shown(resource, 'delete', 'get', 'update'),
      `description: 'The ID of the ${thing(resource)}, as the API returns it',`,
    ]),
    property('Return All', 'returnAll', [
      `type: 'boolean',`,
      'default: false,',
      ...shown(resource, 'getAll'),
      `description: 'Whether to return all results or only up to a given limit',`,
    ]),
    property('Limit', 'limit', [
      `type: 'number',`,
      'typeOptions: {',
      '\tminValue: 1,',
      '},',
      'default: 50,',
      'displayOptions: {',
      '\tshow: {',
      `\t\tresource: ['${resource.name}'],`,
      `\t\toperation: ['getAll'],`,
      '\t\treturnAll: [false],',
      '\t},',
      '},',
      `description: 'Max number of results to return',`,
      ...sent(style, 'limit', 'query'),
    ]),
  ];
}

function collection(title: string, name: string, resource: Resource, operation: string, options: string[][]): string[] {
  const add = title === 'Filters' ? 'Add Filter' : 'Add Field';
  return property(title, name, [
    `type: 'collection',`,
    `placeholder: '${add}',`,
    'default: {},',
    ...shown(resource, operation),
    'options: [',
    ...options.flat().map((line) => `\t${line}`),
    '],',
  ]);
}

/** The two lists that describe what a node does with one resource: its operations and their fields. */
export function describeResource(resource: Resource, style: Style, fieldCount: number, random: Random): string {
  const chosen = (count: number, place: 'body' | 'query' = 'body') =>
    random
      .some(count, fields)
      .map((field) => maybeFaulty(field, random))
      .map((field) => property(field.title, field.name, [...field.rest, ...sent(style, field.name, place)]));
  const all = [
    ...requiredFields(resource, style),
    collection('Additional Fields', 'additionalFields', resource, 'create', chosen(fieldCount)),
    collection('Filters', 'filters', resource, 'getAll', chosen(Math.ceil(fieldCount / 2), 'query')),
    collection('Update Fields', 'updateFields', resource, 'update', chosen(fieldCount)),
  ];
  return `export const ${resource.name}Operations: INodeProperties[] = [
${indent(1, operations(resource, style))}
];

export const ${resource.name}Fields: INodeProperties[] = [
${indent(1, all.flat())}
];
`;
}

/** The same as a module of its own. */
export function descriptionFile(described: string): string {
  return `import type { INodeProperties } from 'n8n-workflow';\n\n${described}`;
}
