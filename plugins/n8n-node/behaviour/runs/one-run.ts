import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { Prepared } from '../engine/prepare-node.ts';
import { watchedFields } from '../engine/watched-fields.ts';
import type { LeftOut } from '../simulated/marking.ts';
import type { KnownValues } from '../simulated/recorder.ts';
import { storedFile } from '../simulated/stored-files.ts';
import { fileMark, markOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import type { Answers } from './learned.ts';
import { observeRun, outcomeOf, type Stage } from './observe-run.ts';
import { isRefusal } from './run-failures.ts';
import { outputsOf, watchInput } from './traced-output.ts';

export interface OneRun extends Answers {
  kind: Run['kind'];
  items: readonly number[];
  /** Number of the run, which its values carry. */
  number: number;
  fails?: (sent: string) => boolean;
  /** Of requests that fail; 500 unless given, 0 where they get no response. */
  status?: number;
  continueOnFail?: boolean;
  /** Item without some of its values. */
  sparse?: LeftOut & { item: number };
  /** Lists of the API have no entries. */
  isEmpty?: boolean;
  /** Milliseconds after the time at which runs begin. */
  later?: number;
  /** Requests that are answered, in place of those of the usual limits. */
  mostRequests?: number;
  /** Told of the address and the body of each request, and of its response. */
  hear?(sent: string, response?: string, body?: string): void;
  /** Given what the node returned. */
  see?(result: unknown): void;
}

/** Runs an operation once. */
export async function oneRun({ node, type, marking, wishes }: Prepared, options: OneRun, stage: Stage): Promise<Run> {
  const { engine, credentials } = stage;
  const { kind, number, shapes, usual, known, status, isEmpty, mostRequests, hear } = options;
  const { fails = () => false, continueOnFail = false, later = 0 } = options;
  const one: INode = {
    ...engine.workflow.deepCopy(node),
    // As the editor stores it: `continueOnFail` is of older workflows.
    ...(continueOnFail && { onError: 'continueRegularOutput' as const }),
    id: credentials.id,
  };
  for (const selected of Object.values(one.credentials ?? {})) selected.id = credentials.id;
  const items = options.items.map(
    (item, at): INodeExecutionData => ({
      json: marking.valuesOf(item, number, item === options.sparse?.item ? options.sparse : undefined),
      binary: { data: storedFile(markOf(item, fileMark, number), wishes.file) },
      // As n8n does before it runs a node: n8n-core 2.41, execution-engine/workflow-execute.js, addPairedItemLineage
      pairedItem: { item: at },
    }),
  );
  const given = items.map(({ json }) => json);
  const read = new Set<number>();
  const lacking = new Set<string>();
  if (kind === 'plain' || kind === 'record')
    for (const [at, json] of given.entries())
      watchedFields(json, (field) => {
        read.add(at);
        if (lacking.size < most.itemFields && field.length <= most.name) lacking.add(field);
      });
  const changes = watchInput(items);
  const withSought = (one: KnownValues): KnownValues => {
    const { sought, at } = one;
    const values = sought === undefined ? [] : given.map((json) => String(json[`p${sought}`] ?? ''));
    return {
      ...one,
      ...(sought !== undefined && { soughtValues: values.filter((value) => value !== '') }),
      ...(at && { at: { ...at, known: withSought(at.known) } }),
    };
  };
  const answering = {
    fails,
    shapes,
    usual,
    ...(known && { known: withSought(known) }),
    ...(status !== undefined && { status }),
    ...(isEmpty && { isEmpty }),
    ...(mostRequests !== undefined && { mostRequests }),
  };
  const observed = { kind, items: items.length, number, answering, later, ...(hear && { hear }) };
  const { run, result } = await observeRun(stage, observed, () => engine.run(one, type, items));
  options.see?.(result);
  const readsAll = read.size > 1 && read.size === items.length;
  return {
    ...run,
    ...(readsAll && { readsAll }),
    ...(read.size > 0 && { readsLacking: true }),
    ...(isRefusal(run) && lacking.size > 0 && { itemFields: [...lacking] }),
    ...outcomeOf(run, () => outputsOf(result, credentials, options.fails !== undefined)),
    changed: changes(),
  };
}

/** A run, with what it was heard to send. */
export interface Heard {
  run: Run;
  /** The address and the body of each request. */
  texts: readonly string[];
  bodies: readonly string[];
}

/** Runs something, and keeps what it sends. */
export async function heard(runWith: (hear: NonNullable<OneRun['hear']>) => Promise<Run>): Promise<Heard> {
  const texts: string[] = [];
  const bodies: string[] = [];
  const run = await runWith((sent, _response, body = '') => {
    texts.push(sent);
    bodies.push(body);
  });
  return { run, texts, bodies };
}
