import type { CheckContext } from '../../../kernel/check.ts';
import type { ConfigProblem } from '../../../kernel/plugin.ts';
import { configPath, readSettings, responsesPath, type Settings } from '../project/behaviour-settings/settings.ts';
import { normalize } from '../project/project-path.ts';
import type { GivenResponse } from './plan/run-input.ts';

/** Bytes of all files that are answered with. */
const maxBytes = 4 * 1024 * 1024;

/** The settings of a project that is verified, and its answers with their bodies. */
export interface ProjectSettings extends Pick<Settings, 'config'> {
  responses: readonly GivenResponse[];
}

/** Reads the settings of a project. A published package has none: it is verified as everybody gets it. */
export async function projectSettings({
  mode,
  files,
}: Pick<CheckContext, 'mode' | 'files'>): Promise<ProjectSettings | { problem: ConfigProblem }> {
  if (mode === 'package') return { config: {}, responses: [] };
  const text = async (path: string) => (files.exists(path) ? await files.read(path) : undefined);
  const settings = readSettings({
    config: await text(configPath),
    responses: await text(responsesPath),
    has: (path) => files.exists(normalize(path)),
  });
  if ('problem' in settings) return settings;
  const responses: GivenResponse[] = [];
  let left = maxBytes;
  for (const { method, url, status = 200, headers = {}, json, file } of settings.responses) {
    const path = file === undefined ? undefined : normalize(file);
    const bytes = path === undefined ? undefined : await files.bytes(path);
    left -= bytes?.length ?? 0;
    if (left < 0)
      return {
        problem: { file: responsesPath, reason: `its files are larger than ${maxBytes / 2 ** 20} MiB in all` },
      };
    const all = new Headers({ 'content-type': json === undefined ? 'application/octet-stream' : 'application/json' });
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    responses.push({
      ...(method !== undefined && { method: method.toUpperCase() }),
      url,
      status,
      headers: Object.fromEntries(all),
      ...(json !== undefined && { text: JSON.stringify(json) }),
      ...(bytes && { base64: Buffer.from(bytes).toString('base64') }),
    });
  }
  return { config: settings.config, responses };
}
