import { spawn } from 'node:child_process';

/** Runs until it is killed, with as many children as it is asked for, in groups of their own if they may. */
export default function runForever(_place: unknown, { children }: { children: number }): Promise<never> {
  for (let child = 0; child < children; child++) spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  return new Promise(() => setInterval(() => {}, 1000));
}
