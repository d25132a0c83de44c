import type { Node } from 'jsonc-parser';
import { jsonTree, positionAt } from '../../../../kernel/project-files.ts';
import { docs } from '../docs-links.ts';
import type { Finder } from '../finder.ts';
import type { ManifestSubject } from '../manifest-subject.ts';

/** Objects deeper than this mean nothing to npm or n8n. */
const deepest = 3;

export const duplicateKey: Finder<ManifestSubject> = {
  rule: {
    code: 'manifest-duplicate-key',
    title: 'package.json names a field twice',
    severity: 'warning',
    why: 'npm and n8n keep the last one and drop the others without a word; tools that read the text keep the first, so they may judge another package than the one that is installed.',
    fix: 'Keep one of them.',
    bad: '{ "license": "MIT", "license": "Apache-2.0" }',
    good: '{ "license": "MIT" }',
    docs: docs.packageJson,
  },
  *find({ text, at }) {
    const root = jsonTree(text);
    if (!root) return;
    for (const { key, offset } of duplicates(root)) {
      yield { message: `"${key}" is there more than once`, ...at(), ...positionAt(text, offset), evidence: key };
    }
  },
};

function* duplicates(root: Node): Generator<{ key: string; offset: number }> {
  let level: Node[] = [root];
  for (let depth = 0; depth < deepest; depth++) {
    const next: Node[] = [];
    for (const node of level) {
      const seen = new Set<string>();
      for (const property of node.type === 'object' ? (node.children ?? []) : []) {
        const [name, value] = property.children ?? [];
        const key: unknown = name?.value;
        if (!name || typeof key !== 'string') continue;
        if (seen.has(key)) yield { key, offset: name.offset };
        seen.add(key);
        if (value) next.push(value);
      }
    }
    level = next;
  }
}
