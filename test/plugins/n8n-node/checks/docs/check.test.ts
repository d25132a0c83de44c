import { describe, expect, it } from 'vitest';
import { docsCheck } from '../../../../../plugins/n8n-node/checks/docs/check.ts';
import {
  type DescribedPackage,
  describedPackage,
} from '../../../../../plugins/n8n-node/model/descriptions/described-package.ts';
import { everyRule } from '../../every-rule.ts';
import { openProject } from '../../project-on-disk.ts';
import { casesIn } from '../../rule-case.ts';

const manifest = JSON.stringify({
  name: 'n8n-nodes-acme',
  repository: 'github:acme/n8n-nodes-acme',
  n8n: { credentials: ['dist/credentials/AcmeApi.credentials.js'] },
});

/** @param parameter what users select in the node */
async function findings(readme: string | undefined, packageJson = manifest, parameter = 'operation') {
  const contents = {
    'package.json': packageJson,
    'nodes/Acme/Acme.node.ts': `export class Acme { description = { properties: [{ name: '${parameter}' }] }; }`,
    '.github/workflows/ci.yml': '',
    ...(readme !== undefined && { 'README.md': readme }),
  };
  await using project = await openProject(contents);
  return (await project.run(docsCheck)).findings;
}

const codesOf = async (readme: string | undefined, packageJson?: string) =>
  (await findings(readme, packageJson)).map(({ code }) => code);

it('a README is not missing where the package is built in a folder of the same name', async () => {
  const scripts = { build: 'cd packages/n8n && npm run build' };
  await using project = await openProject({
    'package.json': JSON.stringify({ name: 'n8n-nodes-acme', scripts }),
    'packages/n8n/package.json': '{ "name": "n8n-nodes-acme", "scripts": { "build": "tsc" } }',
  });
  const { findings: found, skipped } = await project.run(docsCheck);
  expect(found).toEqual([]);
  expect(skipped).toContain('packages/n8n');
});

it('a README need not list the operations of a node that has one', async () => {
  const readme = without('operations', '## License');
  const codes = (await findings(readme, manifest, 'orderId')).map(({ code }) => code);
  expect(codes).not.toContain('docs-operations-missing');
  expect(await codesOf(readme)).toContain('docs-operations-missing');
});

it('a README need not list operations in a form of its own if it names half of what users select', async () => {
  const packageJson = JSON.stringify({ ...JSON.parse(manifest), n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } });
  const codesWith = async (readme: string, options: string) => {
    await using project = await openProject({
      'package.json': packageJson,
      'README.md': readme,
      'nodes/Acme/Acme.node.ts': `export class Acme { description = { displayName: 'Acme', name: 'acme', group: [],
        version: 1, description: 'Acme', defaults: { name: 'Acme' }, inputs: ['main'], outputs: ['main'],
        properties: [{ displayName: 'Resource', name: 'resource', type: 'options', default: 'a', options: [${options}] }] };
        async execute() { return [[]]; } }`,
    });
    return (await project.run(docsCheck)).findings.map(({ code }) => code);
  };
  const option = (name: string) => `{ name: '${name}', value: '${name.toLowerCase()}' }`;
  const readme = without('operations', '## License\n\nAcme keeps campaigns, and whoever gets a line item.');
  const two = `${option('Campaign')}, ${option('Line Items')}, ${option('Report')}`;
  expect(await codesWith(readme, two)).not.toContain('docs-operations-missing');
  expect(await codesWith(readme, `${two}, ${option('Team')}, ${option('Warehouse')}`)).toContain(
    'docs-operations-missing',
  );
  expect(await codesWith(readme, option('Invoice'))).not.toContain('docs-operations-missing');
});

