import type { Verify } from './api-types.ts';

// The package's entry: what plugins import, and `verify`, whose modules are loaded when it is called.
export * from '../kernel/index.ts';
export type { Verify, VerifyProjectOptions, VerifyProjectResult } from './api-types.ts';

export const verify: Verify = async (options) => (await import('./verify-project.ts')).verifyProject(options);
