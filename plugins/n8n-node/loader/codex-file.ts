import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Loading, NodeClass } from '../n8n/n8n-shapes.ts';

const require = createRequire(import.meta.url);

/**
 * Gives a node the codex of the JSON file beside it, unless it brings its own. A codex that can't be read or has no
 * `resources` is left out silently, as n8n does; a node without a description fails here.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js
 */
export function addCodex(node: NodeClass, declaredPath: string, { root }: Loading): void {
  try {
    let { codex } = node.description;
    if (codex === undefined) {
      const { categories, subcategories, resources, alias } = require(resolve(root, `${declaredPath}on`));
      const { primaryDocumentation, credentialDocumentation } = resources;
      codex = { categories, subcategories, alias, resources: { primaryDocumentation, credentialDocumentation } };
    }
    node.description.codex = codex;
  } catch {
    void node.description.name;
  }
}