it('a README need not list the operations of several models, or of nodes that do not load', async () => {
  const readme = without('operations', '## License');
  const two = JSON.stringify({ ...JSON.parse(manifest), n8n: { nodes: ['dist/A.node.js', 'dist/B.node.js'] } });
  const codesWith = async (member: string) => {
    const contents = {
      'package.json': two,
      'README.md': readme,
      ...Object.fromEntries(
        ['A', 'B'].map((name) => [`nodes/${name}.node.ts`, `export class ${name} { description = {}; ${member} }`]),
      ),
    };
    await using project = await openProject(contents);
    return (await project.run(docsCheck)).findings.map(({ code }) => code);
  };
  expect(await codesWith('async supplyData() {}')).not.toContain('docs-operations-missing');
  expect(await codesWith('async execute() {}')).toContain('docs-operations-missing');
  expect(await codesWith('async execute() {}\nconstructor() { throw new Error(); }')).not.toContain(
    'docs-operations-missing',
  );
});

const sections = {
  about:
    'Acme keeps the invoices of small companies. With this node a workflow of yours creates invoices, looks for open ones, ' +
    'sends reminders to customers and books payments as they come in from the bank, without anyone who copies numbers by hand.',
  installation: '## Installation\n\nOpen Settings, Community nodes, and enter `n8n-nodes-acme`.',
  credentials: '## Credentials\n\nCreate a key in Acme under Settings.',
  operations: '## Operations\n\n- Invoice: create, get, delete',
  example: '## Example\n\nStart with a Schedule Trigger and look for open invoices.',
  compatibility: '## Compatibility\n\nTested with n8n 2.41.',
};
const readmeOf = (parts: Partial<typeof sections>) => `# n8n-nodes-acme\n\n${Object.values(parts).join('\n\n')}\n`;
const without = (part: keyof typeof sections, instead?: string) => readmeOf({ ...sections, [part]: instead ?? '' });

/** A node with resources, each with operations. */
function nodeWith(resources: Record<string, readonly string[]>): string {
  const option = (name: string) => ({ name, value: name.charAt(0).toLowerCase() + name.slice(1).replaceAll(' ', '') });
  const select = (name: string, options: readonly string[], more: object = {}) => ({
    ...{ displayName: name, name: name.toLowerCase(), type: 'options', noDataExpression: true, default: '' },
    ...{ options: options.map(option), ...more },
  });
  const properties = [
    select('Resource', Object.keys(resources)),
    ...Object.entries(resources).map(([name, operations]) =>
      select('Operation', operations, { displayOptions: { show: { resource: [option(name).value] } } }),
    ),
  ];
  const description = { displayName: 'Acme', name: 'acme', version: 1, group: ['output'], properties };
  return `export class Acme { description = ${JSON.stringify(description)}; }`;
}

const described = new Map<string, Promise<DescribedPackage>>();

/** The findings of a package with one README or another. Its nodes are loaded once: each time takes a sandbox. */
async function findingsIn(code: Record<string, string>, documents: Record<string, string>) {
  const key = JSON.stringify(code);
  const loading = described.get(key) ?? descriptionsIn(code);
  described.set(key, loading);
  await using project = await openProject({ ...code, ...documents }, { services: [[describedPackage, loading]] });
  return (await project.run(docsCheck)).findings;
}

async function descriptionsIn(code: Record<string, string>): Promise<DescribedPackage> {
  await using project = await openProject(code);
  // Before the project is removed.
  return await project.context.service(describedPackage);
}

/** The lines of a README that list operations which the node does not have. */
async function unknownIn(operations: string, resources: Record<string, readonly string[]>) {
  const named = JSON.parse(manifest);
  const code = {
    'package.json': JSON.stringify({ ...named, n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } }),
    'nodes/Acme/Acme.node.ts': nodeWith(resources),
  };
  const found = await findingsIn(code, { 'README.md': without('operations', operations) });
  return found
    .filter(({ code }) => code === 'docs-operation-unknown')
    .map(({ message, line }) => `${line}: ${message}`);
}

/** The findings in an example workflow with one node. */
async function inExample(type: string, parameters: object, path = 'examples/Send invoices.json') {
  const workflow = {
    name: 'Send invoices',
    nodes: [{ name: 'Acme', type, typeVersion: 1, parameters }],
    connections: {},
  };
  const code = {
    'package.json': JSON.stringify({ ...JSON.parse(manifest), n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } }),
    'nodes/Acme/Acme.node.ts': nodeWith(invoices),
  };
  const found = await findingsIn(code, { 'README.md': readmeOf(sections), [path]: JSON.stringify(workflow, null, 2) });
  return found.filter(({ code }) => code.startsWith('docs-example-'));
}

