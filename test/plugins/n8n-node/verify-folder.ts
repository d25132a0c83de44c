import { loadProjectConfig } from '../../../cli/project-config.ts';
import type { CheckReport, Verification } from '../../../kernel/result.ts';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { chooseIsolation } from '../../../runner/sandbox/isolation.ts';
import { collectProject } from '../../../runner/source/collect-project.ts';
import { folderSource } from '../../../runner/source/folder-source.ts';
import { verify } from '../../../runner/verify.ts';

/** Verifies a project folder as the command does: include list, all checks, real sandbox. */
export async function verifyFolder(folder: string): Promise<Verification> {
  const kernel = builtinKernel();
  const { values } = await loadProjectConfig(folder);
  const follow = kernel.projectTypes.get('n8n-node')?.follow;
  const include = values.include ?? kernel.include('n8n-node');
  const { files, note } = await collectProject({ folder, include, ...(follow && { follow }) });
  const isolation = await chooseIsolation();
  try {
    const source = folderSource({ folder, files: files.map(({ path }) => path), sent: { note } });
    return await verify(source, {
      kernel,
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
