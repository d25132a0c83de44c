import { docs } from '../../../docs-links.ts';
import { type Declaration, declarationsOf, recordOf } from '../../../project/manifest/manifest-fields.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import { normalize } from '../../../project/project-path.ts';
import type { Rule } from '../../../rule.ts';

/**
 * The entries that n8n's linter accepts. It reports those that are not strings or do not start with `dist/`, and one
 * problem is reported once.
 */
function inDist(manifest: ManifestSubject['manifest']): Declaration[] {
  return declarationsOf(manifest).filter(({ path }) => path.startsWith('dist/'));
}

const violationOf = ({ at }: ManifestSubject, { list, index, path }: Declaration, what: string) => ({
  message: `n8n.${list}: "${path}" ${what}`,
  ...at('n8n', list, index),
  evidence: path,
});

/** @param fault what is wrong with an entry; undefined for nothing */
function overEntries(
  rule: Omit<Rule<ManifestSubject>, 'check'>,
  fault: (entry: Declaration) => string | undefined,
): Rule<ManifestSubject> {
  return {
    ...rule,
    *check(subject) {
      for (const entry of inDist(subject.manifest)) {
        const what = fault(entry);
        if (what !== undefined) yield violationOf(subject, entry, what);
      }
    },
  };
}

const outside = overEntries(
  {
    code: 'manifest-entry-outside',
    title: 'Declared path points outside the package',
    severity: 'error',
    why: 'The file is not part of the package, so it does not exist where n8n installs the package, and the package fails to load.',
    fix: 'Declare the path of the compiled file inside the package, without "..".',
    bad: '"nodes": ["dist/../../shared/Acme.node.js"]',
    good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]',
    docs: docs.fileStructure,
  },
  ({ path }) => (normalize(path).startsWith('../') ? 'points outside the package' : undefined),
);

const backslash = overEntries(
  {
    code: 'manifest-entry-backslash',
    title: 'Declared path contains backslashes',
    severity: 'error',
    why: 'A backslash separates folders on Windows only. On Linux, where n8n runs, the file is not found and the package fails to load.',
    fix: 'Separate folders with "/".',
    bad: '"nodes": ["dist/nodes\\\\Acme\\\\Acme.node.js"]',
    good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]',
    docs: docs.fileStructure,
  },
  ({ path }) => (path.includes('\\') ? 'contains a backslash' : undefined),
);

const notJavaScript: Rule<ManifestSubject> = {
  code: 'manifest-entry-not-javascript',
  title: 'Declared path is not a JavaScript file',
  severity: 'error',
  why: 'n8n calls require() on the path. Node.js does not run TypeScript from an installed package, and a folder does not export a node. Reported as a warning if only `.js` is missing: require() finds the node, but n8n does not find its codex file, `Acme.node.json`.',
  fix: 'Declare the compiled file, for example dist/nodes/Acme/Acme.node.js.',
  bad: '"nodes": ["dist/nodes/Acme/Acme.node.ts"]',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    for (const entry of inDist(subject.manifest)) {
      if (/\.[cm]?js$/.test(entry.path)) continue;
      // Credentials of such a path are unknown to the linter of n8n.
      const isFound = entry.list === 'nodes' && entry.path.endsWith('.node') && isScript(subject, entry);
      yield isFound
        ? { ...violationOf(subject, entry, 'lacks the file extension ".js"'), severity: 'warning' }
        : violationOf(subject, entry, 'is not a compiled JavaScript file');
    }
  },
};

/** Whether a script exists at a path without its extension, or a source of one. */
function isScript({ files }: ManifestSubject, { path }: Declaration): boolean {
  const source = `/${path.slice(path.indexOf('/') + 1)}.ts`;
  return files.exists(`${path}.js`) || files.list().some((file) => `/${file}`.endsWith(source));
}

const duplicate: Rule<ManifestSubject> = {
  code: 'manifest-entry-duplicate',
  title: 'File is declared twice',
  severity: 'warning',
  why: 'n8n loads the file twice and shows the node once. Usually one of the two entries should be another file, which n8n does not load.',
  fix: 'Remove one entry, or replace it with the file you meant.',
  bad: '"nodes": ["dist/nodes/Acme/Acme.node.js", "dist/nodes/Acme/Acme.node.js"]',
  good: '"nodes": ["dist/nodes/Acme/Acme.node.js", "dist/nodes/AcmeTrigger/AcmeTrigger.node.js"]',
  docs: docs.fileStructure,
  *check(subject) {
    const seen = new Set<string>();
    for (const declaration of inDist(subject.manifest)) {
      const file = `${declaration.list} ${normalize(declaration.path)}`;
      if (seen.has(file)) yield violationOf(subject, declaration, 'is declared twice');
      seen.add(file);
    }
  },
};

const wrongList = overEntries(
  {
    code: 'manifest-entry-in-wrong-list',
    title: 'Credential is declared as a node, or a node as a credential',
    severity: 'error',
    why: 'n8n reads `description` from every entry of n8n.nodes. A credential has none, so the whole package fails to load. A node that is listed in n8n.credentials never appears in n8n.',
    fix: 'Move the path to the other list.',
    bad: '"nodes": ["dist/credentials/AcmeApi.credentials.js"]',
    good: '"credentials": ["dist/credentials/AcmeApi.credentials.js"]',
    docs: docs.fileStructure,
  },
  ({ list, path }) => {
    const ending = list === 'nodes' ? /\.credentials\.[cm]?js$/ : /\.node\.[cm]?js$/;
    return ending.test(path) ? `is ${list === 'nodes' ? 'a credential' : 'a node'}` : undefined;
  },
);

const misspelt: Rule<ManifestSubject> = {
  code: 'manifest-n8n-field-misspelt',
  title: 'Field of the "n8n" object is misspelled',
  severity: 'warning',
  why: 'n8n reads "nodes" and "credentials" only. It silently ignores every other name, so the files listed there are not loaded.',
  fix: 'Rename the field to "nodes" or "credentials".',
  bad: '"n8n": { "credential": ["dist/credentials/AcmeApi.credentials.js"] }',
  good: '"n8n": { "credentials": ["dist/credentials/AcmeApi.credentials.js"] }',
  docs: docs.fileStructure,
  *check({ manifest, at }) {
    const fields = recordOf(manifest['n8n']) ?? {};
    for (const key of Object.keys(fields)) {
      const names = { node: 'nodes', nodes: 'nodes', credential: 'credentials', credentials: 'credentials' };
      const wanted = new Map(Object.entries(names)).get(key.toLowerCase());
      if (wanted === undefined || wanted === key) continue;
      // n8n's linter reports that there are no nodes.
      if (wanted === 'nodes' && fields['nodes'] === undefined) continue;
      yield { message: `"n8n.${key}" is ignored by n8n; use "n8n.${wanted}"`, ...at('n8n', key), evidence: key };
    }
  },
};

export const entryRules = [outside, backslash, notJavaScript, duplicate, wrongList, misspelt];
