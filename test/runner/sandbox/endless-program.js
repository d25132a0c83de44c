import { spawn } from 'node:child_process';

/** Runs until it is killed, with as many children as it is asked for, in groups of their own if they may. */
export default function runForever(_place, { children }) {
  // What computes for ever would keep from their turn those who are to see it come up.
  const endless = 'setInterval(() => {}, 1000)';
  for (let child = 0; child < children; child++) spawn(process.execPath, ['-e', endless], { stdio: 'ignore' });
  return new Promise(() => setInterval(() => {}, 1000));
}
