import { guard } from '../../../kernel/guard.ts';
import * as said from './place-output.ts';

export const placeOutput = guard(said.PlaceOutput);
