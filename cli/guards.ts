import { guard } from '../kernel/guard.ts';
import { Baseline } from './baseline-schema.ts';
import { ProjectConfig } from './project-config-schema.ts';

export const projectConfig = guard(ProjectConfig);
export const baseline = guard(Baseline);
