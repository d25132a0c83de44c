import { loadProjectConfig } from '../../../cli/project-config.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { chooseIsolation } from '../../../runner/sandbox/isolation.ts';
import { collectProject } from '../../../runner/source/collect-project.ts';
import { folderSource } from '../../../runner/source/folder-source.ts';
import { verify } from '../../../runner/verify.ts';

/** The paths and the note of a project folder as the command collects them. */
export async function collected(folder: string): Promise<{ files: string[]; note: string | undefined }> {
  const kernel = builtinKernel();
  const { values } = await loadProjectConfig(folder);
  const follow = kernel.projectTypes.get('n8n-node')?.follow;
  const include = values.include ?? kernel.include('n8n-node');
  const { files, note } = await collectProject({ folder, include, ...(follow && { follow }) });
  return { files: files.map(({ path }) => path), note };
}

/** Verifies a project folder as the command does: include list, all checks, real sandbox. */
export async function verifyFolder(folder: string): Promise<Verification> {
  const { files, note } = await collected(folder);
  const isolation = await chooseIsolation();
  try {
    const source = folderSource({ folder, files, sent: { note } });
    return await verify(source, {
      kernel: builtinKernel(),
      projectType: 'n8n-node',
      timeout: 120,
      sandbox: (project) => isolation.sandbox(project),
    });
  } finally {
    await isolation.close?.();
  }
}

/** `code file:line:column`, for each finding. */
export function findingsOf({ findings }: CheckReport): string[] {
  return findings.map(({ code, file, line, column }) =>
    `${code} ${[file, line, column].filter(Boolean).join(':')}`.trim(),
  );
}
