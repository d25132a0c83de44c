import { execa } from 'execa';
import { builtinKernel } from '../../plugins/builtin.ts';
import { currentN8n } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { systemProgram } from '../../runner/sandbox/system-programs.ts';
import { ok } from './report.ts';
import type { Probe } from './run-probes.ts';

/** Milliseconds. */
const commandTimeout = 5_000;

/** Reports the versions that results depend on. */
export function versionsProbe(service: string): Probe {
  return {
    parts: ['versions'],
    async run() {
      const rulesets = [...builtinKernel().projectTypes.values()].flatMap(({ ruleset }) => ruleset ?? []);
      const all = {
        service,
        node: process.versions.node,
        n8n: currentN8n,
        ruleset: rulesets.join(' and '),
        bubblewrap: await bubblewrap(),
      };
      const versions = Object.entries(all).map(([name, version]) => `${name} ${version}`);
      return [{ part: 'versions', ...ok(versions.join(', ')) }];
    },
  };
}

async function bubblewrap(): Promise<string> {
  const path = systemProgram('bwrap');
  if (path === undefined) return 'not installed';
  const { stdout } = await execa(path, ['--version'], {
    env: {},
    extendEnv: false,
    reject: false,
    timeout: commandTimeout,
  });
  return /[\d.]+/.exec(stdout)?.[0] ?? '(unknown version)';
}
