import type { INode, INodeCredentialDescription, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { isFilledIn } from '../../model/parameters/has-no-use.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { markParameters } from '../simulated/mark-parameters.ts';
import type { Marking, Wishes } from '../simulated/marking.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Engine } from './engine.ts';

export interface Prepared {
  node: INode;
  type: INodeType;
  marking: Marking;
  shown: OperationTrace['shown'];
  wishes: Wishes;
}

/** The node as the editor would have stored it, with everything filled in that a user has to. */
export function prepareNode(
  { version, choices, kind, values = {} }: Pick<PlannedOperation, 'version' | 'choices' | 'kind' | 'values'>,
  original: INodeType,
  wishes: Wishes,
  engine: Engine,
): Prepared {
  const { NodeHelpers, deepCopy } = engine.workflow;
  // Large nodes have thousands of parameters, which n8n goes through again and again.
  const description = { ...original.description, properties: original.description.properties.filter(isOf(choices)) };
  const type: INodeType = Object.create(original, { description: { value: description } });
  const node: INode = {
    id: '1',
    name: 'Node',
    type: description.name,
    typeVersion: version,
    position: [0, 0],
    parameters: { ...(deepCopy(values) as INode['parameters']), ...choices },
    // The editor gives one to every node with webhooks.
    ...(description.webhooks && { webhookId: '3f0c1a52-7b1e-4c0a-9d5e-2a6b8c4d1e00' }),
  };
  const properties = description.properties;
  // Twice: what one value shows may need another value.
  for (let pass = 0; pass < 2; pass++) {
    const stored = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description);
    node.parameters = deepCopy(stored ?? node.parameters);
  }
  const marking = markParameters(node, properties, {
    shown: (property) => isShown(property, { node, type }, engine),
    wishes,
    given: new Set(Object.keys(values)),
    hasItems: kind === 'execute',
  });
  const shown = (description.credentials ?? [])
    .filter((one) => isShown(one, { node, type }, engine))
    .map(({ name, required = false }) => ({ name: name.slice(0, 200), required }))
    .slice(0, 20);
  node.credentials = Object.fromEntries(shown.map(({ name }) => [name, { id: '1', name }]));
  return { node, type, marking, shown, wishes };
}

/** Names of the parameters that are shown, and that only code of the node can read. */
export const visibleParameters = (prepared: Prepared, engine: Engine): string[] =>
  shownNames(prepared, engine, (one) => isFilledIn(one.type) && !isRouted(one));

/** The parameters of a kind that are shown. */
export const shownProperties = (
  prepared: Prepared,
  engine: Engine,
  isOfKind: (property: INodeProperties) => boolean,
): INodeProperties[] =>
  prepared.type.description.properties.filter(isOfKind).filter((one) => isShown(one, prepared, engine));

/** Their names. */
export const shownNames = (...given: Parameters<typeof shownProperties>): string[] => [
  ...new Set(shownProperties(...given).map(({ name }) => name)),
];

/** Whether the editor shows a parameter, an option of one, or a credential. */
export const isShown = (
  one: INodeProperties | INodePropertyOptions | INodeCredentialDescription,
  { node, type: { description } }: Pick<Prepared, 'node' | 'type'>,
  { workflow: { NodeHelpers } }: Engine,
): boolean => NodeHelpers.displayParameter(node.parameters, one, node, description, node.parameters);

/** Whether n8n sends a parameter, or a part of it, itself. */
export const isRouted = ({ routing, options = [] }: INodeProperties): boolean =>
  routing !== undefined ||
  options.some((option) => ('values' in option ? option.values.some(isRouted) : 'routing' in option && option.routing));

/** What a trace says of the node that was run. */
export const traceHead = (
  { index }: Pick<PlannedOperation, 'index'>,
  { marking, shown }: Prepared,
): Omit<OperationTrace, 'runs'> => ({
  index,
  marked: marking.names.map((name) => name.slice(0, most.text)),
  shown,
});

/** Whether a parameter may be shown, as far as that depends on resource and operation alone. */
const isOf = (choices: PlannedOperation['choices']) => (property: INodeProperties) =>
  Object.entries(choices).every(([name, value]) => {
    const values = property.displayOptions?.show?.[name] ?? property.displayOptions?.show?.[`/${name}`];
    if (!Array.isArray(values) || values.some((one) => typeof one === 'object')) return true;
    return values.includes(value);
  });
