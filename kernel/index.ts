/** What authors of plugins import. */
export type { Check, CheckContext, Manifest, Mode, Published, Service, ServiceContext } from './check.ts';
export type { RuleSetting, Severity } from './enums.ts';
export { type ErrorCode, ServiceError } from './errors.ts';
export type { LogEntry, LogLevel } from './events.ts';
export type { Finding, Observation, Rule } from './finding.ts';
export type { Follow, Lead, Reach } from './follow.ts';
export type { Hooks, Run } from './hooks.ts';
export { createKernel } from './kernel.ts';
export type { Memory, RememberedWork } from './memory.ts';
export type { NotChecked } from './not-checked.ts';
export type { LaidPackages, MissingPackage, Packages, WantedPackages } from './packages.ts';
export type { Kernel } from './plugin.ts';
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
export type { CheckReport, RuleChange, Verification } from './result.ts';
export type { Sandbox, SandboxJob, SandboxOutcome, SandboxPlace, SandboxProgram } from './sandbox.ts';
export { type Trial, tryCheck } from './try-check.ts';
