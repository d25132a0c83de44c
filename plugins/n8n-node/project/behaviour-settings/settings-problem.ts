import type { FileLookup } from '../../../../kernel/follow.ts';
import type { ConfigProblem } from '../../../../kernel/plugin.ts';
import { configPath, readSettings, responsesPath } from './settings.ts';

export function settingsProblem(project: FileLookup): ConfigProblem | undefined {
  const settings = readSettings({
    config: project.read(configPath),
    responses: project.read(responsesPath),
    has: (path) => project.exists(path),
  });
  return 'problem' in settings ? settings.problem : undefined;
}
