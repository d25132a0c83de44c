import type { Node } from 'jsonc-parser';
import { jsonTree, positionAt } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** What npm or n8n decide by: with another value the package is another one. */
const decisive =
  /^(name|version|license|repository|files|main|type|keywords|n8n|dependencies|scripts|nodes|credentials)$/;

/** Objects deeper than this mean nothing to npm or n8n. */
const deepest = 3;

export const duplicateKey: Rule<ManifestSubject> = {
  code: 'manifest-duplicate-key',
  title: 'package.json names a field twice',
  severity: 'warning',
  why: 'npm and n8n keep the last one and drop the others without a word; tools that read the text keep the first, so they may judge another package than the one that is installed.',
  fix: 'Keep one of them.',
  bad: '{ "license": "MIT", "license": "Apache-2.0" }',
  good: '{ "license": "MIT" }',
  docs: docs.packageJson,
  *check({ text, at }) {
    const root = jsonTree(text);
    if (!root) return;
    for (const { key, offset, differs } of duplicates(root, text)) {
      const place = { ...at(), ...positionAt(text, offset), evidence: key };
      if (differs && decisive.test(key))
        yield { message: `"${key}" is there more than once, and the last one counts`, ...place, severity: 'error' };
      else yield { message: `"${key}" is there more than once`, ...place };
    }
  },
};

interface Duplicate {
  key: string;
  offset: number;
  /** The value before it was written in other words. */
  differs: boolean;
}

function* duplicates(root: Node, text: string): Generator<Duplicate> {
  let level: Node[] = [root];
  for (let depth = 0; depth < deepest; depth++) {
    const next: Node[] = [];
    for (const node of level) {
      const seen = new Map<string, string>();
      for (const property of node.type === 'object' ? (node.children ?? []) : []) {
        const [name, value] = property.children ?? [];
        const key: unknown = name?.value;
        if (!name || typeof key !== 'string') continue;
        const written = value ? text.slice(value.offset, value.offset + value.length) : '';
        const before = seen.get(key);
        if (before !== undefined) yield { key, offset: name.offset, differs: before !== written };
        seen.set(key, written);
        if (value) next.push(value);
      }
    }
    level = next;
  }
}
