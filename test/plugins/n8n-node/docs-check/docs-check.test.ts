import { describe, expect, it } from 'vitest';
import { docsCheck } from '../../../../plugins/n8n-node/docs-check/docs-check.ts';
import { openProject } from '../project-on-disk.ts';

const manifest = JSON.stringify({ n8n: { credentials: ['dist/credentials/AcmeApi.credentials.js'] } });

async function findings(readme: string | undefined, packageJson = manifest) {
  const contents = { 'package.json': packageJson, ...(readme !== undefined && { 'README.md': readme }) };
  await using project = await openProject(contents);
  return (await project.run(docsCheck)).findings;
}

const codesOf = async (readme: string | undefined, packageJson?: string) =>
  (await findings(readme, packageJson)).map(({ code }) => code);

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

/** A README that raises the rule, and one that is near and fine. */
const rows: readonly [code: string, raises: string | undefined, spares: string][] = [
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
  ['docs-credentials-missing', without('credentials'), without('credentials', 'You need an API key of Acme.')],
  [
    'docs-operations-missing',
    without('operations', '## License'),
    without('operations', '- Create an invoice\n- Get an invoice\n- Delete one'),
  ],
  [
    'docs-example-missing',
    without('example', '![build](https://img.shields.io/x.svg)'),
    without('example', '![The workflow](docs/workflow.png)'),
  ],
  ['docs-example-missing', without('example', '```bash\nnpm i\n```'), without('example', '```json\n{ "id": 1 }\n```')],
  [
    'docs-compatibility-missing',
    without('compatibility', '## Version history'),
    without('compatibility', 'It needs n8n 1.60 or newer.'),
  ],
];

describe('the rules of the docs check', () => {
  it.each(rows)('%s is raised by one README and not by the other (%#)', async (code, raises, spares) => {
    expect(await codesOf(raises)).toEqual([code]);
    expect(await codesOf(spares)).toEqual([]);
  });

  it('has a row for each of its rules', () => {
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(docsCheck.rules.map(({ code }) => code)));
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
  });

  it('points at the first line that the template left', async () => {
    const [finding] = await findings(
      '# Acme\n\nText.\n\n_This is an optional section. Delete it._\n\n_Link to app/service documentation._',
    );
    expect(finding).toMatchObject({ file: 'README.md', line: 5, message: expect.stringContaining('1 lines more') });
  });
});
