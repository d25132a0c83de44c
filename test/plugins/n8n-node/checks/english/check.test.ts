import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../../kernel/check.ts';
import type { Sandbox } from '../../../../../kernel/sandbox.ts';
import { englishCheck } from '../../../../../plugins/n8n-node/checks/english/check.ts';
import { noFacts } from '../../../../../plugins/n8n-node/model/sources/source-facts.ts';
import { everyRule } from '../../every-rule.ts';
import { type Contents, openProject } from '../../project-on-disk.ts';
import { sharedProject } from '../../shared-project.ts';

async function findings(contents: Contents, mode: Mode = 'project') {
  await using project = await openProject({ 'package.json': '{}', ...contents }, { mode });
  return (await project.run(englishCheck)).findings;
}

/** A README alone: the sandbox would find no sources to read. */
async function readmeFindings(readme: string) {
  const sandbox = (): Sandbox => ({
    isolation: 'none',
    run: async () => ({ kind: 'done', result: noFacts(), output: '' }),
  });
  await using project = await openProject({ 'package.json': '{}', 'README.md': readme }, { sandbox });
  return (await project.run(englishCheck)).findings;
}

const fields = (...texts: string[]) =>
  `export const fields = [\n${texts.map((text) => `  { displayName: '${text}', name: 'a' },`).join('\n')}\n];`;
const node = (...texts: string[]) => ({ 'nodes/Acme/Acme.node.ts': fields(...texts) });

/** For files in which nothing is found. */
const inEnglish = sharedProject((contents) => findings(contents));
/** For files with three foreign texts in all: more would be one finding. */
const withForeign = sharedProject((contents) => findings(contents));

const english = [
  'Maximum number of results to return in one page',
  'Whether to wait until the invoice has been sent to the customer',
  'The name of the company as it stands on the invoice',
  'Choose from the list, or specify an ID using an expression',
];
const portuguese = [
  'Número máximo de resultados por página',
  'Se deve esperar até que a fatura seja enviada ao cliente',
  'O nome da empresa como está escrito na fatura',
  'Lista de números para verificar, separados por vírgula',
  'Ação a ser executada quando a mensagem chegar',
];

