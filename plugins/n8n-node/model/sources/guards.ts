import { guard } from '../../../../kernel/guard.ts';
import * as said from './source-facts.ts';

export const packedFacts = guard(said.PackedFacts);
export const sourceFacts = guard(said.SourceFacts);
