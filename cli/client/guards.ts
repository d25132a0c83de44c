import { guard } from '../../kernel/guard.ts';
import * as schemas from './schemas.ts';

export const account = guard(schemas.Account);
export const credentials = guard(schemas.Credentials);
export const finalResult = guard(schemas.FinalResult);
export const logLine = guard(schemas.LogLine);
export const problem = guard(schemas.Problem);
export const runList = guard(schemas.RunList);
export const runRecord = guard(schemas.RunRecord);
export const verification = guard(schemas.Verification);
