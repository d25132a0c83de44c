import { docs } from '../../../docs-links.ts';
import { declarationsOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';
import type { StructureSubject } from '../structure-subject.ts';

export const undeclared: Rule<StructureSubject> = {
  code: 'structure-undeclared',
  title: 'A node or credential is not declared in package.json',
  severity: 'warning',
  why: "n8n shows what n8n.nodes and n8n.credentials list. A file that is only there stays invisible, and a node that wants an undeclared credential can't be used. Leftovers of a renamed node are shipped for nothing.",
  fix: 'Declare the compiled file in package.json, or delete the file (and empty dist before building).',
  bad: 'credentials/AcmeApi.credentials.ts   with "n8n": { "credentials": [] }',
  good: 'credentials/AcmeApi.credentials.ts   with "n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  docs: docs.fileStructure,
  async *check(subject) {
    const candidates = candidatesOf(subject);
    if (candidates.length === 0) return;
    const used = await namesThatAreImported(subject);
    const broken = new Set<string>(
      subject.declared.flatMap(({ list, fate }) => (fate.kind === 'missing' ? [list] : [])),
    );
    let credentials = mostCredentials;
    for (const { file, kind, list } of candidates) {
      if (used.has(nameOf(file))) continue;
      // A path that leads nowhere is probably meant for it.
      if (broken.has(list)) continue;
      if (kind === 'credential') credentials -= 1;
      const needed = kind === 'credential' && credentials >= 0 && (await isNeeded(file, subject));
      const message = `${file}: this ${kind} is not declared in n8n.${list}`;
      yield {
        message: needed ? `${message}, and a node needs it` : message,
        file,
        ...(needed && { severity: 'error' }),
      };
    }
  },
};

function candidatesOf({ files, mode, declared, manifest }: StructureSubject) {
  // Without any list that n8n reads, that is the fault.
  if (declarationsOf(manifest).length === 0) return [];
  const known = new Set(declared.map(({ file }) => nameOf(file).toLowerCase()));
  const ending = mode === 'package' ? /\.(node|credentials)\.[cm]?js$/ : /\.(node|credentials)\.[cm]?ts$/;
  return files.list().flatMap((file) => {
    const kind = ending.exec(file)?.[1];
    if (kind === undefined || isForTests(file) || known.has(nameOf(file).toLowerCase())) return [];
    // n8n's own lint tells of sources in the folder that its scaffold has for nodes.
    if (mode === 'project' && kind === 'node' && /^nodes\/.*\.node\.ts$/.test(file)) return [];
    return [kind === 'node' ? { file, kind, list: 'nodes' } : { file, kind: 'credential', list: 'credentials' }];
  });
}

/** Undeclared credentials that are looked for in nodes, and nodes that are looked through for one. */
const mostCredentials = 20;
const mostNodes = 50;

/** Whether a declared node lists the credential of a file: then nobody can use the node. */
async function isNeeded(file: string, { files, declared }: StructureSubject): Promise<boolean> {
  const [, name] = /\bname\b[^\n=]{0,40}=\s{0,9}['"]([\w-]{3,100})['"]/.exec(await files.read(file)) ?? [];
  if (name === undefined) return false;
  const nodes = declared.flatMap(({ list, source }) => (list === 'nodes' && source !== undefined ? [source] : []));
  for (const node of nodes.slice(0, mostNodes))
    if (new RegExp(`credentials[\\s\\S]{0,2000}name:\\s{0,9}['"]${name}['"]`).test(await files.read(node))) return true;
  return false;
}

const isForTests = (path: string) =>
  /(^|\/)(__tests__|__mocks__|tests?|fixtures?|node_modules)\/|\.(test|spec)\./.test(path);

/** `Acme.node`: what others import it by. */
const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.[cm]?[jt]s$/, '');

/** The parts of a versioned node are node files too: the node imports them, n8n does not. */
async function namesThatAreImported({ files, mode }: StructureSubject): Promise<Set<string>> {
  const names = new Set<string>();
  const scripts = files.list().filter((path) => (mode === 'package' ? /\.[cm]?js$/ : /\.[cm]?[jt]s$/).test(path));
  for (const path of scripts) {
    if (/(^|\/)node_modules\//.test(path)) continue;
    const text = await files.read(path);
    for (const [, name] of text.matchAll(/\/([\w.-]{1,200}\.(?:node|credentials))(?:\.[cm]?[jt]s)?['"`]/g)) {
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
