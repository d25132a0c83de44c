import { serviceHere } from '../../cli/service-process.ts';

export interface Told {
  exitCode: number | undefined;
  /** State, sight and advice of a part. */
  of(part: string): { state: string; saw: string; next?: string } | undefined;
}

/** Runs `service admin doctor` as an operator would, in this process; the registry is one that refuses connections unless said otherwise. */
export async function doctor(args: readonly string[], env: Record<string, string> = {}): Promise<Told> {
  const { exitCode, stdout, stderr } = await serviceHere(['admin', 'doctor', ...args, '--json'], {
    env: { npm_config_registry: 'http://127.0.0.1:1/', ...env },
  });
  if (stdout === '') throw new Error(stderr);
  const reports: ({ part: string } & ReturnType<Told['of']>)[] = JSON.parse(stdout);
  return { exitCode, of: (part) => reports.find((report) => report.part === part) };
}
