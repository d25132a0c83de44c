import type { Description, Loading, NodeClass, Property } from '../n8n/n8n-shapes.ts';

// Represent the parameters that n8n adds; only their names and positions affect whether a node loads.
const pollTimes: Property = { name: 'pollTimes', displayName: 'Poll Times' };
const allowedOrigins: Property = { name: 'allowedOrigins', displayName: 'Allowed Origins (CORS)' };
const requestOptions: Property[] = ['Batching', 'Ignore SSL Issues (Insecure)', 'Proxy', 'Timeout'].map(
  (displayName) => ({ name: displayName, displayName }),
);

/**
 * Adds the parameters of n8n for polling, CORS and declarative requests. Throws for lists that are missing, frozen or
 * invalid, as n8n does.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js
 */
export function addSpecialParameters(node: NodeClass, { host }: Loading): void {
  const { properties, polling, supportsCORS } = node.description;
  if (polling) properties.unshift(pollTimes);
  if (node.webhook && supportsCORS) {
    const optionsProperty = properties.find(({ name }) => name === 'options');
    if (optionsProperty) {
      // Not guarded, because n8n also throws for undefined options.
      optionsProperty.options = [allowedOrigins, ...listOf(optionsProperty)];
    } else properties.push(allowedOrigins);
  }
  addRequestOptions(node, host);
}

function listOf(optionsProperty: Property): Property[] {
  const { options } = optionsProperty;
  if (options === undefined || options === null) throw new TypeError('optionsProperty.options is not iterable');
  return options;
}

/** Decides without loading n8n-workflow: such a node is no sub-node. */
function hasMainOutputsOnly({ outputs }: Description): boolean {
  return Array.isArray(outputs) && outputs.every((output) => output === 'main');
}

function addRequestOptions(node: NodeClass, host: Loading['host']): void {
  const { description } = node;
  if (node.execute || node.trigger || node.webhook || description.polling) return;
  if (!hasMainOutputsOnly(description) && host().isSubNodeType(description)) return;
  const parameters = description.properties;
  if (!parameters) return;
  const existing = parameters.findIndex((parameter) => parameter.name === 'requestOptions');
  const added: Property = { name: 'requestOptions', displayName: 'Request Options', options: [...requestOptions] };
  if (existing === -1) {
    parameters.push(added);
    return;
  }
  const options = [...requestOptions, ...(parameters[existing]?.options ?? [])];
  parameters[existing] = { ...added, options };
  options.sort((a, b) => {
    if (!('displayName' in a && 'displayName' in b)) return 0;
    return String(a.displayName) < String(b.displayName) ? -1 : 1;
  });
}
