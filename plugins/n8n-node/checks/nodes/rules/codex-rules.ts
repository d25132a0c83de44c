import { locateInJson } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import { listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { isPackageName } from '../../../project/manifest/package-name.ts';
import type { Violation } from '../../../rule.ts';
import type { CodexFile } from '../codex.ts';
import type { NodeRule } from '../node-subject.ts';

const invalid: NodeRule = {
  code: 'nodes-codex-invalid',
  title: 'The codex of a node can not be used',
  severity: 'warning',
  why: 'n8n leaves out a codex that it can not read, and says nothing: the node has no category, no links to its documentation and no other words to be found by.',
  fix: 'Make it an object with `categories`, `resources` and, if you like, `alias`, as the templates have it.',
  bad: '{ "categories": "Sales" }',
  good: '{ "categories": ["Sales"], "resources": { "primaryDocumentation": [{ "url": "https://acme.example/docs" }] } }',
  docs: docs.codex,
  supersededBy: ['source-syntax'],
  oncePerPackage: true,
  *check({ codex }) {
    if (!codex) return;
    const { file, fault } = codex;
    if (fault) {
      yield { message: `the codex is not JSON: ${fault.message}`, file, ...fault.position };
    } else for (const message of codexFaults(codex)) yield { message, file };
  },
};

function* codexFaults({ value }: CodexFile): Generator<string> {
  const codex = plainOf(value);
  if (!codex) return yield 'the codex is no object';
  const resources = plainOf(codex['resources']);
  if (!resources) yield 'the codex has no object "resources", and n8n leaves it out';
  for (const field of ['categories', 'alias'] as const) {
    const list = codex[field];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === 'string')))
      yield `${field} is no list of texts`;
  }
  for (const field of ['primaryDocumentation', 'credentialDocumentation'] as const) {
    const links = resources?.[field];
    if (links !== undefined && !Array.isArray(links)) yield `resources.${field} is no list of links`;
    for (const link of listOf(links)) {
      const url = textOf(plainOf(link)?.['url']);
      if (url === undefined || !isWebAddress(url))
        yield `resources.${field}: ${shown(url ?? link)} is no address of a web page`;
    }
  }
}

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const leftOver: NodeRule = {
  code: 'nodes-codex-left-over',
  title: 'The codex still says what it was copied with',
  severity: 'warning',
  why: 'Its links lead users of the node to somebody else, and its name is that of another package.',
  fix: 'Set `node` to the name of your package, and the links to your own documentation.',
  bad: '{ "node": "n8n-nodes-base.httpbin", … }',
  good: '{ "node": "n8n-nodes-acme.acme", … }',
  docs: docs.codex,
  oncePerPackage: true,
  *check({ codex, all: { manifest } }) {
    const value = plainOf(codex?.value);
    if (!codex || !value) return;
    const name = textOf(manifest?.['name']);
    const node = textOf(value['node']);
    // Where the package has no name of its own yet, that is the fault.
    if (name !== undefined && isPackageName(name) && node !== undefined && !isOfPackage(node, name)) {
      yield sighting(codex, ['node'], `"node" is ${shown(node)}, which is not of this package`);
    }
    for (const [field, links] of Object.entries(plainOf(value['resources']) ?? {})) {
      for (const [index, link] of listOf(links).entries()) {
        const url = textOf(plainOf(link)?.['url']) ?? '';
        if (!/^https:\/\/github\.com\/org\/repo\b/.test(url)) continue;
        yield sighting(codex, ['resources', field, index, 'url'], `the link ${shown(url)} is that of the template`);
        // Its other links are the same left-over.
        return;
      }
    }
  },
};

/** With the scope of the package or without, or the name of the node alone: n8n reads none of them. */
function isOfPackage(node: string, name: string): boolean {
  if (!node.includes('.') && !/^(@[^/]*\/)?n8n-nodes-/.test(node)) return true;
  return [name, name.replace(/^@[^/]*\//, '')].some((own) => node === own || node.startsWith(`${own}.`));
}

function sighting({ file, text }: CodexFile, path: (string | number)[], message: string): Violation {
  const at = locateInJson(text, path);
  return { message, file, ...at };
}

export const codexRules = [invalid, leftOver];
