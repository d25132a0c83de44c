import type { INodeProperties, INodeType } from 'n8n-workflow';
import { prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { lettersOf } from '../simulated/request-text.ts';
import { jsonText } from '../trace/json-text.ts';
import { parameterOf } from '../trace/marks.ts';
import { most } from '../trace/trace-limits.ts';
import {
  type Again,
  type OneParameter,
  parametersOfKind,
  type SentWith,
  sendAgain,
  sendWith,
} from './number-parameters.ts';

/** Fields of one operation that are looked at. */
const maxFields = 3;

/** What may only steer the node: not what an API is asked for. */
const steering =
  /simpl|raw|return|include|split|download|convert|parse|wait|retr|continue|fail|cache|debug|log|format|output/i;

/**
 * The fields of collections whose options are yes and no as texts, and that change neither requests nor output, alone or beside
 * the others, where a text of the same collection is sent: code may compare with `true` itself.
 */
export async function choicesWithoutEffect(
  operation: PlannedOperation,
  type: INodeType,
  way: Again,
): Promise<string[]> {
  const { prepared, engine, again } = way;
  const all = parametersOfKind(prepared, engine, isYesOrNo).filter(
    ({ name, within, ofEntry }) => within !== undefined && !ofEntry && !steering.test(name),
  );
  if (all.length === 0) return [];
  const whole = await sendAgain(prepared, again);
  if (whole === undefined) return [];
  const found: string[] = [];
  for (const one of all.slice(0, maxFields)) {
    if (lettersOf(whole.text).includes(lettersOf(one.name)) || !sendsTextBeside(one, way, whole)) continue;
    const alone: (SentWith | undefined)[] = [];
    for (const value of valuesOf(one.property)) alone.push(await sendWith(operation, type, way, one, value));
    if (!areSame(alone)) continue;
    const { wishes } = prepared;
    const without = new Set([...wishes.without, one.name]);
    const withSwitches = async (more: object) =>
      sendAgain(prepareNode(operation, type, { ...wishes, ...more, switches: true }, engine), again);
    const left = await sendAgain(prepareNode(operation, type, { ...wishes, without }, engine), again);
    if (areSame([whole, left]) && areSame([await withSwitches({}), await withSwitches({ without })]))
      found.push(one.name.slice(0, most.name));
  }
  return found;
}

/** Whether requests and outputs are the same. */
function areSame(all: readonly (SentWith | undefined)[]): boolean {
  const effects = all.map((one) => one && jsonText([one.digests, one.run.outputs]));
  return effects.every((effect) => effect !== undefined && effect === effects[0]);
}

/** Whether requests have a text of the collection of a field. */
function sendsTextBeside({ within }: OneParameter, { prepared: { marking } }: Again, { run }: SentWith): boolean {
  return run.requests.some(({ marks }) => marks.some((mark) => marking.texts[parameterOf(mark)] === within));
}

const valuesOf = ({ options = [] }: INodeProperties): string[] =>
  options.flatMap((option) => ('value' in option ? [String(option.value)] : []));

/** `true`, `false`, and nothing. */
function isYesOrNo({ type, options = [] }: INodeProperties): boolean {
  const values = options.map((option) => ('value' in option ? option.value : undefined));
  const given = values.filter((value) => value !== '');
  return type === 'options' && given.length === 2 && ['true', 'false'].every((value) => given.includes(value));
}
