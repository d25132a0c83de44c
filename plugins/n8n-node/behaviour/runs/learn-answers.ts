import type { INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { type KnownValues, usualShapes } from '../simulated/answers.ts';
import { newShape, type Shape } from '../simulated/recorder.ts';
import { type Wishes, wishesAfter } from '../simulated/values.ts';
import type { Run } from '../trace/trace.ts';

/** What the simulated API answers with. */
export interface Answers {
  shapes: Map<string, Shape>;
  usual: Shape;
  /** What fields of answers are known to hold. */
  known?: KnownValues;
}

/** Values that a node takes, and answers that it understands, as far as any were found. */
export interface Learned {
  prepared: Prepared;
  answers: Answers;
  /** How it ran with them. */
  plain: Run;
}

/** What `code` and its like say in APIs where it worked. */
const successes = [0, 200];

/** Values that are tried where a node refuses them. */
const maxAttempts = 6;

/** Whether it ended before it asked the API for anything, by an error of its own. */
const isRefusal = ({ thrown, requests, refused }: Run) =>
  thrown !== undefined && requests.length === 0 && refused.length === 0;

/**
 * Looks for values that a node takes, and for answers that it understands.
 * @param run runs it; in the mode `record`, answers write down what is read of them
 */
export async function learnAnswers(
  operation: PlannedOperation,
  { type, engine }: { type: INodeType; engine: Engine },
  run: (prepared: Prepared, answers: Answers, mode: 'record' | 'answer') => Promise<Run>,
): Promise<Learned> {
  const shapes = new Map<string, Shape>();
  let wishes: Wishes = { forms: new Map(), optional: false };
  let prepared = prepareNode(operation, type, wishes, engine);
  const learn = async (known: KnownValues = {}) => {
    shapes.clear();
    await run(prepared, { shapes, usual: newShape(), known }, 'record');
    return run(prepared, { shapes, usual: newShape(), known }, 'answer');
  };
  let plain = await learn();
  const first = plain;
  for (let attempt = 0; attempt < maxAttempts && isRefusal(plain); attempt++) {
    const next = wishesAfter(plain.thrown?.message ?? '', prepared.marking, wishes);
    if (!next) break;
    wishes = next;
    prepared = prepareNode(operation, type, wishes, engine);
    plain = await learn();
  }
  // The reason that is told is the one for the values that a user would see first.
  if (isRefusal(plain)) plain = first;
  if (plain.thrown && plain.requests.length > 0 && plain.refused.length === 0) {
    for (const usual of usualShapes()) {
      const answers = { shapes: new Map(), usual };
      const again = await run(prepared, answers, 'answer');
      if (!again.thrown && !again.given) return { prepared, answers, plain: again };
    }
    for (const code of successes) {
      const again = await learn({ code });
      if (!again.thrown && !again.given)
        return { prepared, answers: { shapes, usual: newShape(), known: { code } }, plain: again };
    }
    shapes.clear();
  }
  return { prepared, answers: { shapes, usual: newShape() }, plain };
}