describe('the rules of the english check', () => {
  const rules = everyRule(englishCheck.rules);

  it.each([
    ['Portuguese', portuguese.join('. ')],
    ['Chinese', '本项目是基于社区节点的二次开发，感谢原作者的开源贡献。'],
    [
      'Cyrillic',
      'Этот узел создаёт счета и отправляет напоминания клиентам. Он также находит неоплаченные счета и записывает платежи.',
    ],
  ])('english-readme is raised by a README in %s', async (language, text) => {
    const found = await readmeFindings(`# n8n-nodes-acme\n\n${text}`);
    expect(found).toMatchObject([{ code: 'english-readme', file: 'README.md', line: 3 }]);
    rules.raised('english-readme', found);
    expect(found[0]?.message).toContain(language);
  });

  it.each([
    ['names and code', `# Nós Brasil\n\n${english.join('. ')}.\n\n\`\`\`\nquantidade de chats por página\n\`\`\``],
    [
      'a translation below it',
      `# Acme\n\n${english.join('. ')}.\n\n## Português\n\n${portuguese.slice(0, 3).join('. ')}.`,
    ],
    [
      'a translation in another script',
      `# Acme\n\n${english.join('. ')}.\n\n## Русский\n\nМаксимальное количество результатов на одной странице. Ожидать ли отправки счёта покупателю. Название организации, указанное в счёте. Выберите значение из списка или укажите идентификатор.`,
    ],
    [
      'two translations around its English part',
      `# Acme\n\n# Português\n\n${portuguese.join('. ')}. ${portuguese.join('. ')}.\n\n# English\n\n${english.join('. ')}. ${english.join('. ')}.\n\n# Versão brasileira\n\n${portuguese.join('. ')}. ${portuguese.join('. ')}.`,
    ],
    ['a sentence in another language', '# Acme\n\n```bash\nnpm i\n```\n\nEste nó cria faturas para os clientes.'],
    ['badges and a title', '# n8n-nodes-größe\n\n![Lizenz](https://a.b/c.svg)'],
  ])('english-readme is not raised by an English README with %s', async (_, text) => {
    const found = await readmeFindings(text);
    expect(found).toEqual([]);
    rules.notRaised('english-readme', found);
  });

  const foreign = `${portuguese.slice(0, 3).join('. ')}.`;
  const withUsage = (usage: string) => `# Acme\n\n${english.join('. ')}.\n\n${usage}`;

  it.each([
    ['below an English heading', `## Usage\n\n${foreign}`, 7],
    [
      'of steps',
      `## Usage\n\n1. ワークフローにノードを追加します\n2. デザインのバージョンを設定します\n3. テンプレートのパラメータを入力します\n`,
      7,
    ],
    ['beside a translation', `## Português\n\n### Uso\n\n${foreign}\n\n## Usage\n\n${foreign}`, 13],
  ])('english-readme-section is raised by a section %s', async (_, usage, line) => {
    const found = await readmeFindings(withUsage(usage));
    expect(found).toMatchObject([{ code: 'english-readme-section', file: 'README.md', line }]);
    rules.raised('english-readme-section', found);
  });

  it.each([
    ['a translation', `## Portuguese\n\n${foreign}\n\n### Options\n\n${foreign}`],
    [
      'a heading in both languages',
      `## Usage / 使い方\n\nワークフローにノードを追加します。デザインのバージョンを設定します。テンプレートのパラメータを入力します。`,
    ],
    ['a heading that mentions a language', `## Portuguese version\n\n${foreign}`],
    ['a heading that has the tag of a language', `## README (PT-BR)\n\n${foreign}`],
    ['the name of a language without accents', `## Portugues\n\n${foreign}`],
    ['a heading beside that of a translation', `## Português\n\n${foreign}\n\n## Credenciais\n\n${foreign}`],
    ['both languages in one section', `## Usage\n\n${english[1]}.\n\n${foreign}`],
    ['a sentence of the service', '## Usage\n\nEnter "Número máximo de resultados por página".'],
  ])('english-readme-section is not raised by %s', async (_, usage) => {
    const found = await readmeFindings(withUsage(usage));
    expect(found).toEqual([]);
    rules.notRaised('english-readme-section', found);
  });

  it('english-interface is raised once by an interface in another language', async () => {
    const found = await findings(node(...portuguese, 'Acme API'));
    expect(found).toMatchObject([{ code: 'english-interface', file: 'nodes/Acme/Acme.node.ts', line: 2, column: 18 }]);
    rules.raised('english-interface', found);
    expect(found[0]?.evidence).toContain(portuguese[0]);
  });

  const twice = [...english, ...english.map((text) => `${text} again`)];
  const forgotten = withForeign(node(...twice, portuguese[1] ?? ''));
  it('english-interface-text is raised by the texts that were forgotten', async () => {
    const found = await forgotten();
    expect(found).toMatchObject([{ code: 'english-interface-text', line: 10, column: 18 }]);
    rules.raised('english-interface-text', found);
    expect(found[0]?.evidence).toContain(portuguese[1]);
  });

  const options =
    "options: [\n{ name: '少数派 (Sspai)', value: 'sspai' },\n{ name: '少数派の名前', value: 'other' },\n],";
  const named = withForeign({ 'nodes/names.ts': `${fields(...twice)}\nexport const list = { ${options} };` });
  it('english-interface-text is not raised by a name beside how it is written in Latin letters', async () => {
    const found = await named();
    expect(found.map(({ evidence }) => evidence)).toEqual([expect.stringContaining('少数派の名前')]);
  });

  it('english-interface-text is raised once by many texts, with their places', async () => {
    const all = [...english, ...english.flatMap((text) => [`${text} again`, `${text} once more`, `${text} at last`])];
    const found = await findings(node(...all, ...portuguese));
    expect(found).toMatchObject([
      { code: 'english-interface-text', line: 18, message: expect.stringContaining('5 texts') },
    ]);
    expect(found[0]?.message).toContain('most of them are in Portuguese');
    expect(found[0]?.evidence).toContain('nodes/Acme/Acme.node.ts:22: ');
  });

  const near: [what: string, texts: string[]][] = [
    [
      'names of services and fields',
      ['Facebook APP ID', 'Delta Sync Index Spec', 'Google Plus Page', 'Nota Fiscal (NF-e)', 'IBAN'],
    ],
    [
      'English that looks like another language',
      ['The ID of the tweet', 'Sends messages to AWS SQS', 'Merge alert into an existing case'],
    ],
    [
      'identifiers and expressions',
      ['={{ $json.quantidadeDeChats }}', 'client_secret da_conta', 'Send to /usuarios/{id}'],
    ],
    [
      'names of models, products and places',
      [
        'Mistral Nemo Instruct Llama de la Gemma',
        'Banco de la Nación Argentina Cuenta',
        'WeCom (企业微信)',
        'Angle in μrad',
      ],
    ],
    ['a misspelt word', ['Purge cache by ur ls', 'Recieve adress of costumer payement']],
    ['quoted words of the service', ['The value of the field "Não contribuinte do imposto" of the invoice']],
  ];
  const nearFiles = near.map(([what, texts], at) => {
    const source = fields(...english, ...texts);
    return [what, inEnglish({ [`nodes/near${at}.ts`]: source })] as const;
  });
  it.each(nearFiles)('neither is raised by %s', async (_, look) => {
    const found = await look();
    expect(found).toEqual([]);
    rules.notRaised(['english-interface', 'english-interface-text'], found);
  });

  rules.seen();

  const languages = inEnglish({
    'nodes/languages.ts':
      "export const options = [{ name: 'Русский', value: 'ru' }, { name: '中文（简体）', value: 'zh-CN' }, { name: '日本語', value: 'japanese' }];",
  });
  const language = withForeign({
    'nodes/languages.ts': "export const options = [{ name: 'Русский язык', value: 'russian' }];",
  });
  it('ignores a list of languages by their own names', async () => {
    expect(await languages()).toEqual([]);
    expect(await language()).toHaveLength(1);
  });

  it('ignores a file that the declared nodes do not lead to', async () => {
    const manifest = JSON.stringify({ n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } });
    const leftOver = {
      ...node(...english),
      'credentials/Old.credentials.ts': `const a = { hint: '${portuguese[0]}' };`,
    };
    expect(await findings({ 'package.json': manifest, ...leftOver })).toEqual([]);
    expect(await findings(leftOver)).toHaveLength(1);
  });

  it('reads what a compiler made of a class as well', async () => {
    const compiled = portuguese.map(
      (text, index) => `class A${index} { constructor() { this.displayName = '${text}'; } }`,
    );
    expect(await findings({ 'dist/a.credentials.js': compiled.join('\n') }, 'package')).toMatchObject([
      { code: 'english-interface' },
    ]);
  });

  it('reads the texts of the loaded node, however they are created', async () => {
    const words = portuguese.map((text) => text.split(' '));
    const source = `
      import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
      const words = ${JSON.stringify(words)};
      export class Acme implements INodeType {
        description: INodeTypeDescription = {
          displayName: 'Acme', name: 'acme', group: ['transform'], version: 1, description: 'Use the Acme API',
          defaults: { name: 'Acme' }, inputs: ['main'], outputs: ['main'],
          properties: words.map((list, index) => ({
            displayName: list.join(' '), name: 'field' + index, type: 'string', default: '',
          })),
        };
      }`;
    const manifest = JSON.stringify({ name: 'n8n-nodes-acme', n8n: { nodes: ['dist/nodes/Acme/Acme.node.js'] } });
    const found = await findings({ 'package.json': manifest, 'nodes/Acme/Acme.node.ts': source });
    expect(found).toMatchObject([{ code: 'english-interface', file: 'nodes/Acme/Acme.node.ts' }]);
  });

  const ofNodes = (contents: Contents) => {
    const nodes = Object.keys(contents).map((path) => `dist/${path.replace(/ts$/, 'js')}`);
    return findings({ ...contents, 'package.json': JSON.stringify({ n8n: { nodes } }) });
  };
  // Half of them each: more than three texts would be one finding.
  const halves = [sharedProject(ofNodes), sharedProject(ofNodes)] as const;
  const errors = [
    `throw new NodeOperationError(this.getNode(), '${portuguese[1]}');`,
    `throw new n8n_workflow_1.NodeApiError(this.getNode(), error, { description: '${portuguese[1]}' });`,
    `const texts = { 402: { message: 'Sem saldo', description: '${portuguese[1]}' } };
     throw new NodeApiError(this.getNode(), error, texts[402]);`,
    `throw new Error('${portuguese[1]}');`,
  ].map((code, at) => {
    const source = `export async function send() { ${code} }`;
    return [code, halves[at < 2 ? 0 : 1]({ [`nodes/Error${at}.node.ts`]: source })] as const;
  });
  it.each(errors)('reads the texts of errors: %s', async (_, look) => {
    expect(await look()).toMatchObject([
      { code: 'english-interface-text', message: 'error is in Portuguese, not in English' },
    ]);
  });

  const others = [
    `await send({ message: 'Olá', text: '${portuguese[1]}' });`,
    `throw new NodeApiError(this.getNode(), error); send({ message: '${portuguese[1]}' });`,
    `if (error instanceof Error) send(new Error('${portuguese[1]}'));`,
    "throw new Error('Conta do Banco de la Nación not found');",
  ].map((code, at) => {
    const source = `export async function send() { ${code} }`;
    return [code, inEnglish({ [`nodes/other${at}.ts`]: source })] as const;
  });
  it.each(others)('leaves texts alone that are no errors of the node, and names in them: %s', async (_, look) => {
    expect(await look()).toEqual([]);
  });

  const samples = inEnglish({
    'nodes/a.ts': `export const field = { placeholder: '${portuguese[0]}' };`,
    'nodes/__tests__/b.ts': fields(...portuguese),
  });
  it('leaves samples for what users enter, and tests, alone', async () => {
    expect(await samples()).toEqual([]);
  });
});