/** A README that raises the rule, and one that is near and fine. */
const rows: readonly (readonly [code: string, raises: string | undefined, spares: string])[] = [
  ['docs-readme-missing', undefined, readmeOf(sections)],
  [
    'docs-readme-template',
    without('operations', '## Operations\n\n_List the operations supported by your node._'),
    without('operations', '## Operations\n\n_All operations of Acme are supported._'),
  ],
  [
    'docs-readme-template',
    `# {{nodePackageName}}\n\n${readmeOf(sections)}`,
    without('example', '## Usage\n\nUse `{{ $json.id }}`.'),
  ],
  [
    'docs-readme-short',
    `# Acme\n\n${['Installation', 'Credentials', 'Operations', 'Usage', 'Compatibility'].map((title) => `## ${title}\n\nSoon.`).join('\n\n')}`,
    readmeOf(sections),
  ],
  ['docs-installation-missing', without('installation'), without('installation', 'Run `npm install n8n-nodes-acme`.')],
  [
    'docs-installation-missing',
    without('installation'),
    without('installation').replace(
      /^# .*/,
      '<h1 align="center">\n  n8n-nodes-acme\n</h1>\n\n## Installation\n\nSearch for Acme in the nodes panel.',
    ),
  ],
  ['docs-credentials-missing', without('credentials'), without('credentials', 'You need an API key of Acme.')],
  [
    'docs-operations-missing',
    without('operations', '```bash\nnpm i\n```\n\n## Notes\n\n```md\n## Operations\n```'),
    without('operations', '```bash\nnpm i\n\n## Operations\n\nAll.\n\n```json\n{ "id": 1 }\n```'),
  ],
  [
    'docs-operations-missing',
    without('operations', '## Scope\n\n1. Invoices\n2. Customers\n3. Payments'),
    without('operations', '## Scope\n\n1. Creating invoices\n2. Finding customers\n3. Sending reminders'),
  ],
  [
    'docs-operations-missing',
    without('operations', '- **Terms**: Net 30, Net 60, Net 90'),
    without('operations', '- **Payment**: Create, Get, Refund\n- **Customer**: Create, Get'),
  ],
  [
    'docs-example-missing',
    without('example', '1. Add your name to the list.'),
    without('example', '1. Add an **Acme** node, create an invoice, and execute.'),
  ],
  [
    'docs-operations-missing',
    without('operations', '## License'),
    without('operations', '- Create an invoice\n- Get an invoice\n- Delete one'),
  ],
  [
    'docs-example-missing',
    without('example', '![build](https://img.shields.io/x.svg)'),
    without('example', '![The workflow](https://acme.example/workflow.png)'),
  ],
  ['docs-example-missing', without('example', '```bash\nnpm i\n```'), without('example', '```json\n{ "id": 1 }\n```')],
  ['docs-operations-missing', without('operations', '## Notes'), without('operations', '## Cut options')],
  ['docs-example-missing', without('example', '## Notes'), without('example', '## Typical patterns')],
  [
    'docs-example-missing',
    without('example', '**Invoices:**\n\n1. Add the node\n2. Execute it'),
    without('example', '**Action example — remind customers:**\n\n1. Add the node\n2. Execute it'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', '## Version history'),
    without('compatibility', 'It needs n8n 1.60 or newer.'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', '```\n# Compatibility\n```'),
    without('compatibility', '```\nnpm install\n\n## Compatibility\n\nAll of them'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', 'See the [documentation of n8n](https://docs.n8n.io/integrations/).'),
    without('compatibility', 'See the [documentation of n8n](https://docs.n8n.io/integrations/) of n8n 1.60.'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', '## Requirements\n\n- An n8n instance\n- An account at Acme'),
    without('compatibility', '## Requirements\n\n| Software | Version |\n|---|---|\n| n8n | ≥ 1.60 |'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', '## Prerequisites\n\n- Node.js >= 20.19'),
    without('compatibility', '## Prerequisites\n\n- n8n version **1.60 or higher**'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', '## Requirements\n\n- n8n, in any cloud'),
    without('compatibility', '## Requirements\n\n- n8n (any version with community nodes)'),
  ],
  [
    'docs-example-missing',
    without('example', 'You need an API token to use this node:\n\n1. Sign up at Acme\n2. Copy the token'),
    without('example', 'You need an API token. To use this node:\n\n1. Select a model\n2. Enter your question'),
  ],
  [
    'docs-compatibility-missing',
    without('compatibility', 'See [the changes](https://acme.example/changes).'),
    without('compatibility', 'See the [compatibility matrix](https://acme.example/versions).'),
  ],
  [
    'docs-operations-missing',
    without('operations', '[What it does](#example)'),
    without('operations', 'See [all actions](https://acme.example/actions).'),
  ],
  [
    'docs-example-missing',
    without('example', '[Examples of workflows](https://n8n.io/workflows)'),
    without('example', '<a href="https://acme.example/docs/integrations/n8n">Acme and n8n</a>'),
  ],
  [
    'docs-example-missing',
    without('example', 'See [Acme](https://github.com/acme/acme/blob/main/README.md).'),
    without('example', 'See [Acme Orders](./README.md).'),
  ],
  [
    'docs-example-missing',
    without('example', 'You can use this feature. It has:\n\n1. Vision'),
    without('example', 'It can read images. To use this feature:\n\n1. Select a model\n2. Enter your question'),
  ],
  [
    'docs-example-missing',
    without('example', 'Usage\n\n1. Create orders'),
    without('example', 'Typical usage:\n\n1. Add Acme to the canvas\n2. Select a resource'),
  ],
  ['docs-installation-missing', without('installation'), without('installation', 'Run `docker pull acme/n8n-acme`.')],
  [
    'docs-installation-missing',
    without('installation', '[Install Docker](https://acme.example/docker)'),
    without('installation', '[Self-hosted installation](https://acme.example/hosting)'),
  ],
  [
    'docs-operations-missing',
    without('operations', 'This node supports API keys, OAuth2 tokens, and basic authentication.'),
    without('operations', 'So far, the node can fetch invoices, customers, and payments of a year.'),
  ],
  ['docs-example-missing', without('example', '## Data flow'), without('example', '## Typical flow')],
  [
    'docs-example-missing',
    without('example', '```\nAcme: Create\n```'),
    without('example', '```\nAcme: Create\n  Company: {{ $json.company }}\n```'),
  ],
  [
    'docs-example-missing',
    without('example', '1. Add the credential\n2. Add node types\n3. Run it'),
    without('example', '1. Add the credential\n2. Add an **Acme Trigger** node and select the event\n3. Run it'),
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\nSee the [guide](docs/guide.md).`,
    `${readmeOf(sections)}\nSee [package.json](./package.json#L3), [all](/) and \`[guide](docs/guide.md)\`.`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n[![The workflow](images/workflow.png)](https://acme.example)`,
    `${readmeOf(sections)}\n\`\`\`md\n![The workflow](images/workflow.png)\n\`\`\`\n<!-- [no](images/a.png) -->`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n<img src="images/workflow.png" alt="The workflow">`,
    `${readmeOf(sections)}\n<img src="https://acme.example/workflow.png"><a href="{{url}}">x</a>`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n<img src="https://raw.githubusercontent.com/acme/n8n-nodes-acme/main/images/workflow.png">`,
    `${readmeOf(sections)}\n<img src="https://raw.githubusercontent.com/acme/n8n-nodes-acme/v1.2/images/workflow.png"> ![a](https://github.com/other/acme/blob/main/a.png) [b](https://github.com/acme/n8n-nodes-acme/blob/main/package.json)`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n[Usage](#how-to-use-it)`,
    `${readmeOf(sections)}\n<a id="faq"></a>\n## ⚡ What's _new_: \`v2\`?\n[a](#-whats-new-v2) [b](#faq) [c](#Example) [d](#top)`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n[1](a.md) [2](b.md) [3](c.md) [4](d.md)`,
    // Of a licence that is nowhere another check tells.
    `${readmeOf(sections)}\n[MIT](LICENSE.md)`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n[Site](https:/acme.example)`,
    `${readmeOf(sections)}\n[Site](https://acme.example) [Mail](mailto:a@acme.example)`,
  ],
  [
    'docs-link-dead',
    `${readmeOf(sections)}\n[Acme](http://localhost:5678)`,
    `${readmeOf(sections)}\nOpen [http://localhost:5678](http://localhost:5678), [n8n](http://127.0.0.1:5678) or http://localhost:3000`,
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\n    npm install n8n-nodes-starter'),
    without('installation', '## Installation\n\n    npm install n8n-nodes-acme, not `n8n-nodes-acme-old`'),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\n1. Enter `n8n-nodes-acm`\n\nOr:\n\n    npm install n8n-nodes-acme'),
    without('installation', '## Installation\n\n1. Enter `n8n-nodes-acme`\n\nOr:\n\n    npm install n8n-nodes-acme'),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\n1. Enter: n8n-nodes-acm\n\nOr:\n\n    npm install n8n-nodes-acme'),
    without(
      'installation',
      '## Installation\n\n1. Enter: **n8n-nodes-acme**\n2. See github.com/acme/n8n-nodes-acm\n\n    npm install n8n-nodes-acme',
    ),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\nInstall `n8n-nodes-acme-old`.'),
    without('installation', '## Installation\n\nIf you have the former `n8n-nodes-acme-old`, uninstall it.'),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\nWorks well with `n8n-nodes-foo`.\n\n- Type `n8n-nodes-base.webhook`.'),
    without(
      'installation',
      '## Installation\n\n`npm install n8n-nodes-acme` (replaces the former one). Works well with:\n\n`n8n-nodes-foo`',
    ),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\nEnter the name of the package:\n\n```\nn8n-nodes-starter\n```'),
    without('installation', '## Installation\n\nEnter the name of the package:\n\n```\nn8n-nodes-acme\n```'),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\nSearch for `n8n-nodes-acme`, or:\n\n    npm install n8n-nodes-acme-co'),
    without('installation', '## Installation\n\nSearch for `n8n-nodes-acme`, or:\n\n    npm install n8n-nodes-acme'),
  ],
  [
    'docs-package-name',
    without(
      'installation',
      '## Installation\n\n    npm install n8n-node-acme\n\nOr:\n\n    npm install n8n-nodes-acme',
    ),
    without(
      'installation',
      '## Installation\n\n    npm install n8n-nodes-acme2\n\nOr:\n\n    npm install n8n-nodes-acme',
    ),
  ],
  [
    'docs-package-name',
    without('installation', '## Installation\n\n1. Select **Install**\n2. Enter `n8n-node-acme`'),
    without('installation', '## Installation\n\n1. Enter `n8n-nodes-acme`\n2. To try it, use `n8n-node-dev`'),
  ],
  ...(await casesIn<string>('docs')).map(
    ({ code, bad, good }) => [code, `${readmeOf(sections)}\n${bad}`, `${readmeOf(sections)}\n${good}`] as const,
  ),
];

const invoices = { Invoice: ['Create', 'Get', 'Get Many'], 'Line Item': ['Create', 'Get', 'Remove'] };

/** A list with an operation that the node does not have, and one that is near and fine. */
const listings: readonly [
  what: string,
  row: { raises: string; spares: string; told: string; resources?: Record<string, readonly string[]> },
][] = [
  [
    'a table',
    {
      raises: '## Operations\n\n| Resource | Operations |\n|---|---|\n| **Invoices** | Create, Get, Get Many, Delete |',
      spares: '## Operations\n\n| Resource | Operations |\n|---|---|\n| **Line items** | Create, Get, Search, Delete |',
      told: '"Delete" of "Invoices"',
    },
  ],
  [
    'a list of lists',
    {
      raises: '## Features\n\n- Invoice: create, get, archive\n- Line Item: create, get',
      // Neither is about the operations that there are.
      spares: '## Features\n\n- Invoice: create, get\n\n### Roadmap\n\n- Invoice: create, get, archive',
      told: '"archive" of "Invoice"',
    },
  ],
  [
    'items below the name of a resource',
    {
      raises: '## Operations\n\n- Invoice\n  - Create\n  - Get\n  - Cancel an invoice',
      spares: '## Operations\n\n- Invoice\n  - Create\n  - Get\n  - Cancel an invoice (coming soon)',
      told: '"Cancel an invoice" of "Invoice"',
    },
  ],
  [
    'a section of a resource',
    {
      raises: '## Operations\n\n### Invoice\n\n- **Create** - Add one\n- **Get** - Read one\n- **Refund** - Pay back',
      // The list of what a trigger waits for.
      spares: '## Operations\n\n### Trigger events\n\n- Invoice: create, get, refund',
      told: '"Refund" of "Invoice"',
    },
  ],
  [
    'a list that names all operations, and another one',
    {
      raises: '## Operations\n\n- Note\n  - History\n  - Calculate the price\n  - Cancel a note',
      // Names of its own, of which no verb is known.
      spares: '## Operations\n\n- Note\n  - History\n  - Calculate the price\n  - Bill a note',
      told: '"Cancel a note" of "Note"',
      resources: { Note: ['History', 'Calculate Price'] },
    },
  ],
  [
    'a single read beside all operations that there are',
    {
      raises: '## Operations\n\n### Note\n\n- Create\n- Get\n- Get Many\n- Delete',
      // The one that it names otherwise.
      spares: '## Operations\n\n### Note\n\n- Create\n- Get\n- List\n- Delete',
      told: '"Get" of "Note"',
      resources: { Note: ['Create', 'Get Many', 'Delete'] },
    },
  ],
  [
    'a verb, unless an operation of another name may stand for it',
    {
      raises: '## Operations\n\n- Invoice: create, get, update',
      spares: '## Operations\n\n- Contact: add, search, update, remove',
      told: '"update" of "Invoice"',
      resources: { ...invoices, Contact: ['Upsert', 'Get', 'Archive'] },
    },
  ],
];

describe('the rules of the docs check', () => {
  const rules = everyRule(docsCheck.rules);

  it.each(rows)('%s is raised by one README and not by the other (%#)', async (code, raises, spares) => {
    const found = await codesOf(raises);
    expect(found).toEqual([code]);
    rules.raised(code, found);
    const spared = await codesOf(spares);
    expect(spared).toEqual([]);
    rules.notRaised(code, spared);
  });

  it.each(listings)('docs-operation-unknown is raised by %s', async (_, { raises, spares, told, resources }) => {
    const code = 'docs-operation-unknown';
    const found = await unknownIn(raises, resources ?? invoices);
    expect(found.join()).toContain(told);
    rules.raised(code, [code]);
    expect(await unknownIn(spares, resources ?? invoices)).toEqual([]);
    rules.notRaised(code, []);
  });

  it('docs-example-node-unknown is raised by the type of a node on its author\u2019s machine', async () => {
    const code = 'docs-example-node-unknown';
    const found = await inExample('CUSTOM.acme', {});
    expect(found).toMatchObject([
      { code, line: 6, message: '"CUSTOM.acme" is not the type that users have, which is "n8n-nodes-acme.acme"' },
    ]);
    rules.raised(code, [code]);
    const other = await inExample('n8n-nodes-acme.acne', {});
    expect(other).toMatchObject([
      { message: '"n8n-nodes-acme.acne" is not a node of this package; did you mean "acme"?' },
    ]);
    expect(await inExample('n8n-nodes-acme.acmeTool', {})).toEqual([]);
    expect(await inExample('CUSTOM.other', {})).toEqual([]);
    expect(await inExample('CUSTOM.acme', {}, 'test/examples/a.json')).toEqual([]);
    rules.notRaised(code, []);
  });

  it('docs-example-value-unknown is raised by an operation that the node does not have', async () => {
    const code = 'docs-example-value-unknown';
    const type = 'n8n-nodes-acme.acme';
    const [resource = '', [operation = ''] = []] = Object.entries(invoices)[0] ?? [];
    const right = { resource: resource.toLowerCase(), operation: operation.toLowerCase() };
    const found = await inExample(type, { ...right, operation: `${right.operation}x` });
    expect(found).toMatchObject([
      {
        code,
        line: 10,
        message: `Workflow selects operation "${right.operation}x" of resource "${right.resource}", which the node does not offer; did you mean "${right.operation}"?`,
      },
    ]);
    rules.raised(code, [code]);
    expect(await inExample(type, right)).toEqual([]);
    expect(await inExample(type, { resource: right.resource, operation: '={{ $json.operation }}' })).toEqual([]);
    expect(await inExample('n8n-nodes-other.acme', { operation: 'unknown' })).toEqual([]);
    rules.notRaised(code, []);
  });

  rules.seen();

  it('knows the package of another scope, also beside its own name', async () => {
    const own = JSON.stringify({ ...JSON.parse(manifest), name: '@acme-team/n8n-nodes-acme' });
    const installing = (name: string) =>
      without('installation', `## Installation\n\nEnter \`@acme-team/n8n-nodes-acme\`, or:\n\n    npm install ${name}`);
    expect(await codesOf(installing('@acme/n8n-nodes-acme'), own)).toEqual(['docs-package-name']);
    expect(await codesOf(installing('@acme-team/n8n-nodes-acme'), own)).toEqual([]);
  });

  it('asks for credentials only where the package has some', async () => {
    expect(await codesOf(without('credentials'), '{}')).toEqual([]);
  });

  it('does not look for English headings in another language: that it is one is another finding', async () => {
    const portuguese =
      '# n8n-nodes-acme\n\n## Instalação\n\nAbra as configurações do n8n, escolha os nós da comunidade e instale o pacote. ' +
      'Depois disso crie uma chave de acesso na sua conta e informe essa chave nas credenciais do nó para começar a usar. ' +
      'Com este nó você cria faturas, procura as que estão abertas e envia lembretes para os seus clientes todos os dias.';
    expect(await codesOf(portuguese)).toEqual([]);
    expect(await codesOf(`${portuguese}\n\n${sections.about}`)).toEqual([]);
  });

  it('points at the first line that the template left', async () => {
    const [finding] = await findings(
      '# Acme\n\nText.\n\n_This is an optional section. Delete it._\n\n_Link to app/service documentation._',
    );
    expect(finding).toMatchObject({
      file: 'README.md',
      line: 5,
      message: expect.stringContaining('line 5 and 1 other line'),
    });
  });

  it('warns of the line for a link alone', async () => {
    const gradesOf = async (left: string) => {
      const found = await findings(`${readmeOf(sections)}\n${left}\n`);
      return found.map(({ code, severity }) => [code, severity]);
    };
    expect(await gradesOf('* _Link to app/service documentation._')).toEqual([['docs-readme-template', 'warning']]);
    const optional = '_This is another optional section. If your node has multiple versions, describe them._';
    expect(await gradesOf(`_Link to app/service documentation._\n\n${optional}`)).toEqual([
      ['docs-readme-template', 'warning'],
    ]);
    expect(await gradesOf('_List the operations supported by your node._')).toEqual([
      ['docs-readme-template', undefined],
    ]);
  });

  it('is told as a whole where it is the README of the starter', async () => {
    const starter =
      '# n8n-nodes-starter\n\nThis repo contains example nodes to help you get started.\n\n## Prerequisites\n';
    expect(await findings(starter)).toMatchObject([
      {
        code: 'docs-readme-template',
        message: expect.stringContaining('title and introduction of the template'),
        line: 1,
      },
    ]);
    const own = `# n8n-nodes-starter\n\n${readmeOf(sections)}`;
    expect(await findings(own)).toMatchObject([{ message: expect.stringContaining('in line 1') }]);
  });
});
