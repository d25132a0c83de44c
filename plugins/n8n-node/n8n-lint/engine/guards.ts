import { guard } from '../../../../kernel/guard.ts';
import * as said from './lint-output.ts';

export const lintOutput = guard(said.LintOutput);
