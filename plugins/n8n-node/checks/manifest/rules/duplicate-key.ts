import type { Node } from 'jsonc-parser';
import { jsonTree, positionAt } from '../../../../../kernel/project-files.ts';
import { docs } from '../../../docs-links.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** Fields whose value changes what npm or n8n does with the package. */
const significant =
  /^(name|version|license|repository|files|main|type|keywords|n8n|dependencies|scripts|nodes|credentials)$/;

/** npm and n8n read no field that is nested deeper. */
const maxDepth = 3;

export const duplicateKey: Rule<ManifestSubject> = {
  code: 'manifest-duplicate-key',
  title: 'Duplicate field in package.json',
  severity: 'warning',
  why: 'npm and n8n use the last value and silently ignore the others. Tools that use the first value see a different package from the one that is installed.',
  fix: 'Keep one of the values and remove the others.',
  bad: '{ "license": "MIT", "license": "Apache-2.0" }',
  good: '{ "license": "MIT" }',
  docs: docs.packageJson,
  *check({ text, at }) {
    const root = jsonTree(text);
    if (!root) return;
    for (const { key, offset, differs } of duplicates(root, text)) {
      const location = { ...at(), ...positionAt(text, offset), evidence: key };
      if (differs && significant.test(key))
        yield {
          message: `"${key}" is defined more than once; npm and n8n use the last value`,
          ...location,
          severity: 'error',
        };
      else yield { message: `"${key}" is defined more than once`, ...location };
    }
  },
};

interface Duplicate {
  key: string;
  offset: number;
  /** Whether the value differs from the previous one. */
  differs: boolean;
}

function* duplicates(root: Node, text: string): Generator<Duplicate> {
  let level: Node[] = [root];
  for (let depth = 0; depth < maxDepth; depth++) {
    const next: Node[] = [];
    for (const node of level) {
      const seen = new Map<string, string>();
      for (const property of node.type === 'object' ? (node.children ?? []) : []) {
        const [name, value] = property.children ?? [];
        const key: unknown = name?.value;
        if (!name || typeof key !== 'string') continue;
        const source = value ? text.slice(value.offset, value.offset + value.length) : '';
        const previous = seen.get(key);
        if (previous !== undefined) yield { key, offset: name.offset, differs: previous !== source };
        seen.set(key, source);
        if (value) next.push(value);
      }
    }
    level = next;
  }
}
