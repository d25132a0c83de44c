import { guard } from '../kernel/guard.ts';
import { ProjectConfig } from './project-config-schema.ts';

export const projectConfig = guard(ProjectConfig);
