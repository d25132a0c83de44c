import { guard } from '../kernel/guard.ts';
import { JudgeMessage } from './judge-message.ts';

export const judgeMessage = guard(JudgeMessage);
