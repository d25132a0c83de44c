import { docs } from '../../../docs-links.ts';
import { type Declaration, declarationsOf, recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import { normalize } from '../../../project/project-path.ts';
import type { Rule } from '../../../rule.ts';

/**
 * The entries that n8n's lint has nothing against: it reports what is no text and what does not begin with `dist/`,
 * and one fault is told once.
 */
function inDist(manifest: ManifestSubject['manifest']): Declaration[] {
  return declarationsOf(manifest).filter(({ path }) => path.startsWith('dist/'));
}

const placeOf = ({ at }: ManifestSubject, { list, index, path }: Declaration) => ({
  ...at('n8n', list, index),
  evidence: path,
});

const outside: Rule<ManifestSubject> = {
  code: 'manifest-entry-outside',
  title: 'A declared path leads out of the package',
  severity: 'error',
  why: 'n8n would load a file that is not part of the package; once installed there is none at that place, and the package fails to load.',
  fix: 'Declare the path of the compiled file inside the package, without "..".',
  bad: '"nodes": ["dist/../../shared/Acme.node.js"]',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    for (const declaration of inDist(subject.manifest)) {
      if (!normalize(declaration.path).startsWith('../')) continue;
      yield {
        message: `n8n.${declaration.list}: "${declaration.path}" leads out of the package`,
        ...placeOf(subject, declaration),
      };
    }
  },
};

const backslash: Rule<ManifestSubject> = {
  code: 'manifest-entry-backslash',
  title: 'A declared path is written with backslashes',
  severity: 'error',
  why: 'It works on the Windows machine where it was written. On Linux, where n8n runs, there is no such file, and the package fails to load.',
  fix: 'Write the path with "/".',
  bad: '"nodes": ["dist/nodes\\\\Acme\\\\Acme.node.js"]',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    for (const declaration of inDist(subject.manifest)) {
      if (!declaration.path.includes('\\')) continue;
      yield {
        message: `n8n.${declaration.list}: "${declaration.path}" has a backslash`,
        ...placeOf(subject, declaration),
      };
    }
  },
};

const notJavaScript: Rule<ManifestSubject> = {
  code: 'manifest-entry-not-javascript',
  title: 'A declared path is not that of a JavaScript file',
  severity: 'error',
  why: 'n8n requires the file as it is. Node.js does not run TypeScript from an installed package, and a folder is no node.',
  fix: 'Declare the compiled file, for example dist/nodes/Acme/Acme.node.js.',
  bad: '"nodes": ["dist/nodes/Acme/Acme.node.ts"]',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    for (const declaration of inDist(subject.manifest)) {
      if (/\.[cm]?js$/.test(declaration.path)) continue;
      yield {
        message: `n8n.${declaration.list}: "${declaration.path}" is not a compiled JavaScript file`,
        ...placeOf(subject, declaration),
      };
    }
  },
};

const duplicate: Rule<ManifestSubject> = {
  code: 'manifest-entry-duplicate',
  title: 'A file is declared twice',
  severity: 'warning',
  why: 'n8n loads it twice and shows it once. Usually one of the two was meant to be another file, which stays invisible.',
  fix: 'Remove one of them, or name the file that was meant.',
  bad: '"nodes": ["dist/nodes/Acme/Acme.node.js", "dist/nodes/Acme/Acme.node.js"]',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js", "dist/nodes/AcmeTrigger/AcmeTrigger.node.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    const seen = new Set<string>();
    for (const declaration of inDist(subject.manifest)) {
      const file = `${declaration.list} ${normalize(declaration.path)}`;
      if (seen.has(file)) {
        const message = `n8n.${declaration.list}: "${declaration.path}" is declared already`;
        yield { message, ...placeOf(subject, declaration) };
      }
      seen.add(file);
    }
  },
};

const wrongList: Rule<ManifestSubject> = {
  code: 'manifest-entry-in-wrong-list',
  title: 'A credential is declared as a node, or a node as a credential',
  severity: 'error',
  why: 'n8n reads the description of everything in n8n.nodes; a credential has none, and the whole package fails to load. A node among the credentials is never offered.',
  fix: 'Move the path to the other list.',
  bad: '"nodes": ["dist/credentials/AcmeApi.credentials.js"]',
  good: '"credentials": ["dist/credentials/AcmeApi.credentials.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    for (const declaration of inDist(subject.manifest)) {
      const ending = declaration.list === 'nodes' ? /\.credentials\.[cm]?js$/ : /\.node\.[cm]?js$/;
      if (!ending.test(declaration.path)) continue;
      const kind = declaration.list === 'nodes' ? 'a credential' : 'a node';
      yield {
        message: `n8n.${declaration.list} declares ${kind}: "${declaration.path}"`,
        ...placeOf(subject, declaration),
      };
    }
  },
};

const misspelt: Rule<ManifestSubject> = {
  code: 'manifest-n8n-field-misspelt',
  title: 'A field of the n8n object is misspelt',
  severity: 'warning',
  why: 'n8n reads "nodes" and "credentials" by exactly these names. What stands under another name is not loaded and nobody is told.',
  fix: 'Write the name as n8n reads it.',
  bad: '"n8n": { "credential": ["dist/credentials/AcmeApi.credentials.js"] }',
  good: '"n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  docs: docs.fileStructure,
  *check({ manifest, at }) {
    for (const key of Object.keys(recordOf(manifest['n8n']) ?? {})) {
      const meant = { node: 'nodes', nodes: 'nodes', credential: 'credentials', credentials: 'credentials' };
      const wanted = new Map(Object.entries(meant)).get(key.toLowerCase());
      if (wanted === undefined || wanted === key) continue;
      yield { message: `n8n does not read "n8n.${key}": it is "n8n.${wanted}"`, ...at('n8n', key), evidence: key };
    }
  },
};

export const entryRules = [outside, backslash, notJavaScript, duplicate, wrongList, misspelt];
