import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { isSentAsItIs, type Wishes } from '../simulated/values.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';

/** Parameters of one operation that are looked at. */
const maxDropped = 5;

interface Filled {
  /** The operation with as many of its parameters as possible. */
  prepared: Prepared;
  /** How it ran with them. */
  run: Run;
  engine: Engine;
  /** Runs it with one item. */
  again(prepared: Prepared): Promise<Run>;
}

/**
 * The parameters that n8n itself puts into the request, and that have no effect on it: code of the node takes them out.
 */
export async function droppedOf(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, run, engine, again }: Filled,
): Promise<string[]> {
  const { marking, wishes, type: shown } = prepared;
  const { properties } = shown.description;
  if (typeof type.execute === 'function' || !properties.some(hasPreSend)) return [];
  const requestsWith = async (values: PlannedOperation['values'], more: Partial<Wishes> = {}) => {
    const filled = { ...operation, values: { ...operation.values, ...values } };
    const { requests } = await again(prepareNode(filled, type, { ...wishes, ...more }, engine));
    return requests;
  };
  const arrived = new Set(run.requests.flatMap(({ marks }) => marks.map(parameterOf)));
  const lost = [...marking.sent].filter((number) => !arrived.has(number)).map((number) => marking.names[number] ?? '');
  // Their defaults cannot be told from other numbers.
  const visible = visibleNumbers(prepared, engine);
  const found: string[] = [];
  for (const name of [...new Set([...lost, ...visible])].slice(0, maxDropped)) {
    const [own, ...others] = properties.filter((one) => one.name === name);
    if (others.length > 0) continue;
    const valueNamed = (text: string) => ({ [name]: own?.type === 'number' ? Number(text) : `mk${text}` });
    const one = await requestsWith(own ? valueNamed('21') : {});
    const without = new Set([...wishes.without, name]);
    const other = await (own ? requestsWith(valueNamed('22')) : requestsWith({}, { without }));
    if (one.length > 0 && haveSameDigests(one, other)) found.push(name.slice(0, most.name));
  }
  return found;
}

const hasPreSend = ({ routing, options = [] }: INodeProperties): boolean =>
  routing?.send?.preSend !== undefined ||
  options.some((option) => 'routing' in option && option.routing?.send?.preSend !== undefined);

/** Names of the parameters of the top level that n8n sends, and that have a number by default. */
function visibleNumbers({ node, type: { description } }: Prepared, { workflow }: Engine): string[] {
  const numbers = description.properties.filter((one) => one.type === 'number' && isSentAsItIs(one));
  return numbers
    .filter((one) => workflow.NodeHelpers.displayParameter(node.parameters, one, node, description, node.parameters))
    .map(({ name }) => name);
}
