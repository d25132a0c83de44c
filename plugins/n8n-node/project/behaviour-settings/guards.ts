import { guard } from '../../../../kernel/guard.ts';
import * as settings from './schema.ts';

export const behaviourConfig = guard(settings.BehaviourConfig);
export const responses = guard(settings.Responses);
