/** The API for plugin authors. */
export {
  type Check,
  type CheckContext,
  type Manifest,
  type Mode,
  type Published,
  type Service,
  type ServiceContext,
  SkippedCheck,
} from './check.ts';
export { counted } from './counted.ts';
export { digestOf, filesDigest } from './digest.ts';
export { type OperationKind, type RuleSetting, type Severity, severities } from './enums.ts';
export { codeOf, type ErrorCode, reasonOf, ServiceError } from './errors.ts';
export type { LogEntry, LogLevel } from './events.ts';
export { excerpts, lineBreaks } from './excerpt.ts';
export type { Edit, Finding, Observation, Rule } from './finding.ts';
export type { FileLookup, FileReference, Follow } from './follow.ts';
export type { Hooks, RunInfo } from './hooks.ts';
export { jsonEdit, jsonKeyEdit } from './json-edit.ts';
export { createKernel } from './kernel.ts';
export type { KitSource, Kits } from './kits.ts';
export { maxManifestBytes } from './manifest.ts';
export type { CachedWork, Memory } from './memory.ts';
export type { NotChecked } from './not-checked.ts';
export type {
  AbsentPackages,
  InstalledPackages,
  InstalledParts,
  MissingPackage,
  PackageFiles,
  Packages,
  ProvidedPackages,
  WantedPackages,
} from './packages.ts';
export type { ConfigProblem, Kernel, NextRuleset } from './plugin.ts';
export { defineCheck, definePlugin, defineProjectType, type Plugin, type ProjectType } from './plugin.ts';
export { pluginFaults } from './plugin-contract.ts';
export {
  type Absent,
  JsonSyntaxError,
  jsonLocator,
  jsonTree,
  type LocateInJson,
  locateInJson,
  memoryFiles,
  type Position,
  type ProjectFiles,
  parseJson,
  positionAt,
  tryJson,
} from './project-files.ts';
export { isRecord } from './record.ts';
export { changeText } from './report/compatibility.ts';
export type { CheckReport, Compatibility, Operation, RuleChange, Shipped, Verification } from './result.ts';
export type {
  PrepareSandboxProgram,
  Sandbox,
  SandboxFolders,
  SandboxJob,
  SandboxOutcome,
  SandboxProgram,
} from './sandbox.ts';
export { notNeeded } from './sandbox.ts';
export { expectation, keysOf, placeText } from './schema-fault.ts';
export { siblingModule } from './sibling-module.ts';
export { type Stopwatch, stopwatch } from './stopwatch.ts';
export { closest, didYouMean, isTypo } from './suggestion.ts';
export { type TryCheckOptions, tryCheck } from './try-check.ts';
export { matchesName, matchesWithStars, type NamePattern, parseName } from './wildcards.ts';
