import { docs } from '../../../docs-links.ts';
import { declarationsOf } from '../../../project/manifest/manifest-fields.ts';
import type { Rule } from '../../../rule.ts';
import type { StructureSubject } from '../structure-subject.ts';

export const undeclared: Rule<StructureSubject> = {
  code: 'structure-undeclared',
  title: 'Node or credential is not declared in package.json',
  severity: 'warning',
  why: 'n8n loads only what n8n.nodes and n8n.credentials list. An undeclared node does not appear in n8n, and a node that needs an undeclared credential cannot be used.',
  fix: 'Declare the compiled file in package.json. If the file is a leftover, delete it, and clean dist before building.',
  bad: 'credentials/AcmeApi.credentials.ts   with "n8n": { "credentials": [] }',
  good: 'credentials/AcmeApi.credentials.ts   with "n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  docs: docs.fileStructure,
  async *check(subject) {
    const candidates = candidatesOf(subject);
    if (candidates.length === 0) return;
    const used = await importedNames(subject);
    const broken = new Set<string>(
      subject.declared.flatMap(({ list, status }) => (status.kind === 'missing' ? [list] : [])),
    );
    let credentials = maxCredentials;
    for (const { file, kind, list } of candidates) {
      if (used.has(nameOf(file))) continue;
      // An entry of a missing file is probably meant for this one.
      if (broken.has(list)) continue;
      if (kind === 'credential') credentials -= 1;
      const needed = kind === 'credential' && credentials >= 0 && (await isNeeded(file, subject));
      const message = `${file} is not declared in n8n.${list}`;
      yield {
        message: needed ? `${message}, but a node needs this credential` : message,
        file,
        ...(needed && { severity: 'error' }),
      };
    }
  },
};

function candidatesOf({ files, mode, declared, manifest }: StructureSubject) {
  // Another rule reports that nothing is declared.
  if (declarationsOf(manifest).length === 0) return [];
  // Also what an entry with another extension means, which is reported.
  const paths = [...declared.map(({ file }) => file), ...declarationsOf(manifest).map(({ path }) => path)];
  const known = new Set(paths.map((path) => nameOf(path).toLowerCase()));
  // TypeScript compiles no file whose name starts with a dot.
  const ending = mode === 'package' ? /[^/]\.(node|credentials)\.[cm]?js$/ : /[^/]\.(node|credentials)\.[cm]?ts$/;
  return files.list().flatMap((file) => {
    const kind = ending.exec(file)?.[1];
    if (kind === undefined || isForTests(file) || known.has(nameOf(file).toLowerCase())) return [];
    // n8n's linter reports sources in the folder nodes/.
    if (mode === 'project' && kind === 'node' && /^nodes\/.*\.node\.ts$/.test(file)) return [];
    return [kind === 'node' ? { file, kind, list: 'nodes' } : { file, kind: 'credential', list: 'credentials' }];
  });
}

/** Undeclared credentials to search for, and nodes to search in. */
const maxCredentials = 20;
const maxNodes = 50;

/**
 * Whether a declared node uses the credential of a file, and neither the package nor n8n has another one of its name: then the
 * node cannot be used.
 */
async function isNeeded(file: string, { files, declared, isOfN8n }: StructureSubject): Promise<boolean> {
  const sourcesOf = (wanted: string) =>
    declared.flatMap(({ list, source }) => (list === wanted && source !== undefined ? [source] : []));
  const name = nameIn(await files.read(file));
  if (name === undefined || isOfN8n(name)) return false;
  for (const other of sourcesOf('credentials').slice(0, maxCredentials))
    if (nameIn(await files.read(other)) === name) return false;
  for (const node of sourcesOf('nodes').slice(0, maxNodes))
    if (new RegExp(`credentials[\\s\\S]{0,2000}name:\\s{0,9}['"]${name}['"]`).test(await files.read(node))) return true;
  return false;
}

/** The name of the credential in a source. */
const nameIn = (text: string) => /\bname\b[^\n=]{0,40}=\s{0,9}['"]([\w-]{3,100})['"]/.exec(text)?.[1];

const isForTests = (path: string) =>
  /(^|\/)(__tests__|__mocks__|tests?|fixtures?|node_modules)\/|\.(test|spec)\./.test(path);

/** `Acme.node`: the name in an import. */
const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.[cm]?[jt]s$/, '');

/** The files of a versioned node are also named `.node`: the node imports them, n8n does not. */
async function importedNames({ files, mode }: StructureSubject): Promise<Set<string>> {
  const names = new Set<string>();
  const scripts = files.list().filter((path) => (mode === 'package' ? /\.[cm]?js$/ : /\.[cm]?[jt]s$/).test(path));
  for (const path of scripts) {
    // Tests import what they test.
    if (isForTests(path)) continue;
    const text = await files.read(path);
    for (const { 1: name, index } of text.matchAll(/\/([\w.-]{1,200}\.(?:node|credentials))(?:\.[cm]?[jt]s)?['"`]/g)) {
      // The path of a built file, which a script looks for, is no import.
      const isPath = /['"`]dist(?:\/[\w-]+){0,9}$/.test(text.slice(Math.max(0, index - 100), index));
      if (name !== undefined && !isPath) names.add(name);
    }
  }
  return names;
}
