import { guard } from '../../../kernel/guard.ts';
import * as said from './load-output.ts';

export const loadOutput = guard(said.LoadOutput);
export const packedLoadOutput = guard(said.PackedLoadOutput);
