import { isIP } from 'node:net';
import { jsonEdit } from '../../../../../kernel/json-edit.ts';
import { locateInJson } from '../../../../../kernel/project-files.ts';
import { isTypo } from '../../../../../kernel/suggestion.ts';
import { docs } from '../../../docs-links.ts';
import type { DescribedNode } from '../../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../../model/descriptions/described-package.ts';
import { isTemplateRepository } from '../../../model/descriptions/template-url.ts';
import { listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { isOwnNetwork } from '../../../model/sources/harmless-hosts.ts';
import { isPackageName, isTemplate, templateNames } from '../../../project/manifest/package-name.ts';
import { listed, type Violation } from '../../../rule.ts';
import type { CodexFile } from '../codex.ts';
import type { NodeRule } from '../node-subject.ts';

const invalid: NodeRule = {
  code: 'nodes-codex-invalid',
  title: 'Codex file is invalid',
  severity: 'warning',
  why: 'n8n silently ignores the parts of a codex file that it cannot read: the node then lacks its category, the links to its documentation or its aliases for search.',
  fix: 'Make it an object with `categories`, `resources` and, optionally, `alias`, as in the templates.',
  bad: '{ "categories": "Sales" }',
  good: '{ "categories": ["Sales"], "resources": { "primaryDocumentation": [{ "url": "https://acme.example/docs" }] } }',
  docs: docs.codex,
  supersededBy: ['source-syntax'],
  oncePerPackage: true,
  *check({ codex }) {
    if (!codex) return;
    const { file, fault } = codex;
    if (fault) {
      yield { message: `Codex is not valid JSON: ${fault.message}`, fix: 'Correct the JSON.', file, ...fault.position };
    } else for (const found of codexFaults(codex)) yield { ...found, file };
  },
};

/**
 * The links that the editor shows; those to the documentation of credentials are those of the credential itself.
 * Source: n8n-workflow 2.41, dist/cjs/interfaces.d.ts, `CodexData`
 */
const primary = 'primaryDocumentation';

function* codexFaults(described: CodexFile): Generator<Violation> {
  const { value, text } = described;
  const codex = plainOf(value);
  if (!codex) return yield { message: 'Codex is not an object' };
  const resources = plainOf(codex['resources']);
  if (!resources)
    yield {
      message: 'Codex has no object "resources", so n8n ignores it',
      ...(codex['resources'] === undefined && edited(text, ['resources'], {})),
    };
  if (codex[primary] !== undefined && resources?.[primary] === undefined)
    yield {
      message: `"${primary}" is outside "resources", so n8n ignores it`,
      fix: `Move "${primary}" into "resources".`,
    };
  for (const field of ['categories', 'alias'] as const) {
    const list = codex[field];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === 'string')))
      yield {
        message: `"${field}" is not an array of strings`,
        ...(typeof list === 'string' && edited(text, [field], [list])),
      };
  }
  yield* categoryFaults(described, codex['categories']);
  yield* linkFaults(described, resources?.[primary]);
  const misnamed = resources?.[primary] === undefined && Object.keys(resources ?? {}).find(isMisnamed);
  if (misnamed)
    yield {
      ...violationAt(described, ['resources', misnamed], `n8n does not read "resources.${misnamed}"`),
      fix: `Rename it to "${primary}", an array of \`{ "url": … }\`.`,
    };
}

/**
 * The categories to choose from.
 * Source: https://docs.n8n.io/integrations/creating-nodes/build/reference/node-codex-files/
 */
