/** What authors of plugins import. */
export type { Check, CheckContext, Manifest, Mode, Published, Service, ServiceContext } from './check.ts';
export { type ErrorCode, ServiceError } from './errors.ts';
export type { LogEntry, LogLevel } from './events.ts';
export type { Finding, Observation, Rule, Severity } from './finding.ts';
export type { Follow, Lead, Reach } from './follow.ts';
export { createKernel, type Hooks, type Kernel, type Run } from './kernel.ts';
export type { Memory, RememberedWork } from './memory.ts';
export type { LaidPackages, MissingPackage, Packages, WantedPackages } from './packages.ts';
export { defineCheck, definePlugin, defineProjectType, type Plugin, type ProjectType } from './plugin.ts';
export { pluginFaults } from './plugin-contract.ts';
export {
  type Absent,
  JsonSyntaxError,
  jsonLocator,
  type LocateInJson,
  locateInJson,
  memoryFiles,
  type Position,
  type ProjectFiles,
  parseJson,
  positionAt,
} from './project-files.ts';
export type { CheckReport, NotChecked, RuleChange, RuleSetting, Verification } from './result.ts';
export type { Sandbox, SandboxJob, SandboxOutcome, SandboxPlace, SandboxProgram } from './sandbox.ts';
export { type Trial, tryCheck } from './try-check.ts';
