import { type Fault, swap } from '../fault.ts';

const file = 'README.md';
const cut = (from: string, to: string) => (text: string) =>
  text.slice(0, text.indexOf(from)) + text.slice(text.indexOf(to));

const edit = (name: string, change: (text: string) => string, code: string, at?: string, blocks = false): Fault => ({
  name,
  base: 'declarative',
  change: { [file]: change },
  expect: { code, file, ...(at !== undefined && { at }) },
  blocks,
});

export const docsFaults: readonly Fault[] = [
  {
    name: 'no README',
    base: 'declarative',
    change: { [file]: undefined },
    expect: { code: 'docs-readme-missing' },
    blocks: true,
  },
  edit('no section about the installation', cut('## Installation', '## Operations'), 'docs-installation-missing'),
  edit(
    'no section about credentials',
    (text) => cut('## Credentials', '## Compatibility')(text).replace('- [Credentials](#credentials)\n', ''),
    'docs-credentials-missing',
  ),
  edit(
    'no versions of n8n',
    (text) => cut('## Compatibility', '## Usage')(text).replace('- [Compatibility](#compatibility)\n', ''),
    'docs-compatibility-missing',
  ),
  edit(
    "the template's operations",
    swap('| Campaign | Get, Send |', '_List the operations supported by your node._'),
    'docs-readme-template',
    '_List the',
    true,
  ),
  edit(
    "the template's name",
    swap('# n8n-nodes-lanternmail\n', '# n8n-nodes-_node-name_\n'),
    'docs-readme-template',
    '# n8n',
    true,
  ),
  edit(
    'the README of the starter',
    () =>
      '![Banner image](https://user-images.githubusercontent.com/10284570/173569848-c624317f.png)\n\n# n8n-nodes-starter\n\nThis repo contains example nodes to help you get started building your own custom integrations for [n8n](https://n8n.io).\n\n## Prerequisites\n\nYou need the following installed on your development machine: git, Node.js and npm. Install n8n with npm install n8n -g.\n',
    'docs-readme-template',
    'This repo',
    true,
  ),
  edit('three words', () => '# n8n-nodes-lanternmail\n\nLanternmail for n8n.\n', 'docs-readme-short'),
  edit(
    'a link to a file that is not there',
    swap('[changelog](CHANGELOG.md)', '[changelog](HISTORY.md)'),
    'docs-link-dead',
    'HISTORY.md',
  ),
  edit(
    'a link into a folder that is not there',
    swap('[changelog](CHANGELOG.md)', '[guide](docs/guide.md)'),
    'docs-link-dead',
    'docs/guide.md',
  ),
  edit(
    'an anchor that no heading has',
    swap('[Usage](#usage)', '[Usage](#how-to-use-it)'),
    'docs-link-dead',
    '#how-to-use-it',
  ),
  edit(
    'a picture that is not there',
    swap('icons/lanternmail.svg', 'images/settings.png'),
    'docs-link-dead',
    'images/settings.png',
  ),
  edit(
    'a picture that is not there, in HTML',
    swap(
      '![The settings of the node in a workflow](icons/lanternmail.svg)',
      '<img src="assets/settings.png" alt="Settings" width="400">',
    ),
    'docs-link-dead',
    'assets/settings.png',
  ),
  edit(
    'a link to the machine of the author',
    swap('[changelog](CHANGELOG.md)', '[changelog](file:///home/mira/lanternmail/CHANGELOG.md)'),
    'docs-link-dead',
    'file:///home',
  ),
  edit(
    'a link to localhost',
    swap('(https://lanternmail.example)', '(http://localhost:5678)'),
    'docs-link-dead',
    'localhost',
  ),
  edit(
    'an address that is none',
    swap('(https://lanternmail.example)', '(https:/lanternmail.example)'),
    'docs-link-dead',
    'https:/lantern',
  ),
  edit(
    'another package to install',
    swap('enter `n8n-nodes-lanternmail`', 'enter `n8n-nodes-lantern-mail`'),
    'docs-package-name',
    'n8n-nodes-lantern-mail',
  ),
  edit(
    'npm install of another package',
    swap(
      'In n8n open **Settings > Community nodes**, select **Install** and enter `n8n-nodes-lanternmail`.',
      '```\nnpm install n8n-nodes-starter\n```',
    ),
    'docs-package-name',
    'npm install n8n-nodes-starter',
  ),
  edit(
    'a README in German',
    () =>
      '# n8n-nodes-lanternmail\n\nDieses Paket verbindet Lanternmail mit n8n: Abonnenten verwalten und Kampagnen versenden, sobald es etwas Neues zu erzählen gibt.\n\n## Installation\n\nÖffnen Sie in n8n die Einstellungen, wählen Sie Community-Knoten und geben Sie den Namen des Pakets ein: n8n-nodes-lanternmail.\n\n## Zugangsdaten\n\nErstellen Sie in Lanternmail einen Schlüssel mit dem Recht zu senden, und tragen Sie ihn in n8n ein.\n\n## Beispiele\n\nLegen Sie den Knoten hinter den Auslöser Ihres Ladens und ordnen Sie die Adresse des Kunden zu.\n',
    'english-readme',
    undefined,
    true,
  ),
  edit(
    'a section in Spanish',
    swap(
      'To welcome new customers, put **Lanternmail** with resource **Subscriber** and operation **Create** behind the trigger of\nyour shop, and map the address of the customer to **Email**.',
      'Para dar la bienvenida a los nuevos clientes, coloque el nodo detrás del disparador de su tienda y asigne la dirección del cliente al campo de correo electrónico.',
    ),
    'english-readme-section',
    'Para dar',
  ),
  {
    name: 'labels in Portuguese',
    base: 'declarative',
    change: {
      'nodes/Lanternmail/SubscriberDescription.ts': swap(
        "description: 'The address of the subscriber'",
        "description: 'O endereço de e-mail do assinante que você quer adicionar à lista'",
      ),
    },
    expect: { code: 'english-interface-text', file: 'nodes/Lanternmail/SubscriberDescription.ts', at: 'O endereço' },
    blocks: false,
  },
  {
    name: 'an error in German',
    base: 'programmatic',
    change: {
      'nodes/Harborline/resources/shipment/operations.ts': swap(
        "'Add at least one field to update'",
        "'Bitte geben Sie mindestens ein Feld an, das geändert werden soll'",
      ),
    },
    expect: {
      code: 'english-interface-text',
      file: 'nodes/Harborline/resources/shipment/operations.ts',
      at: 'Bitte geben',
    },
    blocks: false,
  },
  {
    name: 'labels in Chinese',
    base: 'javascript',
    change: {
      'nodes/Pierbook/Pierbook.node.js': swap(
        "description: 'The name of the boat'",
        "description: '要预订泊位的船只名称'",
      ),
    },
    expect: { code: 'english-interface-text', file: 'nodes/Pierbook/Pierbook.node.js', at: '要预订' },
    blocks: false,
  },
];
