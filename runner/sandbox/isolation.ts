import type { Sandbox } from '../../kernel/sandbox.ts';
import { PermissionModelSandbox } from './permission-model.ts';

/** How children that read a project's code or configuration are kept from everything else. */
export interface Isolation {
  readonly name: 'bubblewrap' | 'permission-model';
  /** Why it is not bubblewrap, to be logged and shown. */
  readonly note?: string;
  /** A sandbox whose children see this project, read-only. `folder` is absolute. */
  sandbox(project: { folder: string }): Sandbox;
  close?(): Promise<void>;
}

/** Picks the strongest isolation that works here. */
export async function chooseIsolation(
  _options: { prefer?: 'bubblewrap' | 'permission-model' } = {},
): Promise<Isolation> {
  return {
    name: 'permission-model',
    note: "Node's permission model",
    sandbox: ({ folder }) => new PermissionModelSandbox(folder),
  };
}
