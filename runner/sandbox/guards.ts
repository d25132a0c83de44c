import { guard } from '../../kernel/guard.ts';
import { Message } from './message-schema.ts';

export const message = guard(Message);
