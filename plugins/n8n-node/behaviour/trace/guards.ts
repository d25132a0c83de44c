import { guard } from '../../../../kernel/guard.ts';
import * as said from './trace.ts';

export const runOutput = guard(said.RunOutput);
