/** What authors of plugins import. */
export type { Check, CheckContext, Manifest, Mode, Published, Service, ServiceContext } from './check.ts';
export type { LogEntry, LogLevel } from './events.ts';
export type { Finding, Observation, Rule, Severity } from './finding.ts';
export { createKernel, type Hooks, type Kernel, type Run } from './kernel.ts';
export { defineCheck, definePlugin, defineProjectType, type Plugin, type ProjectType } from './plugin.ts';
export { locateInJson, memoryFiles, type Position, type ProjectFiles, parseJson, positionAt } from './project-files.ts';
export type { CheckReport, Verification } from './result.ts';
export type { Sandbox, SandboxJob, SandboxOutcome, SandboxPlace, SandboxProgram } from './sandbox.ts';
