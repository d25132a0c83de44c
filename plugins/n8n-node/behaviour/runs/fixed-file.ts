import type { INodeProperties, INodeType } from 'n8n-workflow';
import { prepareNode, shownProperties } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/** The property of items under which nodes find a file unless users say otherwise. */
const usualFile = 'data';
const otherFile = 'attached';

/** The parameter that names the file of an item, where the operation needs the usual one whatever the parameter says. */
export async function fixedFileOf(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<string | undefined> {
  const [name, ...others] = shownProperties(prepared, stage.engine, namesFile).map((one) => one.name);
  if (name === undefined || others.length > 0) return undefined;
  const one = prepareNode(withValues(operation, { [name]: otherFile }), type, prepared.wishes, stage.engine);
  const runWith = (files: readonly string[]) =>
    oneRun(one, { kind: 'fields', items: [0], number: 9, ...answers, files }, stage);
  if (hasEnded(await runWith([otherFile]))) return undefined;
  return hasEnded(await runWith([otherFile, usualFile])) ? name : undefined;
}

/** Whether a parameter names a file that the node reads. */
const namesFile = ({ type, name, displayName, description = '', hint = '', default: usual }: INodeProperties) =>
  type === 'string' &&
  usual === usualFile &&
  /binary/i.test(`${name} ${displayName}`) &&
  !ofOutput.test(`${name} ${displayName} ${description} ${hint}`);

/** What names a file that the node outputs. */
const ofOutput =
  /output|result|\b(?:stored?|saved?|put|downloads?|destination|target|writ(?:e|ten)|returned|created)\b/i;