const categories = [
  ...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting', 'Marketing & Content'],
  ...['Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];
/** Others, of codex files in n8n's repository and in its templates for community nodes. */
const otherCategories = ['AI', 'Core Nodes', 'Developer Tools', 'HITL', 'Human in the Loop', 'Marketing'];

/** One that n8n knows is enough, unless another one is misspelled. */
function* categoryFaults(described: CodexFile, named: unknown): Generator<Violation> {
  const texts = listOf(named)
    .filter((one) => typeof one === 'string')
    .filter((one) => one !== '');
  const known = new Set([...categories, ...otherCategories]);
  if (texts.some((one) => known.has(one))) {
    for (const [index, text] of listOf(named).entries()) {
      const meant = typeof text === 'string' && !known.has(text) && [...known].find((one) => isTypo(text, one));
      if (!meant) continue;
      const problem = `${shown(text)} is not a category of n8n; did you mean ${shown(meant)}?`;
      yield {
        ...violationAt(described, ['categories', index], problem),
        fix: `Write ${shown(meant)}.`,
        ...edited(described.text, ['categories', index], meant),
      };
    }
    return;
  }
  if (texts.length === 0) return;
  const what = texts.length > 1 ? 'are not categories' : 'is not a category';
  const message = `${listed(texts.map(shown))} ${what} of n8n`;
  yield {
    ...violationAt(described, ['categories', 0], message),
    fix: `Use one or more of: ${categories.join(', ')}.`,
  };
}

/** `nodeDocumentation`, or the right name in other words, but not that of the page for the credential. */
const isMisnamed = (field: string) => /doc/i.test(field) && !/cred/i.test(field);

function* linkFaults(described: CodexFile, links: unknown): Generator<Violation> {
  if (links !== undefined && !Array.isArray(links))
    yield {
      message: `"resources.${primary}" is not an array of links`,
      ...(textOf(plainOf(links)?.['url']) !== undefined && edited(described.text, ['resources', primary], [links])),
    };
  for (const [index, link] of listOf(links).entries()) {
    const url = textOf(plainOf(link)?.['url']);
    const problem = linkProblem(url);
    const message = `"resources.${primary}": ${shown(url ?? link)} ${problem}`;
    if (problem !== undefined)
      yield {
        ...violationAt(described, ['resources', primary, index, ...(url === undefined ? [] : ['url'])], message),
        fix: 'Write the URL of the page with https://, or remove the entry.',
      };
  }
}

function edited(text: string, path: (string | number)[], value: unknown): Pick<Violation, 'edit'> {
  const edit = jsonEdit(text, path, value);
  return edit ? { edit } : {};
}

function linkProblem(url: string | undefined): string | undefined {
  const link = url === undefined ? null : URL.parse(url);
  if (!link || !/^https?:$/.test(link.protocol)) return 'is not an HTTP URL';
  const { hostname } = link;
  const isLocal = /^(?:.*\.)?localhost$|^\[::1\]$/.test(hostname) || (isIP(hostname) === 4 && isOwnNetwork(hostname));
  return isLocal ? 'is not on the internet' : undefined;
}

const leftOver: NodeRule = {
  code: 'nodes-codex-left-over',
  title: 'Codex file still contains values of the template or of another node',
  severity: 'warning',
  why: 'The file was copied from the template or from another node: its name or its links, to which users go for help, belong there, and the rest may too.',
  fix: 'Set `node` to the name of your package and of the node, and the links to your own documentation.',
  bad: '{ "node": "n8n-nodes-base.httpbin", … }',
  good: '{ "node": "n8n-nodes-acme.acme", … }',
  docs: docs.codex,
  oncePerPackage: true,
  *check({ codex, node: described, all: { manifest, nodes, unknown } }) {
    const value = plainOf(codex?.value);
    if (!codex || !value || isTemplate(manifest?.['name'])) return;
    const name = textOf(manifest?.['name']);
    yield* templateLinks(codex, value, [name ?? '', ...namesOf(described)]);
    const node = textOf(value['node']);
    // Another rule reports an invalid package name.
    if (name === undefined || !isPackageName(name) || node === undefined) return;
    // The path of its own file, in a field that n8n does not read.
    if (node === described.declaredPath) return;
    const problem = nodeProblem(node, { name, described, nodes, unknown });
    if (problem !== undefined)
      yield {
        ...violationAt(codex, ['node'], `"node": ${shown(node)} ${problem}`),
        ...edited(codex.text, ['node'], `${name}.${described.name}`),
      };
  },
};

/** What is wrong with the name of a node in its codex file. */
function nodeProblem(
  node: string,
  {
    name,
    described,
    nodes,
    unknown,
  }: { name: string; described: DescribedNode } & Pick<DescribedPackage, 'nodes' | 'unknown'>,
): string | undefined {
  const named = node.replace(/^.*\./, '').toLowerCase();
  const isNamed = (one: DescribedNode) => namesOf(one).some((own) => own.toLowerCase() === named);
  // n8n's documentation asks for this prefix, whatever the package is named.
  const isDocumented = node.startsWith('n8n-nodes-base.') && nodes.some(isNamed);
  // n8n reads the file whatever it names: only a name that was left as it was says something of the rest.
  if (isOfOthers(node) && !isOfPackage(node, name) && !isDocumented) return 'is not a node of this package';
  if (!isNamed(described) && nodes.some(isNamed))
    return `names another node of this package, not ${shown(described.name)}`;
  // A name alone may be one of before, and one of a node that could not be loaded may be right.
  const isComplete = unknown.every(({ path }) => path.includes('.credentials.'));
  return isComplete && node.startsWith(`${name}.`) && !nodes.some(isNamed)
    ? `is not a node of this package: this one is ${shown(described.name)}`
    : undefined;
}

/** Names of nodes of n8n, of its templates and of its example. */
const isOfOthers = (node: string) =>
  /^n8n-nodes-(?:base|github-issues)\b|[<>{}]/i.test(node) || templateNames.test(node.split('.')[0] ?? '');

/** The name of a node, and that of its file. */
const namesOf = ({ file, name }: DescribedNode): string[] => [
  name,
  file.replace(/^.*\//, '').replace(/\.node\.[cm]?[jt]sx?$/, ''),
];

/** A link of n8n's former template, which was an example for httpbin. */
const ofExample = /^https?:\/\/httpbin\.org\/?(?:#\/Auth\/get_bearer)?$/;

/** @param names of the package and its node */
function* templateLinks(codex: CodexFile, value: Plain, names: readonly string[]): Generator<Violation> {
  const isExample = names.some((name) => /httpbin/i.test(name));
  for (const [field, links] of Object.entries(plainOf(value['resources']) ?? {})) {
    for (const [index, link] of listOf(links).entries()) {
      const url = textOf(plainOf(link)?.['url']) ?? '';
      if (!isTemplateRepository(url) && (isExample || !ofExample.test(url))) continue;
      const message = `"resources.${field}": ${shown(url)} is a link of the template`;
      yield violationAt(codex, ['resources', field, index, 'url'], message);
    }
  }
}

/** With or without the scope of the package, or only the name of the node: n8n does not read this field. */
function isOfPackage(node: string, name: string): boolean {
  if (!node.includes('.') && !/^(@[^/]*\/)?n8n-nodes-/.test(node)) return true;
  return [name, name.replace(/^@[^/]*\//, '')].some((own) => node === own || node.startsWith(`${own}.`));
}

function violationAt({ file, text }: CodexFile, path: (string | number)[], message: string): Violation {
  const at = locateInJson(text, path);
  return { message, file, ...at };
}

const notShipped: NodeRule = {
  code: 'nodes-codex-not-shipped',
  title: 'Codex file is not in the package',
  severity: 'warning',
  why: 'n8n reads the codex file next to the compiled node. Without it, the node has no category, no links to its documentation and no aliases for search.',
  fix: 'Copy the file in the build, and include it in `files` of package.json. tsc copies it if tsconfig.json sets `"resolveJsonModule": true` and lists `"nodes/**/*.json"` in `include`.',
  bad: '{ "compilerOptions": { "outDir": "dist" }, "include": ["nodes/**/*"] }',
  good: '{ "compilerOptions": { "outDir": "dist", "resolveJsonModule": true }, "include": ["nodes/**/*", "nodes/**/*.json"] }',
  docs: docs.codex,
  oncePerPackage: true,
  *check({ codex }) {
    // Without `resources`, n8n ignores it wherever it is, which another rule reports.
    if (codex?.leftOut !== undefined && plainOf(plainOf(codex.value)?.['resources']))
      yield { message: `${codex.file} is ${codex.leftOut}`, file: codex.file };
  },
};

export const codexRules = [invalid, leftOver, notShipped];
