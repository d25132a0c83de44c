import { guard } from '../../../kernel/guard.ts';
import * as said from './compile-output.ts';

export const compileOutput = guard(said.CompileOutput);
export const leftOutput = guard(said.LeftOutput);
