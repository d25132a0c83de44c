import type { INodeProperties, INodeType } from 'n8n-workflow';
import { prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { Wishes } from '../simulated/marking.ts';
import { hasEnded } from '../trace/ending.ts';
import { parameterOf } from '../trace/marks.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { type OneRun, oneRun } from './one-run.ts';

/** Fixed collections of one operation that are told. */
const maxCollections = 10;

/** Where several entries may be alternatives, or one of them stands for all. */
const isOrdered = /first|fallback|prefer|priorit|random|rotat|pool|balanc/i;

/** A field whose name is from a simulated response, which has the same for all that it is asked for. */
const answeredKey = /["?&\n](?:v|name)\d{1,3}"?\s?[:=]|\[(?:v|name)\d{1,3}\]/i;

/**
 * The fixed collections of which requests have one of two entries: the first, or the last, whatever is selected in them. What
 * is sent when the other one finds nothing, or fails, is not lost.
 */
export async function lostEntries(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<NonNullable<OperationTrace['lostEntries']>> {
  if (!prepared.type.description.properties.some((one) => hasEntries(one))) return [];
  /** Which of two entries requests have, by the collection that they are in. */
  const runWith = async (entries: Wishes['entries'], more: Partial<OneRun> = {}) => {
    const wishes: Wishes = { ...prepared.wishes, fields: 'all', ...(entries && { entries }) };
    const one = prepareNode(operation, type, wishes, stage.engine);
    let isAnswered = false;
    const hear = (sent: string) => {
      isAnswered ||= answeredKey.test(sent);
    };
    const options = { kind: 'fields', items: [0], number: 9, ...answers, ...more, hear } as const;
    const run = await oneRun(one, options, stage);
    const arrived = new Set(run.requests.flatMap(({ marks }) => marks.map(parameterOf)));
    const isCut = run.requests.some(({ marks }) => marks.length >= most.marks);
    const found = new Map<string, string>();
    for (const [name, group] of Map.groupBy(one.marking.entries, (entry) => entry.name)) {
      const sent = [...Map.groupBy(group, ({ of }) => of).values()].map((pair) =>
        pair.map(({ numbers }) => numbers.some((number) => arrived.has(number))).join(),
      );
      const all = [...new Set(sent)];
      const isComparable = group.every(({ numbers, isSame }) => numbers.length > 0 && !isSame);
      if (isComparable && all.length === 1 && all[0] !== undefined) found.set(name, all[0]);
    }
    return { isOver: hasEnded(run) && !isCut && !isAnswered && run.requests.length > 0, found };
  };
  const isPart = (sent: string | undefined) => sent === 'true,false' || sent === 'false,true';
  const first = await runWith('several');
  const suspects = [...first.found].filter(([name, sent]) => isPart(sent) && !isOrdered.test(name));
  if (!first.isOver || suspects.length === 0) return [];
  // What is selected in one entry may be what leaves it out.
  const other = await runWith('reversed');
  if (!other.isOver) return [];
  const failing = await runWith('several', { fails: () => true });
  const empty = await runWith('several', { isEmpty: true });
  return suspects
    .filter(([name, sent]) => other.found.get(name) === sent)
    .filter(([name]) => [failing, empty].every(({ found }) => found.get(name) !== 'true,true'))
    .slice(0, maxCollections)
    .map(([name, sent]) => ({ name: name.slice(0, most.name), sent: sent === 'true,false' ? 'first' : 'last' }));
}

/** Whether there is a list of entries in a property, at any depth that is filled in. */
const hasEntries = ({ type, typeOptions, options = [] }: INodeProperties, depth = 0): boolean =>
  (type === 'fixedCollection' && typeOptions?.multipleValues === true) ||
  (depth < 3 &&
    options.some((option) =>
      'values' in option
        ? option.values.some((one) => hasEntries(one, depth + 1))
        : 'type' in option && hasEntries(option, depth + 1),
    ));
