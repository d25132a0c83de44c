import { reasonOf } from '../../../kernel/errors.ts';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';

/** The message of an error, without the path of the project in the sandbox. */
export function reasonWithoutPlace(error: unknown, { project }: SandboxFolders): string {
  return reasonOf(error).replaceAll(`${project}/`, '').replaceAll(project, '.');
}
