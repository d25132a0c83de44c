import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { jsonLocator } from '../../../../kernel/project-files.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { environmentOf, type Publishing } from './publishing.ts';

const code = 'provenance-switched-off';

/**
 * Where provenance is disabled for a step that publishes with npm: on the command line, in publishConfig, in the
 * environment or in .npmrc. The first setting in this order applies.
 * https://docs.npmjs.com/cli/v11/using-npm/config
 */
export async function switchedOff(
  publishing: Publishing,
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<Observation | undefined> {
  const { workflow, job, step, command } = publishing;
  if (!/\bp?npm publish\b/.test(command)) return undefined;
  const inWorkflow = { file: workflow.file, line: step.line };
  const flag = /--(no-)?provenance(=(true|false))?(?![\w-])/.exec(command);
  if (flag) {
    if ((flag[1] === undefined) === (flag[3] !== 'false')) return undefined;
    return { code, message: `Job "${job.name}" publishes with ${flag[0]}`, ...inWorkflow, evidence: flag[0] };
  }
  const config = recordOf(manifest['publishConfig'])?.['provenance'];
  if (typeof config === 'boolean') {
    if (config) return undefined;
    const at = jsonLocator(await files.read('package.json'))(['publishConfig', 'provenance']);
    return { code, message: 'publishConfig.provenance is false', file: 'package.json', ...at };
  }
  const variable = Object.entries(environmentOf(publishing)).find(([name]) => /^npm_config_provenance$/i.test(name));
  if (variable) {
    const [name, value] = variable;
    if (value !== 'false') return undefined;
    return { code, message: `Job "${job.name}" publishes with ${name}: ${value}`, ...inWorkflow, evidence: name };
  }
  return files.exists('.npmrc') ? settingIn(await files.read('.npmrc')) : undefined;
}

function settingIn(text: string): Observation | undefined {
  const lines = text.slice(0, 100_000).split(/\r\n|\n|\r/);
  const line = lines.findLastIndex((one) => /^\s*provenance\s*=/.test(one));
  if (line < 0 || !/=\s*["']?false["']?\s*$/.test(lines[line] ?? '')) return undefined;
  return { code, message: '.npmrc sets provenance=false', file: '.npmrc', line: line + 1 };
}
