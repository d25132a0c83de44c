import type { INodeType } from 'n8n-workflow';
import type { PlannedOperation } from '../plan/run-input.ts';
import { hasEnded } from '../trace/ending.ts';
import { parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { runFields } from './run-fields.ts';

/** Options of credentials that are tried. */
const maxSelections = 3;

type Filled = Pick<Learned, 'prepared'> & { run: Run };

/** What an operation does not use, as far as it is known. */
type Unused = Required<Pick<OperationTrace, 'unread' | 'unsent' | 'unseen' | 'ineffective'>> &
  Pick<OperationTrace, 'misplaced'>;

interface Known<F extends Filled> {
  unused: Unused;
  plain: Run;
  /** With all optional fields. */
  filled: F;
  /** Finds out how it runs with what is selected then. */
  learn(): Promise<Learned>;
  ineffectiveIn(filled: F): Promise<string[]>;
}

/**
 * What an operation does not use either where other options of its credentials are selected: each version of an API may take
 * other parameters.
 * @returns also the names of parameters that it only sends with one of the others
 */
export async function unusedWithAny<F extends Filled>(
  operation: PlannedOperation,
  type: INodeType,
  { unused, plain, filled, learn, ineffectiveIn }: Known<F>,
  stage: Stage,
): Promise<Unused & { sentElsewhere: string[] }> {
  const { credentials } = stage;
  const { prepared } = filled;
  const sentNow = namesSent(filled.run, prepared, namesSent(plain, prepared));
  const { unread, unsent, unseen, ineffective, misplaced } = unused;
  const isTold = [unread, unsent, unseen, ineffective].some(({ length }) => length > 0) || misplaced !== undefined;
  const selections =
    isTold || prepared.marking.names.some((name) => !sentNow.has(name))
      ? credentials.otherSelections(plain.credentials).slice(0, maxSelections)
      : [];
  let left = unused;
  const sentElsewhere = new Set<string>();
  for (const selection of selections) {
    const before = credentials.select(selection);
    try {
      const learned = await learn();
      const fields = hasEnded(learned.plain) ? await runFields(operation, type, learned, stage) : undefined;
      const run = fields?.run ?? learned.plain;
      const other = { ...filled, prepared: fields?.prepared ?? learned.prepared, run };
      // Of one that fails, nobody knows what it would use.
      const sent = hasEnded(run)
        ? namesSent(run, other.prepared, namesSent(learned.plain, learned.prepared))
        : new Set(prepared.marking.names);
      const without = left.ineffective.length > 0 && hasEnded(run) ? await ineffectiveIn(other) : [];
      const read = stage.engine.reads();
      const { misplaced: kept, ...names } = left;
      left = {
        unread: hasEnded(run) ? names.unread.filter((name) => !read.has(name)) : [],
        unsent: names.unsent.filter(({ name }) => fields?.unsent.some((one) => one.name === name)),
        unseen: names.unseen.filter((name) => fields?.unseen.includes(name)),
        ineffective: names.ineffective.filter((name) => without.includes(name)),
        ...(kept && !sent.has(kept.lost) && { misplaced: kept }),
      };
      for (const name of sent) if (!sentNow.has(name)) sentElsewhere.add(name.slice(0, most.name));
    } finally {
      credentials.select(before);
      credentials.useSecretsOf(prepared.wishes.secret);
    }
  }
  return { ...left, sentElsewhere: [...sentElsewhere].slice(0, 100) };
}

/** Names of the parameters whose values requests have, after others. */
function namesSent({ requests, marked }: Run, { marking }: Learned['prepared'], others: Iterable<string> = []) {
  const names = marked ?? marking.names;
  return new Set([...others, ...requests.flatMap(({ marks }) => marks.map((mark) => names[parameterOf(mark)] ?? ''))]);
}
