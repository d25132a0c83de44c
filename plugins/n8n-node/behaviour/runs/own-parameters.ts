import type { INodeType } from 'n8n-workflow';
import { type Prepared, visibleParameters } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { digestOf } from '../trace/digest.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';

/** Parameters that are shown for it, and that only its code can read. */
export const ownParameters = ({ choices }: PlannedOperation, prepared: Prepared, { engine }: Stage): string[] =>
  visibleParameters(prepared, engine).filter((name) => !Object.hasOwn(choices, name));

/**
 * Whether it read none of its parameters, and outputs nothing: no items, or items without data; or, where it has more parameters
 * than collections that all operations have, empty objects or its input.
 */
export function readsNothing(
  operation: PlannedOperation,
  { plain, prepared, read }: Pick<Learned, 'plain' | 'prepared'> & { read: ReadonlySet<string> },
  stage: Stage,
): boolean {
  const own = ownParameters(operation, prepared, stage);
  const types = prepared.type.description.properties.filter(({ name }) => own.includes(name)).map(({ type }) => type);
  const outputs = plain.outputs?.flat() ?? [];
  const isWithoutData = outputs.every(({ digest, files }) => digest === noData && files === undefined);
  const isEmpty = outputs.every(({ items, digest }) => items.length > 0 || digest === noData || digest === emptyData);
  const isNothing = isWithoutData || (isEmpty && types.some((one) => one !== 'collection'));
  return own.every((name) => !read.has(name)) && isNothing;
}

const noData = digestOf(jsonText(undefined));
const emptyData = digestOf(jsonText({}));

/** Parameters of other operations that it read: with a fallback value, n8n does not throw. */
export function absentOf(
  read: ReadonlySet<string>,
  { type: { description } }: Prepared,
  { description: whole }: INodeType,
) {
  const namesIn = ({ properties }: INodeType['description']) => new Set(properties.map(({ name }) => name));
  const [own, all] = [namesIn(description), namesIn(whole)];
  return { absent: [...read].filter((name) => all.has(name) && !own.has(name)).slice(0, 100) };
}
