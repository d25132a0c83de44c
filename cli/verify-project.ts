import { usageError } from '../kernel/errors.ts';
import { validateOptions } from './api-options.ts';
import type { VerifyProjectOptions, VerifyProjectResult } from './api-types.ts';
import { runLocally } from './run-locally.ts';
import type { ProjectContext } from './run-request.ts';

/** Verifies on this machine: see `Verify`. */
export async function verifyProject(options: VerifyProjectOptions = {}): Promise<VerifyProjectResult> {
  validateOptions(options);
  const { offline = false, cache = true, againstPublished = false } = options;
  const { signal = new AbortController().signal, onEvent } = options;
  if (againstPublished && options.package !== undefined)
    throw usageError('againstPublished cannot be used with package');
  const notice = (message: string) => onEvent?.({ type: 'notice', message });
  const request = await resolveRequest(options, notice);
  const { runId, creditsUsed, verification } = await runLocally(
    request,
    { cache, offline, againstPublished, log: notice },
    signal,
    onEvent,
  );
  return { runId, creditsUsed, ...verification };
}

async function resolveRequest(options: VerifyProjectOptions, warn: ProjectContext['warn']) {
  const { cwd, package: reference, type, timeout, config, allowPlugins = false } = options;
  const flags = { type, timeout: timeout === undefined ? undefined : String(timeout) };
  if (reference !== undefined) return (await import('./resolve-package.ts')).resolvePackage(reference, flags);
  const { resolveProject } = await import('./resolve-project.ts');
  const context = { local: true, warn, consent: { all: allowPlugins, warn }, ...(config && { config }) };
  return resolveProject({ ...flags, cwd: cwd ?? process.cwd() }, context);
}
