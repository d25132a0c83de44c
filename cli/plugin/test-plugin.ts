import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { importPlugins } from '../../judge/import-plugin.ts';
import type { Check } from '../../kernel/check.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { Kernel, Plugin } from '../../kernel/plugin.ts';
import { pluginFaults } from '../../kernel/plugin-contract.ts';
import { outcomeOf } from '../../kernel/result.ts';
import { unreadable } from '../../runner/source/readable-file.ts';
import { type Fixture, findFixtures } from './find-fixtures.ts';
import { FixtureRunner, type Tried } from './run-fixture.ts';

/** What holds of a plugin, and what does not. */
export interface PluginReport {
  plugin: string;
  passed: boolean;
  /** What is wrong with what the plugin says: its metadata, the texts of its rules. */
  contract: string[];
  rules: RuleReport[];
  /** Fixtures that are for none of its codes. */
  unknown: string[];
}

export interface RuleReport {
  code: string;
  check: string;
  projectType: string;
  /** How many projects show the fault, and how many nearly do. */
  fixtures: { bad: number; good: number };
  faults: string[];
}

export interface PluginTest {
  /** The folder of the plugin's package, or its module. */
  path: string;
  /** Plugins that it is registered after, as the product's own are. */
  beside: readonly Plugin[];
  signal: AbortSignal;
}

/**
 * Holds a plugin against the contract of plugins, and each of its codes against its fixtures.
 * @throws {ServiceError} UNREADABLE_PATH; INVALID_USAGE for a module that can't be loaded; PLUGIN_* for a plugin that
 * can't be registered
 */
export async function testPlugin({ path, beside, signal }: PluginTest): Promise<PluginReport> {
  const folder = await folderOf(path);
  const [plugin] = await importPlugins([{ folder: process.cwd(), specifier: resolve(path) }]);
  if (!plugin) throw new Error('a module was loaded, and there is no plugin');
  const brought = checksBroughtBy(plugin, beside);
  const contract = pluginFaults(plugin, beside);
  const fixtures = await findFixtures(folder);
  const rules: RuleReport[] = [];
  const runner = new FixtureRunner(signal);
  try {
    for (const { check, projectType } of brought) {
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

/** The checks that are there with the plugin and not without it, also those that it adds by a hook. */
function checksBroughtBy(plugin: Plugin, beside: readonly Plugin[]): { check: Check; projectType: string }[] {
  const without = createKernel({ plugins: beside });
  const namesIn = (kernel: Kernel, type: string) => new Set(kernel.checks(type).map(({ name }) => name));
  const kernel = createKernel({ plugins: [...beside, plugin] });
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

function faultOf({ code, kind }: Fixture, tried: Tried): string | undefined {
  if ('problem' in tried) return tried.problem;
  const { findings, passed, message } = tried.report;
  const first = findings.find((finding) => finding.code === code);
  if (kind === 'bad' && first) return undefined;
  if (kind === 'good' && first) return `raises the code: ${first.message}`;
  // A check that crashed, was stopped or skipped the project, says nothing about the code.
  const failedOtherwise = !passed && findings.every(({ severity }) => severity !== 'error');
  if (failedOtherwise || outcomeOf(tried.report) === 'skipped') return `is inconclusive: ${message}`;
  if (kind === 'good') return undefined;
  const others = [...new Set(findings.map((finding) => finding.code))].join(', ');
  return others === '' ? 'does not raise the code' : `raises ${others} instead of the code`;
}
