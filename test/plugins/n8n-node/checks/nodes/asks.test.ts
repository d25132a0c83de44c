import { beforeAll, describe, expect, it } from 'vitest';
import type { Check } from '../../../../../kernel/check.ts';
import type { Observation } from '../../../../../kernel/finding.ts';
import { checkRules } from '../../../../../plugins/n8n-node/check-rules.ts';
import { credentialsCheck } from '../../../../../plugins/n8n-node/checks/credentials/check.ts';
import type { AskSubject } from '../../../../../plugins/n8n-node/checks/nodes/ask-subject.ts';
import { nodesCheck } from '../../../../../plugins/n8n-node/checks/nodes/check.ts';
import { askRules } from '../../../../../plugins/n8n-node/checks/nodes/rules/ask-rules.ts';
import { sourceRules } from '../../../../../plugins/n8n-node/checks/nodes/rules/source-rules.ts';
import { asksIn } from '../../../../../plugins/n8n-node/model/sources/asks.ts';
import { viewSource } from '../../../../../plugins/n8n-node/model/sources/source-view.ts';
import { staticDataUses } from '../../../../../plugins/n8n-node/model/sources/static-data.ts';
import { acmeNode, acmeProject } from '../../acme-project.ts';
import { everyRule } from '../../every-rule.ts';
import { openProject } from '../../project-on-disk.ts';
import { givenPackage } from '../../shared-rules/given-package.ts';

const field = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const properties = [
  field('orderId'),
  field('filters', { type: 'collection', default: {}, options: [field('status'), field('filter')] }),
  field('place', {
    type: 'fixedCollection',
    default: {},
    options: [{ displayName: 'Coordinates', name: 'coordinates', values: [field('latitude')] }],
  }),
  field('lines', {
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    options: [{ displayName: 'Line', name: 'line', values: [field('amount')] }],
  }),
  field('columns', { type: 'resourceMapper', default: { mappingMode: 'defineBelow', value: null } }),
  field('sheet', { type: 'resourceLocator', default: { mode: 'id', value: '' }, modes: [{ name: 'id' }] }),
];
const ask = (name: string, more: object = {}) => ({
  kind: 'parameter' as const,
  name,
  fallback: false,
  file: 'nodes/Acme/Acme.node.ts',
  line: 1,
  column: 1,
  ...more,
});
/** Of sources that do nothing, and of which nothing else is known. */
const nothing = {
  asks: [],
  comparisons: [],
  staticData: [],
  timesMentioned: () => Number.POSITIVE_INFINITY,
  mayRead: () => true,
};

async function said(
  asked: ReturnType<typeof ask>,
  node: Readonly<Record<string, unknown>> = { properties },
  beside: readonly ReturnType<typeof ask>[] = [],
) {
  const found: string[] = [];
  const all = givenPackage({ node });
  for await (const { code, severity, message } of checkRules(askRules, { ...nothing, asks: [asked, ...beside], all }))
    found.push([severity, code, message].filter(Boolean).join(' '));
  return found;
}

/** What a node does with what n8n keeps for a workflow. */
function staticDataIn(source: string): AskSubject['staticData'] {
  const view = viewSource('nodes/Acme/Acme.node.ts', source);
  const uses = view.tree.nodes.flatMap((node) => staticDataUses(node, view));
  return uses.map(({ start, ...use }) => ({ ...use, file: view.path, ...view.position(start) }));
}

async function saidOfStaticData(staticData: AskSubject['staticData']): Promise<string[]> {
  const found: string[] = [];
  const all = givenPackage({});
  for await (const { code } of checkRules(askRules, { ...nothing, staticData, all })) found.push(code);
  return found;
}

type Row = readonly [text: string, count: number];

/** Nodes of one project, each in a folder of its own: few projects take few children. They are added before tests run. */
class NodesTogether {
  readonly #nodes: string[] = [];
  readonly #files: Record<string, string> = {};
  readonly #checks: readonly Check[];
  #findings: Promise<Observation[]> | undefined;

  constructor(checks: readonly Check[] = [nodesCheck]) {
    this.#checks = checks;
  }

  /** @returns a function for what the checks find in the folder of a node, each with its line */
  add(source: string, shared = ''): () => Promise<string[]> {
    const name = `Acme${this.#nodes.length}`;
    const folder = `nodes/${name}/`;
    this.#nodes.push(`dist/${folder}${name}.node.js`);
    Object.assign(this.#files, {
      [`${folder}${name}.node.ts`]: source
        .replace('class Acme ', `class ${name} `)
        .replace("name: 'acme'", `name: '${name}'`),
      [`${folder}shared.ts`]: shared,
      [`${folder}unused.ts`]: "export const run = (that: any) => that.getNodeParameter('nothing', 0);\n",
    });
    return async () => {
      this.#findings ??= this.#find();
      const here = (await this.#findings).filter(({ file }) => file?.startsWith(folder));
      return here.map(({ code, line, severity = '' }) => `${code}:${line} ${severity}`.trim());
    };
  }

