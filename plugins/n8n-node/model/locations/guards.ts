import { guard } from '../../../../kernel/guard.ts';
import * as said from './location-output.ts';

export const locationOutput = guard(said.LocationOutput);
