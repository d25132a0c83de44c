import type { Description, Property } from '../n8n/n8n-shapes.ts';
import { N8nRefusal } from './n8n-refusal.ts';

const discriminators = new Set(['operation', 'mode', 'resource']);

/**
 * Refuses a `builderHint` on a property that selects what the node does.
 * Source: n8n-core 2.41, dist/nodes-loader/validate-node-description.js
 */
export function refuseBuilderHints(description: Description): void {
  visit(description.properties, description.name);
}

function visit(items: Property[] | undefined, node: string): void {
  for (const item of items ?? []) {
    if ('values' in item) visit(item.values, node);
    else if ('type' in item) {
      if (discriminators.has(item.name) && item.type === 'options' && item.builderHint !== undefined) {
        throw new N8nRefusal('builder-hint', builderHintError(node, item.name));
      }
      visit(item.options, node);
    }
  }
}

const builderHintError = (node: string, property: string) =>
  `Node "${node}" has a builderHint on the "${property}" discriminator property. ` +
  'builderHint on discriminator properties (operation/mode/resource) is not rendered to the AI workflow builder. ' +
  'Move the hint to the relevant option, or to the node-level builderHint.searchHint.';
