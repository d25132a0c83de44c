import { guard } from '../kernel/guard.ts';
import { JudgeSaid } from './judge-said.ts';

export const judgeSaid = guard(JudgeSaid);