  async #find(): Promise<Observation[]> {
    const files = { 'nodes/Acme/Acme.node.ts': undefined, ...this.#files };
    const credentials = ['dist/credentials/AcmeApi.credentials.js'];
    await using project = await openProject(acmeProject(files, { n8n: { nodes: this.#nodes, credentials } }));
    const findings: Observation[] = [];
    for (const check of this.#checks) findings.push(...(await project.run(check)).findings);
    // A near miss proves nothing where not all is listed.
    expect(findings.filter(({ message }) => message?.includes('the rest is not listed'))).toEqual([]);
    return findings;
  }
}

/** What is found in a node that has to be alone. */
const told = (source: string, shared = '') => new NodesTogether().add(source, shared)();

const unknownIn = (found: readonly string[]) => found.filter((one) => one.startsWith('nodes-parameter-unknown'));

const rules = everyRule([...askRules, ...sourceRules]);
/** A message begins with its code, or with the severity before it. */
const codesOf = (messages: readonly string[]) =>
  messages.map((message) => /nodes-[a-z-]+/.exec(message)?.[0] ?? message);

describe('a parameter that code asks for', () => {
  const nodes = new NodesTogether();

  it.each([
    ['orderID', 'nodes-parameter-unknown Parameter "orderID" is not defined in any node; did you mean "orderId"?'],
    ['customer', 'nodes-parameter-unknown Parameter "customer" is not defined in any node'],
    ['filters.state', 'nodes-parameter-unknown Parameter "filters.state" is not defined in any node'],
    ['place.position', 'nodes-parameter-unknown Parameter "place.position" is not defined in any node'],
    [
      'status',
      'nodes-parameter-unknown Parameter "status" is not defined in any node; it is a field of a collection: read "filters.status"',
    ],
    [
      'latitude',
      'nodes-parameter-unknown Parameter "latitude" is not defined in any node; it is a field of a collection: read "place.coordinates.latitude"',
    ],
    [
      'amount',
      'nodes-parameter-unknown Parameter "amount" is not defined in any node; it is a field of each entry of the list "lines.line"',
    ],
  ])('%s is not declared by any node', async (name, message) => {
    const found = await said(ask(name));
    expect(found).toEqual([message]);
    rules.raised('nodes-parameter-unknown', codesOf(found));
  });

  it.each([
    'orderId',
    'filters',
    'filters.status',
    'place.coordinates',
    'place.coordinates.latitude',
    'sheet.value',
    'columns.value',
    'columns.mappingMode',
    'pollTimes',
  ])('%s may be there', async (name) => {
    const found = await said(ask(name));
    expect(found).toEqual([]);
    rules.notRaised('nodes-parameter-unknown', codesOf(found));
  });

  it('is named as the editor knows it where one of a list is asked for', async () => {
    const unit = field('unit', { type: 'options', typeOptions: { loadOptionsMethod: 'getUnits' } });
    const inList = properties.map((one) =>
      one.name === 'lines'
        ? { ...one, options: [{ displayName: 'Line', name: 'line', values: [field('amount'), unit] }] }
        : one,
    );
    const asked = ask('amount', { isCurrent: true, listMethod: 'loadOptions.getUnits' });
    const message = 'warning nodes-parameter-unknown Parameter "amount" is not defined in any node; it is a field of';
    expect(await said(asked, { properties: inList })).toEqual([`${message} an entry of a list: read "&amount"`]);
    // n8n finds no entry where the method fills a list outside.
    const ofAll = `${message} each entry of the list "lines.line"`;
    expect(await said(asked, { properties: [...inList, unit] })).toEqual([ofAll]);
    expect(await said(ask('amount', { isCurrent: true }))).toEqual([ofAll]);
  });

  describe('that is a field of a collection', () => {
    const operations = ['create', 'update'].map((value) => ({ name: value, value }));
    const operation = field('operation', { type: 'options', default: 'create', options: operations });
    const shownFor = (name: string, values: string[], title = 'title') =>
      field(name, {
        ...{ type: 'collection', default: {}, options: [field(title)] },
        displayOptions: { show: { operation: values } },
      });
    const read = '; it is a field of a collection: read "fields.title"';

    it.each([
      ['it is shown for all operations', [shownFor('fields', ['create', 'update'])], {}, read],
      ['the code is for its operation', [shownFor('fields', ['create'])], { selected: [['create']] }, read],
      [
        'another operation may run',
        [shownFor('fields', ['create'])],
        {},
        '; the collection "fields" has a field of this name',
      ],
      [
        'another operation runs',
        [shownFor('fields', ['create'])],
        { selected: [['update']] },
        '; the collection "fields" has a field of this name',
      ],
      [
        'two collections have it',
        [shownFor('fields', ['create', 'update']), shownFor('changes', ['update'])],
        { selected: [['update']] },
        '; the collection "fields" has a field of this name',
      ],
    ])('names it where %s', async (_, collections, more, hint) => {
      const node = { properties: [operation, ...collections] };
      const message = `nodes-parameter-unknown Parameter "title" is not defined in any node${hint}`;
      expect(await said(ask('title', more), node)).toEqual([message]);
    });
  });

  it('is a warning where there is a value to fall back to', async () => {
    expect(await said(ask('orderID', { fallback: true }))).toEqual([
      expect.stringMatching(/^warning nodes-parameter-unknown/),
    ]);
    expect(await said(ask('customer', { fallback: true }))).toEqual([]);
    // No slip: it is a field now.
    expect(await said(ask('filter', { fallback: true }))).toEqual([]);
  });

  it('is a warning where it is a field that code never reads, but others of its collection', async () => {
    const field = (name: string) => ask(name, { kind: 'entry', collection: 'filters' });
    const asked = ask('filter', { fallback: true });
    expect(await said(asked, undefined, [field('status')])).toEqual([
      'warning nodes-parameter-unknown Parameter "filter" is not defined in any node; it is a field of a collection: read "filters.filter"',
    ]);
    expect(await said(asked, undefined, [field('status'), field('filter')])).toEqual([]);
    // The file also assigns to fields of that name.
    const assigned = (name: string) => ask(name, { kind: 'assigned', collection: 'filters' });
    expect(await said(asked, undefined, [assigned('status')])).toHaveLength(1);
    expect(await said(asked, undefined, [assigned('status'), assigned('filter')])).toEqual([]);
    // Another place uses all of its fields.
    const whole = ask('', { kind: 'whole', collection: 'filters' });
    expect(await said(asked, undefined, [field('status'), whole])).toEqual([]);
  });

  it('is lost where it is a group that there is not, unless the right one is asked for as well', async () => {
    const wrong = ask('place.position', { fallback: true });
    expect(await said(wrong)).toEqual([expect.stringMatching(/^nodes-parameter-unknown/)]);
    expect(await said(wrong, undefined, [ask('place.coordinates', { fallback: true })])).toEqual([
      expect.stringMatching(/^warning nodes-parameter-unknown/),
    ]);
    expect(await said(ask('filters.state', { fallback: true }))).toEqual([]);
    const ofMapper = ask('columns.values', { fallback: true });
    expect(await said(ofMapper, undefined, [ask('columns.mappingMode')])).toEqual([
      expect.stringMatching(/^nodes-parameter-unknown/),
    ]);
  });

  it('is not reported in a node that package.json does not declare', async () => {
    expect(await said(ask('orderID', { file: 'nodes/Acme/AcmeTrigger.node.ts' }))).toEqual([]);
    // Another node imports it.
    expect(await said(ask('orderID', { file: 'nodes/Acme/v2/AcmeV2.node.ts' }))).toHaveLength(1);
  });

  it('is not reported where it is for a mode that the node does not have', async () => {
    const mode = ask('jsonMode', { fallback: true });
    expect(await said(ask('jsonData'), undefined, [mode])).toEqual([]);
    expect(await said(ask('jsonData'), undefined, [{ ...mode, file: 'nodes/Other.ts' }])).toHaveLength(1);
    expect(await said(ask('jsonData'), undefined, [ask('customer', { fallback: true })])).toHaveLength(1);
  });

  const selections: readonly Row[] = [
    [`if (operation === 'archive') { $ask }`, 0],
    [`if (archived && ('archive' === operation || operation === 'restore')) $ask`, 0],
    [`switch (operation) { case 'archive': case 'restore': $ask }`, 0],
    [`if (operation === 'archive') {} else $ask`, 1],
    [`if (operation === 'archive' || archived) $ask`, 1],
    [`if (operation === 'archive' || operation === 'get') $ask`, 1],
    [`switch (operation) { case 'get': case 'archive': $ask }`, 1],
    [`if (status === 'archived') $ask`, 1],
  ];
  const selecting = (text: string) => {
    const [operation, asked] = ["this.getNodeParameter('operation', 0)", "this.getNodeParameter('colour', 0);"];
    const body = `const operation = ${operation}; ${text.replace('$ask', asked)}`;
    const option = "{ name: 'Get', value: 'get', action: 'Get an order' }";
    const properties = `properties: [{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, default: 'get', options: [${option}] }],`;
    return acmeNode({
      members: `async run(this: IExecuteFunctions, archived: boolean, status: string) { ${body} }`,
    }).replace('properties: [],', properties);
  };
  it.each(selections.map(([text, count]) => [text, count, nodes.add(selecting(text))] as const))(
    'is reported for what users can select: %s',
    async (_, count, found) => {
      expect(unknownIn(await found())).toHaveLength(count);
    },
  );

  const guards: readonly Row[] = [
    ['return isReady ? $ask : undefined;', 0],
    ['if (isReady) $ask', 0],
    ['if (!isReady) { return undefined; } $ask', 0],
    ['return isReady ? undefined : $ask;', 1],
    ['if (!isReady) this.helpers; $ask', 1],
    ['if (isAsked) $ask', 1],
  ];
  const guarding = (text: string) =>
    `const isReady = false;\n${acmeNode({
      members: `async run(this: IExecuteFunctions, isAsked: boolean) { ${text.replace('$ask', "this.getNodeParameter('colour', 0)")} }`,
    })}`;
  it.each(guards.map(([text, count]) => [text, count, nodes.add(guarding(text))] as const))(
    'is not reported where a constant keeps the code from running: %s',
    async (_, count, found) => {
      expect(unknownIn(await found())).toHaveLength(count);
    },
  );

  it('is not judged where parameters are not all known', async () => {
    expect(await said(ask('orderID'), { properties: { $cycle: true } })).toEqual([]);
  });
});

const resource = `{ displayName: 'Resource', name: 'resource', type: 'options', noDataExpression: true, default: 'order',
  options: [{ name: 'Order', value: 'order' }] }`;
const waitingNodes = new NodesTogether();
describe.each([
  ['a version which there is not', "'@version': [2]", ''],
  ['a misspelt value', "resource: ['orders']", resource],
])('a parameter that waits for %s', (reason, condition, more) => {
  const rows = [
    ["this.getNodeParameter('orderId', 0)", 'nodes-parameter-never-shown:15 error'],
    ["this.getNodeParameter('orderId', 0, '')", 'nodes-parameter-never-shown:15'],
  ] as const;
  /** With a parameter of its own: what one node asks for without a fallback counts for all. */
  const waiting = (asked: string, at: number) =>
    acmeNode({ members: `async run(this: IExecuteFunctions) { return ${asked}; }` })
      .replace(
        'properties: [],',
        `properties: [{ displayName: 'Order ID', name: 'orderId', type: 'string', default: '', displayOptions: { show: { ${condition} } } }, ${more}],`,
      )
      .replaceAll("'orderId'", `'orderId${at} of ${reason}'`);
  it.each(rows.map(([asked, expected], at) => [asked, expected, waitingNodes.add(waiting(asked, at))] as const))(
    'and that is asked for by %s',
    async (_, expected, found) => {
      const said = await found();
      expect(said.filter((one) => one.startsWith('nodes-parameter-never'))).toEqual([expected]);
    },
  );
});

describe('a credential that code asks for', () => {
  it('is declared by a node, or reported', async () => {
    const declared = await said(ask('acmeApi', { kind: 'credential' }));
    expect(declared).toEqual([]);
    rules.notRaised('nodes-credential-undeclared', codesOf(declared));
    const other = await said(ask('acmeOAuth2Api', { kind: 'credential' }), {});
    expect(other).toEqual(['nodes-credential-undeclared Credential "acmeOAuth2Api" is not declared by any node']);
    rules.raised('nodes-credential-undeclared', codesOf(other));
  });

  const authentication = (...values: string[]) =>
    `{ displayName: 'Authentication', name: 'authentication', type: 'options', default: 'token', options: [${values.map((value) => `{ name: '${value}', value: '${value}' }`).join(', ')}] }`;
  const asking = "await this.getCredentials('acmeOAuth2Api')";
  const branches: readonly (readonly [body: string, options: readonly string[], count: number])[] = [
    [`if (way === 'token') return 1; else return ${asking};`, ['token'], 0],
    [`return way !== 'token' ? ${asking} : 1;`, ['token'], 0],
    [`if (way === 'oAuth2') { if (this) return ${asking}; }`, ['token'], 0],
    [`if (way === 'token') return 1; else return ${asking};`, ['token', 'oAuth2'], 1],
    [`if (way === 'token') return ${asking};`, ['token'], 1],
    [`if (way === 'token' && this) return 1; else return ${asking};`, ['token'], 1],
  ];
  const nodes = new NodesTogether();
  /** With a parameter of its own: the options of all nodes count. */
  const branching = (body: string, options: readonly string[], at: number) =>
    acmeNode({
      members: `async run(this: IExecuteFunctions) { const way = this.getNodeParameter('authentication', 0, 'token') as string; ${body} return 0; }`,
    })
      .replace('properties: [],', `properties: [${authentication(...options)}],`)
      .replaceAll("'authentication'", `'authentication${at}'`);
  it.each(
    branches.map(
      ([body, options, count], at) => [body, options, count, nodes.add(branching(body, options, at))] as const,
    ),
  )('is not reported where no option makes the code run: %s with %j', async (_, __, count, found) => {
    const codes = codesOf(await found()).filter((code) => code === 'nodes-credential-undeclared');
    expect(codes).toHaveLength(count);
  });
});

const idle =
  '{ async checkExists() { return true; }, async create() { return true; }, async delete() { return true; } }';

const members = (webhookMethods: string, test = '') => `
  webhookMethods = { default: ${webhookMethods} };
  methods = { credentialTest: { async testAcme() { ${test} return { status: 'OK' as const, message: '' }; } } };
  async run(this: IExecuteFunctions) {
    const credentials = await this.getCredentials('acmeApi');
    await this.helpers.httpRequestWithAuthentication.call(this, 'acmeOAuth2Api', { url: '/' });
    return [credentials, this.getNodeParameter('orderId', 0), this.getNodeParameter('colour', 0)];
  }
`;

describe('requests that are read from code', () => {
  const nodes = new NodesTogether([nodesCheck, credentialsCheck]);

  const idleSource = acmeNode({ members: members(idle) });
  const idleTold = nodes.add(idleSource);
  it('are the names that it asks for, in what the declared nodes lead to, and methods that do nothing', async () => {
    const line = idleSource.split('\n').findIndex((one) => one.includes('webhookMethods')) + 1;
    const found = await idleTold();
    expect(found).toEqual(
      expect.arrayContaining([
        `nodes-webhook-not-registered:${line}`,
        `nodes-credential-undeclared:${line + 4}`,
        `nodes-parameter-unknown:${line + 5}`,
        `credentials-test-cannot-fail:${line + 1}`,
      ]),
    );
    expect(unknownIn(found)).toHaveLength(2);
    rules.raised('nodes-webhook-not-registered', codesOf(found));
  });

  const handlers = ['{ return undefined; }', '{ throw error; }', '{ return { error }; }'];
  const tries = handlers.map(
    (handler, index) => `
  async run${index}(this: IExecuteFunctions) {
    try { return this.getNodeParameter('colour', 0); } catch (error) ${handler}
  }`,
  );
  const trying = acmeNode({ members: tries.join('') });
  const tryingTold = nodes.add(trying);
  it('is not what the code can do without', async () => {
    const lines = trying.split('\n').flatMap((line, index) => (line.includes("'colour'") ? [index + 1] : []));
    // One finding for both.
    expect(unknownIn(await tryingTold())).toEqual([`nodes-parameter-unknown:${lines[1]}`]);
  });

  const askingIn = (context: string) =>
    nodes.add(acmeNode({ members: `async run(this: ${context}) { return this.getNodeParameter('colour', 0); }` }));
  const [toldOfLists, toldOfBoth] = [
    askingIn('ILoadOptionsFunctions'),
    askingIn('ILoadOptionsFunctions | IExecuteFunctions'),
  ];
  it('is not where a function for lists of the editor gives a value for its absence', async () => {
    expect(unknownIn(await toldOfLists())).toEqual([]);
    expect(unknownIn(await toldOfBoth())).toHaveLength(1);
  });

  it('is not what only exports ask for that nothing uses', async () => {
    const asks = (name: string) => `const asked = (that: any) => that.getNodeParameter('${name}', 0);\n`;
    const shared = `${asks('colour')}export const used = (that: any) => asked(that);\n${asks('size').replace('asked', 'other')}export const left = (that: any) => other(that);\n`;
    const source = `import { left, used } from './shared';\n${acmeNode({ members: 'async run() { return used(this); }' })}`;
    expect(unknownIn(await told(source, shared))).toEqual(['nodes-parameter-unknown:1']);
  });

  it.each([
    ["credentials.apikey ?? 'none'", '', 1],
    ["credentials.apikey ?? 'none'", 'export const login = (that: any) => that.apiKey;', 0],
    ["credentials.key ?? 'none'", '', 0],
    ["(credentials.apikey = 'a') && (credentials.apikey ?? 'none')", '', 0],
  ])('are fields of a credential, even with another value in their place: %s %s', async (body, shared, count) => {
    const run = `async run() { const credentials = await this.getCredentials('acmeApi'); return [used(this), ${body}]; }`;
    const source = `import { used } from './shared';\n${acmeNode({ members: run })}`;
    const found = await told(
      source,
      `export const used = (that: any) => login(that);\n${shared || 'const login = String;'}`,
    );
    expect(found.filter((one) => one.startsWith('nodes-credential-field-unknown'))).toHaveLength(count);
  });

  it.each([
    ['shared.used(this)', 1],
    ["shared['unlikely'](this)", 2],
    ['Object.values(shared).map((one) => one(this))', 2],
  ])('is what %s may use', async (use, count) => {
    const asks = (name: string, asked: string) =>
      `export const ${name} = (that: any) => that.getNodeParameter('${asked}', 0);\n`;
    const source = `import * as shared from './shared';\n${acmeNode({ members: `async run() { return ${use}; }` })}`;
    expect(unknownIn(await told(source, asks('used', 'colour') + asks('unlikely', 'size')))).toHaveLength(count);
  });

  const fieldWith = (options: string) =>
    `properties: [{ displayName: 'Team', name: 'team', type: 'options', default: '', ${options} }],`;
  const currents: readonly Row[] = [
    ["(this.getCurrentNodeParameter('colour') as string) || ''", 1],
    ["this.getCurrentNodeParameter('colour') ?? this.getCurrentNodeParameter('team')", 0],
    ["this.getCurrentNodeParameter('&colour')", 0],
    ["this.getCurrentNodeParameter('team')", 0],
  ];
  const listing = (asked: string) =>
    acmeNode({
      members: `methods = { loadOptions: { async getTeams(this: any) { return [${asked}]; } } };`,
    }).replace('properties: [],', fieldWith("typeOptions: { loadOptionsMethod: 'getTeams' }"));
  it.each(currents.map(([asked, count]) => [asked, count, nodes.add(listing(asked))] as const))(
    'is a warning where a list of the editor asks: %s',
    async (_, count, found) => {
      const unknown = unknownIn(await found());
      expect(unknown).toHaveLength(count);
      expect(unknown.every((one) => one.endsWith(' warning'))).toBe(true);
    },
  );

  const methods: readonly [group: string, typeOptions: string, count: number][] = [
    ['loadOptions', "typeOptions: { loadOptionsMethod: 'getTeams' }", 1],
    ['loadOptions', "typeOptions: { loadOptionsMethod: 'getUsers' }", 0],
    ['listSearch', "typeOptions: { loadOptionsMethod: 'getTeams' }", 0],
    ['credentialTest', '', 1],
  ];
  /** With methods of their own names: those that another node names are called, too. */
  const naming = (group: string, typeOptions: string, at: number) =>
    acmeNode({
      members: `methods = { ${group}: { async getTeams(this: any) { return [1].map(() => this.getNodeParameter('colour')); }, async getUsers() {} } };`,
    })
      .replace('properties: [],', fieldWith(typeOptions))
      .replaceAll('getTeams', `getTeams${at}`);
  it.each(
    methods.map(
      ([group, options, count], at) => [group, options, count, nodes.add(naming(group, options, at))] as const,
    ),
  )('is not what a method of %s asks for that no parameter names: %s', async (_, __, count, found) => {
    expect(unknownIn(await found())).toHaveLength(count);
  });

  const webhook = (name: string, method: string) =>
    `{ name: '${name}', httpMethod: '${method}', responseMode: 'onReceived', path: '${name}' }`;
  const confirmed = nodes.add(
    acmeNode({
      members: members(idle),
      description: `webhooks: [${webhook('default', 'POST')}, ${webhook('setup', 'GET')}],`,
    }),
  );
  const notices = [
    'Enter the Webhook URL in Acme',
    "Paste this node's production URL into Acme",
    'Paste the <b>production</b> URL of this webhook into Acme',
  ].map((label) => `{ displayName: "${label}", name: 'setUp', type: 'notice', default: '' },`);
  const notedSources = notices.map((notice) =>
    acmeNode({ members: members(idle) }).replace('properties: [', `properties: [${notice}`),
  );
  const activated = "activationMessage: 'Paste the production URL of this webhook into Acme',";
  const noted = [...notedSources, acmeNode({ members: members(idle), description: activated })].map((source) =>
    nodes.add(source),
  );
  it('is not the methods of a webhook whose URL the service confirms with GET', async () => {
    rules.notRaised('nodes-webhook-not-registered', codesOf(await confirmed()));
    for (const [at, found] of noted.entries()) {
      expect(notedSources[at] ?? '').toContain(notices[at] ?? '');
      rules.notRaised('nodes-webhook-not-registered', codesOf(await found()));
    }
  });

  const busy =
    '{ async checkExists() { return false; }, async create() { return true; }, async delete() { return true; } }';
  const busyTold = nodes.add(acmeNode({ members: members(busy, 'await fetchAccount();') }));
  it('is not what does something', async () => {
    const found = await busyTold();
    rules.notRaised('nodes-webhook-not-registered', codesOf(found));
    expect(found).not.toContainEqual(expect.stringContaining('cannot-fail'));
  });

  describe('a value of a parameter', () => {
    const node = { properties: [field('note')] };
    it.each([
      ['', 1],
      ['if (note !== "" && note) {}', 1],
      ['{ const note = 1; body.note = note; }', 1],
      ['if (note) body.text = note;', 0],
      ['return { note };', 0],
      ["body.text = this.getNodeParameter('note', 0);", 0],
    ])('is used, or reported: %s', async (use, count) => {
      const read = "const note = this.getNodeParameter('note', 0) as string;";
      const view = viewSource('nodes/Acme/Acme.node.ts', `async function run(this: any, body: any) { ${read} ${use} }`);
      const sights = view.tree.nodes.flatMap((one) => asksIn(one, view));
      const asks = sights.map(({ start, ...about }) => ({ ...about, file: view.path, ...view.position(start) }));
      const found: string[] = [];
      const subject = { ...nothing, asks, timesMentioned: () => 1, all: givenPackage({ node }) };
      for await (const { code } of checkRules(askRules, subject)) found.push(code);
      expect(found).toHaveLength(count);
      if (count > 0) rules.raised('nodes-parameter-value-unused', found);
      else rules.notRaised('nodes-parameter-value-unused', found);
    });
  });

  describe('static data', () => {
    const data = (scope: string) => `this.getWorkflowStaticData('${scope}')`;
    const using = (body: string) =>
      acmeNode({ members: `async run(this: IExecuteFunctions & IHookFunctions) { ${body} }` });
    it.each([
      [`${data('node')}.webhookId = 1; return ${data('node')}.subscriptionId;`, 1],
      [`const kept = ${data('node')}; kept.secret = 1; return ${data('global')}.secret;`, 1],
      [`const kept = await ${data('global')}; kept.secret = 1; return (await ${data('node')}).secret;`, 1],
      [`const kept = await ${data('node')}; kept.secret = 1; return (await ${data('node')}).secret;`, 0],
      [`const kept = ${data('node')}; kept.secret = 1; return kept.secret ?? kept.oldSecret;`, 0],
      [`const kept = ${data('node')}; kept.hookId = 1; use(kept.hookId); return kept.hookSecret;`, 1],
      [`const kept = ${data('node')}; kept.hookId = 1; use(kept.hookId); return kept.eventId;`, 0],
      [`const kept = ${data('node')}; kept.webhookId = 1; fill(kept); return kept.subscriptionId;`, 0],
    ])('is read as it is stored, or reported: %s', async (body, count) => {
      // What one file stores, another one may read: each would need a project of its own.
      const found = await saidOfStaticData(staticDataIn(using(body)));
      expect(found.filter((code) => code === 'nodes-static-data-unknown')).toHaveLength(count);
      if (count > 0) rules.raised('nodes-static-data-unknown', found);
      else rules.notRaised('nodes-static-data-unknown', found);
    });

    const stored = nodes.add(using(`${data('node')}.webhookId = 1; return ${data('node')}.subscriptionId;`));
    it('is read from the code of a project', async () => {
      rules.raised('nodes-static-data-unknown', codesOf(await stored()));
    });
  });

  describe('a field of a collection', () => {
    const fields = ['priority', 'previousRun']
      .map((name) => `{ displayName: '${name}', name: '${name}', type: 'string', default: '' }`)
      .join();
    const collection = `properties: [{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [${fields}] }],`;
    const options = "const options = this.getNodeParameter('options', 0, {}) as any; const body: any = {};";
    const code = 'nodes-collection-field-unknown';
    const priority = 'if (options.priority) body.priority = options.priority;';
    const rows: readonly Row[] = [
      [`${options} ${priority} if (options.continueFrom) body.previousRun = options.continueFrom;`, 1],
      [`${options} ${priority} body.previousRun = options.previousRun ?? options.continueFrom;`, 0],
      [`${options} ${priority} Object.assign(body, options); body.previousRun = options.continueFrom;`, 0],
      [`${options} ${priority} body.previousRun = options.continueFrom || options.resumeFrom;`, 0],
      [`${options} body.previousRun = options.continueFrom;`, 0],
    ];
    // What one file reads counts for the whole project.
    it.each(rows)('is reported where no code reads one of its fields: %s', async (body, count) => {
      const members = `run(this: IExecuteFunctions) { ${body} return body; }`;
      const found = codesOf(
        await new NodesTogether().add(acmeNode({ members }).replace('properties: [],', collection))(),
      );
      expect(found.filter((one) => one === code)).toHaveLength(count);
      if (count > 0) rules.raised(code, found);
      else rules.notRaised(code, found);
    });
  });

  describe('code that runs', () => {
    const caught = (body: string) => `try { ${body} } catch (error) { throw new Error('no'); }`;
    /** @param caller of a function that returns a request */
    const login = (caller: string) =>
      `async function signIn() { try { return this.helpers.httpRequest({}); } catch (e) { throw new Error('no', e); } }
      ${caller}`;
    /** With a variable of the module. */
    const keeping = (statement: string) =>
      `return 1; }\nlet token = '';\nexport async function keep(this: any) { const credentials = await this.getCredentials('acmeApi'); ${statement} return token;`;
    const options = ['basicAuth', 'apiKey'].map((value) => `{ name: '${value}', value: '${value}' }`).join();
    /** Those of one case: what the code of another one compares with would count, too. */
    const parametersOf = (at: number) => `
      { displayName: 'Authentication', name: 'authentication${at}', type: 'options', default: 'apiKey', options: [${options}] },
      { displayName: 'File', name: 'file${at}', type: 'resourceLocator', default: { mode: 'url', value: '' }, modes: [{ displayName: 'URL', name: 'url', type: 'string' }] },
      { displayName: 'Columns', name: 'columns${at}', type: 'resourceMapper', default: {} },
      { displayName: 'Fields', name: 'fields${at}', type: 'collection', default: {}, options: [{ displayName: 'Notes', name: 'notes', type: 'string', default: '' }] },`;
    const fields = "const fields = this.getNodeParameter('fields$', 0, {}) as any;";
    const by = "const by = this.getNodeParameter('authentication$', 0) as string;";
    const shortened = 'const param = <T>(name: string) => this.getNodeParameter(name, 0) as T;';
    const credentials = "const credentials = await this.getCredentials('acmeApi');";
    const cases: readonly [code: string, body: string, count: number][] = [
      ['nodes-compared-value-unknown', `${by} return by === 'basic';`, 1],
      [
        'nodes-compared-value-unknown',
        `${by} switch (by) { case 'apiKey': return 1; case 'basic-auth': return 2; }`,
        1,
      ],
      ['nodes-compared-value-unknown', `${by} return ['basic'].includes(by);`, 1],
      [
        'nodes-compared-value-unknown',
        "return (this.getNodeParameter('file$', 0) as { mode: string }).mode === 'fileUrl';",
        1,
      ],
      [
        'nodes-compared-value-unknown',
        "const { mode } = this.getNodeParameter('file$', 0) as { mode: string }; return mode === 'url';",
        0,
      ],
      [
        'nodes-compared-value-unknown',
        "return this.getNodeParameter('columns$.mappingMode', 0) === 'autoMapInput';",
        1,
      ],
      [
        'nodes-compared-value-unknown',
        "return this.getNodeParameter('columns$.mappingMode', 0) === 'autoMapInputData';",
        0,
      ],
      ['nodes-compared-value-unknown', `${shortened} return param('authentication$') === 'basic';`, 1],
      ['nodes-compared-value-unknown', `${shortened} return param('authentication$') === 'basicAuth';`, 0],
      [
        'nodes-compared-value-unknown',
        "const param = (name: string) => this.getNodeParameter(name, 0).trim(); return param('authentication$') === 'basic';",
        0,
      ],
      ['nodes-compared-value-unknown', `${by} return by === 'basic' || by === 'basicAuth';`, 0],
      ['nodes-compared-value-unknown', `${by} return by === 'oAuth2';`, 0],
      [
        'nodes-compared-value-unknown',
        "let by = this.getNodeParameter('authentication$', 0); by = 'basic'; return by === 'basic';",
        0,
      ],
      ['nodes-credential-field-unknown', `${credentials} return { 'X-Key': credentials.apikey as string };`, 1],
      ['nodes-credential-field-unknown', "const { apikey } = await this.getCredentials('acmeApi'); return apikey;", 1],
      ['nodes-credential-field-unknown', `${credentials} return credentials.apiKey;`, 0],
      ['nodes-credential-field-unknown', `${credentials} return credentials.token ?? credentials.apiKey;`, 0],
      ['nodes-credential-field-unknown', `${credentials} credentials.token = 1; return credentials.token ? 1 : 2;`, 0],
      ['nodes-credential-field-unknown', "const { url = '/' } = await this.getCredentials('acmeApi'); return url;", 0],
      ['nodes-credential-field-unknown', "return (await this.getCredentials('otherApi')).token;", 0],
      ['nodes-collection-field-unknown', `${fields} return fields.note ? { note: 1 } : {};`, 1],
      [
        'nodes-collection-field-unknown',
        "const { note } = this.getNodeParameter('fields$', 0) as any; return note;",
        1,
      ],
      ['nodes-collection-field-unknown', `${fields} return fields.notes;`, 0],
      ['nodes-collection-field-unknown', `${fields} return fields['note ('] + fields['['];`, 0],
      ['nodes-credential-field-unknown', `${credentials} return [credentials['('], credentials.apikey];`, 2],
      ['nodes-collection-field-unknown', `${fields} return fields.note ?? fields.notes;`, 0],
      ['nodes-collection-field-unknown', `${fields} fields.note = 'a'; return fields.note;`, 0],
      ['nodes-collection-field-unknown', `${fields} return fields.color ?? fields.length;`, 0],
      ['nodes-credential-field-unknown', `${credentials} return credentials.proxy?.trim();`, 0],
      [
        'nodes-credential-field-unknown',
        "const { apiKey, api_key } = await this.getCredentials('acmeApi'); return apiKey ?? api_key;",
        0,
      ],
      ['nodes-credential-field-unknown', `${credentials} credentials.base = 'a'; return credentials.base + '/';`, 0],
      ['nodes-credential-field-unknown', `${credentials} return credentials.allowedDomains;`, 0],
      ['nodes-return-not-awaited', caught("return this.helpers.httpRequest({ url: '/' });"), 1],
      [
        'nodes-return-not-awaited',
        caught("return this.helpers.requestWithAuthentication.call(this, 'acmeApi', {});"),
        1,
      ],
      ['nodes-return-not-awaited', caught("return await this.helpers.httpRequest({ url: '/' });"), 0],
      [
        'nodes-return-not-awaited',
        login("try { return await signIn.call(this); } catch (e) { throw new Error('no', e); }"),
        0,
      ],
      [
        'nodes-return-not-awaited',
        login("try { return await signIn.call(this); } catch { throw new Error('other'); }"),
        1,
      ],
      [
        'nodes-return-not-awaited',
        login("try { return signIn.call(this); } catch (e) { throw new Error('no', e); }"),
        1,
      ],
      ['nodes-return-not-awaited', login('return await signIn.call(this);'), 1],
      ['nodes-request-deprecated', 'const that = this; return that.helpers.request({});', 1],
      ['nodes-request-deprecated', 'const that = this; return that.helpers.httpRequest(that.request);', 0],
      ['nodes-request-deprecated', 'return (of: IExecuteFunctions) => of.helpers.request({});', 1],
      ['nodes-request-deprecated', 'return (of: ICredentialTestFunctions) => of.helpers.request({});', 0],
      [
        'nodes-request-deprecated',
        'return function (this: IHookFunctions | ICredentialTestFunctions) { const that = this; return that.helpers.request({}); };',
        0,
      ],
      ['nodes-return-not-awaited', "return this.helpers.httpRequest({ url: '/' });", 0],
      ['nodes-request-not-awaited', "this.helpers.httpRequest({ url: '/' });", 1],
      ['nodes-request-not-awaited', "await acmeRequest('/a'); acmeRequest.call(this, '/b');", 1],
      ['nodes-request-not-awaited', "items.forEach(async () => { await this.helpers.httpRequest({ url: '/' }); });", 1],
      ['nodes-request-not-awaited', 'items.forEach((item) => { item.done = true; });', 0],
      ['nodes-request-not-awaited', "const sent = this.helpers.httpRequest({ url: '/' }); await sent;", 0],
      ['nodes-request-not-awaited', "showRequest.call(this, '/b'); this.helpers.httpRequest({}).catch(() => {});", 0],
      ['nodes-busy-wait', 'const from = Date.now(); while (Date.now() - from < 1000) {}', 1],
      ['nodes-busy-wait', 'const until = Date.now() + 1000; for (; performance.now() < until; );', 1],
      ['nodes-busy-wait', 'const from = Date.now(); while (Date.now() - from < 1000) { await this.ask(); }', 0],
      ['nodes-busy-wait', 'const end = Date.now() + 1000; while (Date.now() < end && !(await this.ask())) {}', 0],
      ['nodes-busy-wait', 'for (let day = first; day <= new Date(); day = this.after(day)) {}', 0],
      ['nodes-busy-wait', 'let n = 0; for (; Date.now() < this.end; n++) {}', 1],
      ['nodes-busy-wait', 'while (this.next()) {}', 0],
      ['nodes-boolean-always-true', "return (this.getNodeParameter('notify', 0) as boolean) || true;", 1],
      ['nodes-boolean-always-true', "return this.getNodeParameter('notify', 0) ?? true;", 0],
      [
        'nodes-boolean-always-true',
        "const options = this.getNodeParameter('options', 0) as any; return options.notify || true;",
        1,
      ],
      ['nodes-boolean-always-true', 'const options = this.all(); return options.notify || true;', 0],
      [
        'nodes-boolean-always-true',
        "const options = this.getNodeParameter('options', 0) as any; return options.columns || true;",
        0,
      ],
      ['nodes-credential-kept', keeping("if (!token) token = (() => this.getCredentials('acmeApi')) as any;"), 0],
      ['nodes-credential-kept', keeping('if (!token) token = credentials.token;'), 1],
      ['nodes-credential-kept', keeping('token = token || (await this.login(credentials)).token;'), 1],
      ['nodes-credential-kept', keeping('token = credentials.token;'), 0],
      ['nodes-credential-kept', keeping('if (!token) token = this.name;'), 0],
      [
        'nodes-credential-kept',
        keeping('if (token !== credentials.token) { if (!token) token = credentials.token; }'),
        0,
      ],
      ['nodes-credential-kept', keeping('const token = credentials.token; if (!token) return;'), 0],
      ['nodes-boolean-always-true', "return this.getNodeParameter('notify', 0) || 'yes';", 0],
      ['nodes-webhook-status-in-body', "return { webhookResponse: { statusCode: 401, body: 'Unknown' } };", 1],
      ['nodes-webhook-status-in-body', 'return { workflowData: [[]], webhookResponse: { status: 403 } as any };', 1],
      ['nodes-webhook-status-in-body', 'return { webhookResponse: { statusCode: 200 } };', 0],
      ['nodes-webhook-status-in-body', "return { webhookResponse: 'Unauthorized', workflowData: [[]] };", 1],
      ['nodes-webhook-status-in-body', "return { webhookResponse: 'Signature accepted' };", 0],
      ['nodes-webhook-status-in-body', "return { webhookResponse: { status: 'ignored', code: 401 } };", 0],
      ['nodes-webhook-status-in-body', 'return { response: { status: 401 } };', 0],
      ['nodes-webhook-status-in-body', 'return { webhookResponse: { status: 401 }, noWebhookResponse: true };', 0],
      ['nodes-header-case', "return this.getHeaderData()['X-Sign'];", 1],
      ['nodes-header-case', "const { headers } = this.getRequestObject(); return headers['X-Sign'];", 1],
      ['nodes-header-case', "const headers = this.getHeaderData(); return headers['X-A'] ?? headers['x-a'];", 0],
      ['nodes-header-case', "const headers = this.getHeaderData(); return headers.hasOwnProperty('a');", 0],
      ['nodes-header-case', "const response = await this.get(); return response.headers['X-Sign'];", 0],
    ];
    const fileOf = (at: number) => `nodes/Acme/case${at}.ts`;
    let found: readonly Observation[] = [];
    beforeAll(async () => {
      const files = cases.map(([, body], at) => [
        fileOf(at),
        `export async function run(this: any) { ${body.replace(/\$(?!\{)/, String(at))} }\n`,
      ]);
      const top = cases.map((_, at) => `import { run as run${at} } from './case${at}';`).join('\n');
      // What nothing uses never runs.
      const members = `cases = [${cases.map((_, at) => `run${at}`).join()}];`;
      const node = {
        'nodes/Acme/Acme.node.ts': acmeNode({ top, members }).replace(
          'properties: [],',
          `properties: [${cases.map((_, at) => parametersOf(at)).join('')}],`,
        ),
      };
      await using project = await openProject(acmeProject({ ...node, ...Object.fromEntries(files) }));
      ({ findings: found } = await project.run(nodesCheck));
    });
    it.each(cases.map((one, at) => [...one, fileOf(at)] as const))('%s: %s', (code, _, count, file) => {
      const here = found.filter((one) => one.file === file);
      expect(here.filter((one) => one.code === code)).toHaveLength(count);
      if (count > 0) rules.raised(code, here);
      else rules.notRaised(code, here);
    });
  });

  rules.seen();

  it('is not read from sources where the repository has what is published', async () => {
    const source = acmeNode({ members: "use(this: any) { return this.getNodeParameter('orderId', 0); }" });
    const built = {
      'nodes/Acme/Acme.node.ts': source.replace('return [this', 'this.getNodeParameter("orderId", 0); return [this'),
      'dist/nodes/Acme/Acme.node.js':
        "exports.Acme = class Acme { constructor() { this.description = { name: 'acme', version: 1, properties: [] }; } };",
      'dist/credentials/AcmeApi.credentials.js':
        "exports.AcmeApi = class AcmeApi { constructor() { this.name = 'acmeApi'; this.properties = []; } };",
      // A computed name: nothing is known of what is reached.
      'quick-test.js': 'require(process.argv[2]);',
    };
    const unknown = async (scripts: object) => {
      await using project = await openProject(acmeProject(built, { scripts }));
      return (await project.run(nodesCheck)).findings.filter(({ code }) => code === 'nodes-parameter-unknown');
    };
    expect(await unknown({ test: 'node quick-test.js' })).toEqual([]);
    expect(await unknown({ test: 'node quick-test.js', build: 'tsc' })).not.toEqual([]);
  });

  it('is not the status in the body of a webhook where a description sets one', async () => {
    const members = 'async webhook() { return { webhookResponse: { status: 401 } }; }';
    const reported = async (responseCode: string) => {
      const description = `export const webhooks = [{ name: 'default', ${responseCode} }];`;
      const node = acmeNode({ top: "import { webhooks } from './webhooks';", members, description: 'webhooks,' });
      const files = { 'nodes/Acme/Acme.node.ts': node, 'nodes/Acme/webhooks.ts': description };
      await using project = await openProject(acmeProject(files));
      return (await project.run(nodesCheck)).findings.filter(({ code }) => code === 'nodes-webhook-status-in-body');
    };
    expect(await reported('')).toHaveLength(1);
    expect(await reported("responseCode: '={{ $json.status }}'")).toEqual([]);
  });
});
