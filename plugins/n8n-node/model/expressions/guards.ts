import { guard } from '../../../../kernel/guard.ts';
import * as said from './expression-facts.ts';

export const expressionFacts = guard(said.ExpressionFacts);
export const expressionOutput = guard(said.ExpressionOutput);
