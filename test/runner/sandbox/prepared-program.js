import { spawn } from 'node:child_process';

/** Starts a process before the input is known. */
export function prepare() {
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
}

export default (_place, input) => (input === 'endless' ? new Promise(() => setInterval(() => {}, 1000)) : input);
