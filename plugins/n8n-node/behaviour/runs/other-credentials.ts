import type { INodeProperties, INodeType } from 'n8n-workflow';
import { isShown, type Prepared, prepareNode, traceHead } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import type { Stage } from './observe-run.ts';
import { changesOf } from './run-variants.ts';

/** Other credentials that a list is asked for with. */
const maxOthers = 5;

type Variant = NonNullable<OperationTrace['variants']>[number];

/**
 * Lists again with each other credential that users can select for the parameter with the list.
 * @returns those with which n8n refuses the credential that the method asks for, so that nothing is listed
 */
export async function refusedCredentials(
  operation: PlannedOperation,
  type: INodeType,
  prepared: Prepared,
  stage: Stage,
  list: (prepared: Prepared) => Promise<Run>,
): Promise<Variant[]> {
  const found: Variant[] = [];
  const selectors = new Set(
    (type.description.credentials ?? []).flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {})),
  );
  const changes = changesOf(operation, prepared, stage, true).filter(
    ({ parameter, value }) => parameter !== undefined && selectors.has(parameter) && typeof value === 'string',
  );
  for (const { operation: one, wishes, parameter = '', value } of changes.slice(0, maxOthers)) {
    const other = prepareNode(one, type, wishes, stage.engine);
    const isOffered = other.type.description.properties.some(
      (property) => lists(property, operation.method, parameter) && isShown(property, other, stage.engine),
    );
    if (!isOffered || !hasOtherCredential(other, prepared)) continue;
    const run = await list(other);
    // A method that goes on without it may list what it has from elsewhere.
    const isRefused = run.refused.some(({ kind }) => kind === 'credential');
    if (isRefused && run.requests.length === 0 && run.count === 0)
      found.push({ ...traceHead(operation, other), runs: [run], parameter, value });
  }
  return found;
}

const hasOtherCredential = ({ shown }: Prepared, { shown: usual }: Prepared): boolean =>
  shown.length > 0 && shown.every(({ name }) => usual.every((one) => one.name !== name));

/** Whether a parameter, or a part of it, has the list of a method, whatever the value of another one is. */
function lists({ displayOptions: _, ...inner }: INodeProperties, method = '', selector = ''): boolean {
  const text = jsonText(inner);
  const named = ['loadOptionsMethod', 'searchListMethod', 'resourceMapperMethod'];
  return (
    named.some((key) => text.includes(`"${key}":${JSON.stringify(method)}`)) &&
    !text.includes(`"${selector}":[`) &&
    !text.includes(`"/${selector}":[`)
  );
}
