import { expect, it } from 'vitest';
import { project, serviceHere } from './service-process.ts';

/** Wrong use of the command: exit code 2, a message with its code, nothing on standard output, nothing left behind. */
export interface WrongUse {
  name: string;
  args: readonly string[];
  /** Files of the folder that the command runs in. */
  files?: Record<string, string>;
  code: string;
  /** What standard error says, after `Error: `. */
  says: string;
  /** What to do, as a whole. */
  next?: string;
}

/** @param run `service` where the files import this package, which only a process of its own finds */
export function testWrongUse(rows: readonly WrongUse[], run: typeof serviceHere = serviceHere): void {
  it.each(rows)('$name ends with code 2 and $code', async ({ args, files = {}, code, says, next: advice }) => {
    const cwd = await project(files);
    const ended = await run(args, { cwd });
    const [first = '', next = ''] = ended.stderr.split('\n');
    expect(first).toContain(`Error: ${says}`);
    expect(first).toMatch(new RegExp(`\\(${code}\\)$`));
    expect(next).toMatch(/^ {2}\S/);
    if (advice !== undefined) expect(next).toBe(`  ${advice}`);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended).toMatchObject({ exitCode: 2, stdout: '', left: [] });
  });
}
