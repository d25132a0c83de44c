import type { INodeType } from 'n8n-workflow';
import { prepareNode } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/** https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/ */
const limit = 'limit';

/** Operations that are there to get several entries: others share code with them. */
const namesMany =
  /^(?:list|search|find)(?![a-z])|^get.*(?:All|Many)$|All$|^get(?!.*(?:status|address|details|settings|stats|analysis|success|progress|access|properties|attributes)$).*s$/i;

type ListFaults = Pick<OperationTrace, 'ignoresLimit' | 'failsWithLimit' | 'emptyAsItem'>;

/** An operation with one item, for which it gives several. */
interface Known extends Pick<Learned, 'prepared' | 'answers'> {
  single: Run;
}

/** Runs an operation that outputs the entries of a list with a limit of one entry, and with a list that has none. */
export async function traceLists(
  operation: PlannedOperation,
  type: INodeType,
  known: Known,
  stage: Stage,
): Promise<ListFaults> {
  const { single } = known;
  const isRead = single.requests.length > 0 && single.requests.every(({ method }) => method === 'GET');
  if (!hasEnded(single) || !isRead) return {};
  if (single.count < 2) return {};
  const limited = await runWithLimit(operation, type, known, stage);
  const isSame = limited !== undefined && haveSameDigests(limited.requests, single.requests);
  const ignoresLimit = isSame && hasEnded(limited) && limited.count === single.count;
  const failsWithLimit = isSame ? limited.thrown?.message : undefined;
  const emptyAsItem = namesMany.test(String(operation.choices.operation ?? '')) && (await outputsEmpty(known, stage));
  return {
    ...(ignoresLimit && { ignoresLimit }),
    ...(failsWithLimit !== undefined && { failsWithLimit }),
    ...(emptyAsItem && { emptyAsItem }),
  };
}

/** Runs it with a limit of one entry, where it does not send the limit. */
async function runWithLimit(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, single }: Known,
  stage: Stage,
): Promise<Run | undefined> {
  const usual = prepared.node.parameters[limit];
  const property = prepared.type.description.properties.find(({ name }) => name === limit);
  const least = property?.typeOptions?.minValue ?? 1;
  if (typeof usual !== 'number' || usual < 2 || least > 1 || sends(single, usual)) return undefined;
  const one = prepareNode(withValues(operation, { [limit]: 1 }), type, prepared.wishes, stage.engine);
  if (one.node.parameters[limit] !== 1) return undefined;
  return oneRun(one, { kind: 'single', items: [1], number: 2, ...answers }, stage);
}

const sends = ({ requests }: Run, value: number) => requests.some(({ url }) => url.includes(`=${value}`));

/** Whether an answer with an empty list is put out as a whole, where it usually is only the entries. */
async function outputsEmpty({ prepared, answers }: Known, stage: Stage): Promise<boolean> {
  const jsonOf = async (isEmpty: boolean): Promise<unknown[]> => {
    let found: unknown;
    const see = (result: unknown) => {
      found = result;
    };
    const run = await oneRun(prepared, { kind: 'single', items: [1], number: 2, ...answers, isEmpty, see }, stage);
    const items = hasEnded(run) && Array.isArray(found) ? found.flat() : [];
    return items.map((item: unknown) => Object(item).json);
  };
  const [only, ...others] = await jsonOf(true);
  // What the node itself says of there being none is meant so.
  const field = others.length === 0 && isAnswer(only) ? fieldWithEmptyList(only) : undefined;
  if (field === undefined) return false;
  const entries = await jsonOf(false);
  return !entries.some((entry) => Object.hasOwn(Object(entry), field));
}

/** Whether a simulated answer is put out as it is: each has a name. */
const isAnswer = (json: unknown): boolean => {
  const { name } = Object(json);
  return typeof name === 'string' && /name\d*$/.test(name);
};

/** The field of an object that is an empty list, or an object with one. */
const fieldWithEmptyList = (json: unknown, depth = 0): string | undefined =>
  Object.entries(Object(json)).find(([, value]) =>
    Array.isArray(value) ? value.length === 0 : depth < 2 && fieldWithEmptyList(value, depth + 1) !== undefined,
  )?.[0];
