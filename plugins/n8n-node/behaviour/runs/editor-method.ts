import type { INodeType } from 'n8n-workflow';
import type { Prepared } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { Wishes } from '../simulated/marking.ts';
import { comparedIn } from '../simulated/outcomes.ts';
import type { KnownValues } from '../simulated/recorder.ts';
import { noWishes } from '../simulated/wishes.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { editorFault, entriesOf, handsOnAnswers } from './editor-lists.ts';
import { learnAnswers } from './learn-answers.ts';
import type { Answers, Learned } from './learned.ts';
import { observeRun, type Stage } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

/** Entries of a list that are looked at. */
export const maxEntries = 200;

/** How a list is asked for. */
interface Asked {
  filter?: string | undefined;
  later?: number;
}

/** A method of `loadOptions`, `listSearch` or `resourceMapping`, which is called as the editor does. */
export class EditorMethod {
  /** Whether it has asked the API for anything. */
  hasAsked = false;
  /** What it returned the last time. */
  last: unknown;
  /** What answers have to hold beside what was learned, so that its list has entries. */
  taken: KnownValues = {};
  readonly #operation: PlannedOperation;
  readonly #type: INodeType;
  readonly #stage: Stage;
  #recordedFault: string | undefined;

  constructor(operation: PlannedOperation, type: INodeType, stage: Stage) {
    this.#operation = operation;
    this.#type = type;
    this.#stage = stage;
  }

  /** Calls it once. */
  async list(
    { node, type }: Prepared,
    given: Answers,
    kind: 'record' | 'plain',
    known: KnownValues = {},
    { filter, later = 0 }: Asked = {},
  ): Promise<Run> {
    const { kind: group, method = '' } = this.#operation;
    const { engine, credentials } = this.#stage;
    const opened = engine.open(node, type);
    const answering = { ...given, known: { ...given.known, ...known } };
    const { run, result } = await observeRun(this.#stage, { kind, items: 0, number: 1, answering, later }, () =>
      opened.editorMethod(group, method, filter),
    );
    this.hasAsked ||= run.requests.length > 0;
    this.last = hasEnded(run) ? result : undefined;
    if (!hasEnded(run)) return run;
    const entries = entriesOf(group, result);
    const fault = editorFault(group, result, kind !== 'record' && this.#recordedFault !== undefined);
    if (kind === 'record') this.#recordedFault = fault;
    return {
      ...run,
      ...outputsOf([entries.slice(0, maxEntries).map((json) => ({ json }))], credentials),
      count: entries.length,
      // What only comes of an answer that was made up is no fault of the method.
      ...(fault !== undefined && fault === this.#recordedFault && { shapeless: fault }),
      ...(kind === 'plain' && handsOnAnswers(group, entries) && { handsOn: true }),
    };
  }

  /** Looks for answers with which its list has entries, and for values of optional fields without which it asks for nothing. */
  async learn(filter?: string): Promise<Learned> {
    const usual = await this.#learnWith(noWishes, filter);
    if (this.hasAsked || !hasEnded(usual.plain) || usual.plain.count > 0) return usual;
    const filled = await this.#learnWith({ ...noWishes, fields: 'all' }, filter);
    return this.hasAsked ? filled : usual;
  }

  #learnWith(wishes: Wishes, filter?: string): Promise<Learned> {
    const { engine, credentials, outcomes } = this.#stage;
    const { kind: group, method = '' } = this.#operation;
    const own = comparedIn(String(Reflect.get(Object(Reflect.get(Object(this.#type.methods), group)), method)));
    const around = { type: this.#type, engine, credentials, outcomes, wishes };
    return learnAnswers(this.#operation, around, async (one, given, kind) => {
      this.taken = {};
      const run = await this.list(one, given, kind, {}, { filter });
      if (kind === 'record' || run.given || run.count > 0 || run.requests.length === 0) return run;
      // A list that the method took for granted, or asked for with `Array.isArray`, is not known to be one.
      const compared = [own, outcomes().compared].filter(({ size }) => size > 0).map((texts) => ({ texts }));
      const tries: { known: KnownValues; isRecorded?: true }[] = [
        { known: { hasLists: true } },
        // It may read more of what is a list, or says that it worked.
        { known: { hasLists: true, hasAskedLists: true }, isRecorded: true },
        ...compared.map((known) => ({ known })),
        // It looks for the next page among links, which it takes for granted.
        { known: { hasLinks: true }, isRecorded: true },
        // What it lists are the fields of an object.
        { known: { hasKeys: true, hasLinks: true }, isRecorded: true },
        { known: { code: 0 }, isRecorded: true },
        { known: { code: 200 }, isRecorded: true },
      ];
      for (const { known, isRecorded } of tries) {
        if (isRecorded) await this.list(one, given, 'record', known, { filter });
        const again = await this.list(one, given, kind, known, { filter });
        if (again.count === 0) continue;
        this.taken = known;
        return again;
      }
      return run;
    });
  }
}
