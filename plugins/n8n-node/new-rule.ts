import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { builtinKernel } from '../builtin.ts';

/** The subject of the rules of a check, and how tests create it. */
interface Template {
  /** The path of the rule type, relative to the folder of rules. */
  type: string;
  name: string;
  /** The parameter of `check`. */
  subject: string;
  /** Additional lines of the rule. */
  more?: string;
  violation: string;
  /** The type of projects in its cases, imported from the folder of the plugin's tests; and an example of each kind. */
  given: string;
  from: string;
  bad: string;
  good: string;
}

const manifestCase = {
  given: 'Project, goodManifest',
  from: './checks/check-project.ts',
  bad: "{ manifest: { ...goodManifest, acme: 'bad' } }",
  good: "{ manifest: { ...goodManifest, acme: 'good' } }",
};
const descriptionCase = { given: 'Given', from: './shared-rules/given-package.ts' };
const filesCase = { given: 'Contents', from: './project-on-disk.ts' };
const described = "{ message: '…', about: { object: description, key: 'acme' } }";

const aboutManifest: Template = {
  type: '../../../project/manifest/manifest-subject.ts',
  name: 'ManifestSubject',
  subject: '{ manifest, at }',
  violation: "if (manifest['acme'] === undefined) return;\n    yield { message: '…', ...at('acme') };",
  ...manifestCase,
};

const templates: Readonly<Record<string, Template>> = {
  manifest: aboutManifest,
  dependencies: aboutManifest,
  structure: {
    type: '../structure-subject.ts',
    name: 'StructureSubject',
    subject: '{ files }',
    violation: "for (const file of files.list())\n      if (file.includes('acme-')) yield { message: '…', file };",
    ...manifestCase,
    bad: "{ files: { ...goodSources, 'acme-bad.json': '' } }",
    good: "{ files: { ...goodSources, 'acme-good.json': '' } }",
    given: 'Project, goodSources',
  },
  artifact: {
    type: './content-rules.ts',
    name: 'ArtifactSubject',
    subject: '{ shipped }',
    violation: "for (const { path } of shipped)\n      if (path.includes('acme-')) yield { message: '…', file: path };",
    ...filesCase,
    bad: "{ 'dist/acme-bad.json': '' }",
    good: "{ 'dist/acme-good.json': '' }",
  },
  docs: {
    type: './docs-rules.ts',
    name: 'DocsSubject',
    subject: '{ readme }',
    violation: "if (readme.text.includes('acme-')) yield { message: '…', file: readme.path };",
    given: 'string',
    from: '',
    bad: "'acme-bad'",
    good: "'acme-good'",
  },
  nodes: {
    type: '../node-subject.ts',
    name: 'NodeRule',
    subject: '{ node }',
    violation: `for (const { description } of node.versions)\n      if (description['acme'] !== undefined) yield ${described};`,
    ...descriptionCase,
    bad: "{ node: { acme: 'bad' } }",
    good: "{ node: { acme: 'good' } }",
  },
  credentials: {
    type: '../credential-subject.ts',
    name: 'CredentialRule',
    subject: '{ credential: { description } }',
    violation: `if (description['acme'] !== undefined) yield ${described};`,
    ...descriptionCase,
    bad: "{ credential: { acme: 'bad' } }",
    good: "{ credential: { acme: 'good' } }",
  },
  security: {
    type: '../../../model/sources/source-rule.ts',
    name: 'NodeRule',
    more: "types: ['Identifier'],",
    subject: '{ node }',
    violation:
      "if (node.type !== 'Identifier' || !node.name.startsWith('acme')) return undefined;\n    return [{ message: '…', start: node.start, end: node.end }];",
    given: 'string',
    from: '',
    bad: "'acmeBad();'",
    good: "'acmeGood();'",
  },
};

/** The files of a new rule, by path relative to the repository, and the list to which the rule is added. */
export function newRule(check: string, code: string): { files: Record<string, string>; list: string; name: string } {
  const template = Object.hasOwn(templates, check) ? templates[check] : undefined;
  if (!template) {
    const known = Object.keys(templates).join(', ');
    throw new Error(`No template for the check "${check}". Use one of: ${known}.`);
  }
  const prefix = `${check}-`;
  if (!code.startsWith(prefix) || !/^[a-z]+(-[a-z0-9]+)+$/.test(code))
    throw new Error(`"${code}" is not a code of ${check}. Use lower case and hyphens: ${prefix}name-of-the-fault.`);
  const file = code.slice(prefix.length);
  const name = file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const isAlias = template.name.endsWith('Rule');
  const type = isAlias ? template.name : `Rule<${template.name}>`;
  const rules = `plugins/n8n-node/checks/${check}/rules`;
  const [given = '', ...values] = template.given.split(', ');
  const imported = [`type ${given}`, ...values].join(', ');
  return {
    name,
    list: `${rules}/index.ts`,
    files: {
      [`${rules}/${file}.ts`]: `import { docs } from '../../../docs-links.ts';
import type { ${template.name} } from '${template.type}';
${isAlias ? '' : "import type { Rule } from '../../../rule.ts';\n"}
export const ${name}: ${type} = {
  code: '${code}',
  title: '…',
  severity: 'warning',
  why: '…',
  fix: '…',
  bad: '…',
  good: '…',
  docs: docs.verification,
  ${template.more ?? ''}
  ${check === 'security' ? '' : '*'}check(${template.subject}) {
    ${template.violation}
  },
};
`,
      [`test/${rules}/${file}.case.ts`]: `${template.from === '' ? '' : `import { ${imported} } from '../../.${template.from}';\n`}import type { RuleCase } from '../../../rule-case.ts';

/** A project that violates the rule, and one that comes as close as possible without violating it. */
export const cases: readonly RuleCase<${given}>[] = [
  { code: '${code}', case: '…', bad: ${template.bad}, good: ${template.good} },
];
`,
    },
  };
}

/** `npm run new-rule -- <check> <code>`: writes a rule and its case, which fails until the rule is implemented. */
async function run([check = '', code = '']: readonly string[]): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  if (builtinKernel().rules().has(code)) throw new Error(`There is a rule ${code} already.`);
  const { files, list, name } = newRule(check, code);
  for (const path of Object.keys(files)) if (existsSync(join(root, path))) throw new Error(`${path} exists already.`);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const [rule = ''] = Object.keys(files);
  const index = await readFile(join(root, list), 'utf8');
  await writeFile(join(root, list), withRule(index, name, relative(dirname(list), rule)));
  const written = [...Object.keys(files), list];
  await execa('biome', ['check', '--write', ...written], { cwd: root, preferLocal: true });
  console.log(`Wrote ${written.join('\n      ')}

Next:
  1. Write the rule and its case.
  2. npx vitest run test/plugins/n8n-node/checks/${check} test/plugins/n8n-node/shared-rules
  3. npm run docs`);
}

/** Adds a rule to the first list of rules. */
export function withRule(index: string, name: string, file: string): string {
  const end = index.indexOf('];', index.indexOf('export const rules'));
  const before = index.slice(0, end).trimEnd();
  const comma = before.endsWith('[') || before.endsWith(',') ? '' : ',';
  return `import { ${name} } from './${file}';\n${before}${comma} ${name}${index.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
