import { reasonOf } from '../../../kernel/errors.ts';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';

/** What went wrong, without the folder in which a child happens to have the project. */
export function reasonWithoutPlace(error: unknown, { project }: SandboxFolders): string {
  return reasonOf(error).replaceAll(`${project}/`, '').replaceAll(project, '.');
}
