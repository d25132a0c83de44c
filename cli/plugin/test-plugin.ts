import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { importPlugins } from '../../judge/import-plugin.ts';
import type { Check } from '../../kernel/check.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { Kernel, Plugin } from '../../kernel/plugin.ts';
import { pluginFaults } from '../../kernel/plugin-contract.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { outcomeOf } from '../../kernel/result.ts';
import { chooseIsolation, type Isolation } from '../../runner/sandbox/isolation.ts';
import { folderFiles } from '../../runner/source/folder-files.ts';
import { folderSource } from '../../runner/source/folder-source.ts';
import { unreadable } from '../../runner/source/readable-file.ts';
import { verify } from '../../runner/verify.ts';
import { type Fixture, findFixtures } from './find-fixtures.ts';

/** Result of testing a plugin. */
export interface PluginReport {
  plugin: string;
  passed: boolean;
  /** Violations of the contract: metadata and texts of rules. */
  contract: string[];
  rules: RuleReport[];
  /** Fixtures that match no code. */
  unknown: string[];
}

interface RuleReport {
  code: string;
  check: string;
  projectType: string;
  /** Number of fixtures. */
  fixtures: { bad: number; good: number };
  faults: string[];
}

interface PluginTest {
  /** Package folder or module of the plugin. */
  path: string;
  /** Plugins that are registered before it, such as the built-in ones. */
  others: readonly Plugin[];
  signal: AbortSignal;
}

/**
 * Tests a plugin: the contract, and its codes with their fixtures.
 * @throws {ServiceError} UNREADABLE_PATH; PLUGIN_* if the module cannot be loaded or registered
 */
export async function testPlugin({ path, others, signal }: PluginTest): Promise<PluginReport> {
  const folder = await folderOf(path);
  const [plugin] = await importPlugins([{ folder: process.cwd(), specifier: resolve(path) }]);
  if (!plugin) throw new Error('the module was loaded without a plugin');
  const added = checksAddedBy(plugin, others);
  const contract = pluginFaults(plugin, others);
  const fixtures = await findFixtures(folder);
  const rules: RuleReport[] = [];
  const runner = new FixtureRunner(signal);
  try {
    for (const { check, projectType } of added) {
      for (const { code } of check.rules) {
        const own = fixtures.filter((fixture) => fixture.code === code);
        const faults = missingFixtures(own, code);
        for (const fixture of own) {
          const fault = faultOf(fixture, await runner.run(fixture, check, projectType));
          if (fault !== undefined) faults.push(`${fixture.path} ${fault}`);
        }
        rules.push({ code, check: check.name, projectType, fixtures: countKinds(own), faults });
      }
    }
  } finally {
    await runner.close();
  }
  const codes = new Set(rules.map(({ code }) => code));
  const unknown = fixtures.filter(({ code }) => !codes.has(code)).map((fixture) => fixture.path);
  const passed = contract.length === 0 && unknown.length === 0 && rules.every(({ faults }) => faults.length === 0);
  return { plugin: plugin.name, passed, contract, rules, unknown };
}

async function folderOf(path: string): Promise<string> {
  try {
    return (await stat(path)).isDirectory() ? resolve(path) : dirname(resolve(path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Returns the checks that the plugin adds, including those added in hooks. */
function checksAddedBy(plugin: Plugin, others: readonly Plugin[]): { check: Check; projectType: string }[] {
  const without = createKernel({ plugins: others });
  const namesIn = (kernel: Kernel, type: string) => new Set(kernel.checks(type).map(({ name }) => name));
  const kernel = createKernel({ plugins: [...others, plugin] });
  return [...kernel.projectTypes.keys()].flatMap((projectType) => {
    const known = namesIn(without, projectType);
    const added = kernel.checks(projectType).filter(({ name }) => !known.has(name));
    return added.map((check) => ({ check, projectType }));
  });
}

function countKinds(fixtures: readonly Fixture[]): RuleReport['fixtures'] {
  const bad = fixtures.filter(({ kind }) => kind === 'bad').length;
  return { bad, good: fixtures.length - bad };
}

function missingFixtures(fixtures: readonly Fixture[], code: string): string[] {
  const { bad, good } = countKinds(fixtures);
  return [
    ...(bad === 0 ? [`missing fixtures/${code}/bad, a project that raises the code`] : []),
    ...(good === 0 ? [`missing fixtures/${code}/good, a near miss that does not raise the code`] : []),
  ];
}

function faultOf({ code, kind }: Fixture, result: FixtureResult): string | undefined {
  if ('problem' in result) return result.problem;
  const { findings, passed, message } = result.report;
  const first = findings.find((finding) => finding.code === code);
  if (kind === 'bad' && first) return undefined;
  if (kind === 'good' && first) return `raises the code: ${first.message}`;
  // The result is inconclusive if the check crashed, timed out or skipped the project.
  const failedOtherwise = !passed && findings.every(({ severity }) => severity !== 'error');
  if (failedOtherwise || outcomeOf(result.report) === 'skipped')
    return [`is inconclusive: ${message}`, ...framesOf(result.crash)].join('\n');
  if (kind === 'good') return undefined;
  const others = [...new Set(findings.map((finding) => finding.code))].join(', ');
  return others === '' ? 'does not raise the code' : `raises ${others} instead of the code`;
}

/** Calls on the stack of an error, the last ones first. */
const maxFrames = 5;

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.filter((line) => /^\s+at /.test(line)).slice(0, maxFrames);
}

/** Seconds for a check on a fixture, unless its own time limit is longer. */
const minTimeout = 60;

/** The report of a check on a fixture, or why there is none. */
type FixtureResult = { report: CheckReport; crash: unknown } | { problem: string };

/** Runs checks on fixtures like in a run. Chooses the isolation when a check first uses the sandbox. */
class FixtureRunner {
  readonly #signal: AbortSignal;
  #isolation: Promise<Isolation> | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * @param check runs alone, as if the checks that it `needs` passed
   * @param type name of its project type
   */
  async run(fixture: Fixture, check: Check, type: string): Promise<FixtureResult> {
    this.#signal.throwIfAborted();
    const files = (await folderFiles(fixture.folder)).list();
    if (files.length === 0) return { problem: 'has no files' };
    const [mode = 'project'] = check.modes;
    const alone: Check = { ...check, needs: [], run: (context) => check.run(context) };
    const kernel = createKernel({
      plugins: [{ name: 'fixture', projectTypes: [{ name: type, title: type, checks: [alone] }] }],
    });
    let crash: unknown;
    const { checks, summary } = await verify(
      { ...folderSource({ folder: fixture.folder, files }), mode },
      {
        kernel,
        projectType: type,
        timeout: Math.max(minTimeout, (check.timeout ?? 0) + 1),
        signal: this.#signal,
        onCrash: (error) => {
          crash = error;
        },
        sandbox: async (project) => (await this.#isolated()).sandbox(project),
      },
    );
    this.#signal.throwIfAborted();
    const [report] = checks;
    return report ? { report, crash } : { problem: `cannot be verified: ${summary}` };
  }

  async close(): Promise<void> {
    await (await this.#isolation)?.close?.();
  }

  #isolated(): Promise<Isolation> {
    this.#isolation ??= chooseIsolation();
    return this.#isolation;
  }
}
