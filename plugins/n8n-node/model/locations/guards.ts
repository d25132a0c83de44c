import { guard } from '../../../../kernel/guard.ts';
import * as said from './location-output.ts';

export const placeOutput = guard(said.PlaceOutput);
