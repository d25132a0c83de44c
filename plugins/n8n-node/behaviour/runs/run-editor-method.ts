import { type Prepared, traceHead } from '../engine/prepare-node.ts';
import type { KnownValues } from '../simulated/recorder.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/trace.ts';
import { editorFault, entriesOf } from './editor-lists.ts';
import { type Answers, learnAnswers } from './learn-answers.ts';
import { observeRun, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

/** Entries of a list that are looked at. */
const maxEntries = 200;

/** The texts that a function compares fields with: `type === 'database'`. */
const textsIn = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/\b(\w+)\s*===?\s*(['"])([\w -]{1,60})\2/g)].map(([, field = '', , text = '']) => [
      field,
      text,
    ]),
  );

/** Calls a method of `loadOptions`, `listSearch` or `resourceMapping`, as the editor does for the list of a parameter. */
export const traceEditorMethod: Trace = async (operation, type, stage) => {
  const { engine, credentials } = stage;
  const { kind: group, method = '' } = operation;
  let recordedFault: string | undefined;
  const texts = textsIn(String(Reflect.get(Object(Reflect.get(Object(type.methods), group)), method)));
  const list = async (
    { node, type: prepared }: Prepared,
    given: Answers,
    kind: 'record' | 'plain',
    known: KnownValues = {},
  ): Promise<Run> => {
    const opened = engine.open(node, prepared);
    const answering = { ...given, known: { ...given.known, ...known } };
    const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, () =>
      opened.editorMethod(group, method),
    );
    if (!hasEnded(run)) return run;
    const entries = entriesOf(group, result);
    const fault = editorFault(group, result);
    if (kind === 'record') recordedFault = fault;
    return {
      ...run,
      ...outputsOf([entries.slice(0, maxEntries).map((json) => ({ json }))], credentials),
      count: entries.length,
      // What only comes of an answer that was made up is no fault of the method.
      ...(fault !== undefined && fault === recordedFault && { shapeless: fault }),
    };
  };
  const { prepared, plain } = await learnAnswers(operation, { type, engine, credentials }, async (one, given, kind) => {
    const run = await list(one, given, kind);
    if (kind === 'record' || run.given || run.count > 0 || run.requests.length === 0) return run;
    // A list that the method took for granted, or asked for with `Array.isArray`, is not known to be one.
    for (const known of [{ hasLists: true }, ...(texts.size > 0 ? [{ texts }] : [])]) {
      const again = await list(one, given, kind, known);
      if (again.count > 0) return again;
    }
    return run;
  });
  return { ...traceHead(operation, prepared), runs: [plain] };
};
