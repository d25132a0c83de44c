import { type HostileCase, nothingOpen, tryAll } from './hostile-case.ts';

import { hostFiles, network } from './outside-world.ts';
/** A tool of ours that a hostile project took over: it may start processes, and sees no more than other children. */
export const tools: HostileCase[] = [
  ...[...network, ...hostFiles.filter(({ name }) => !name.startsWith('filling the scratch folder'))].map((one) => ({
    ...one,
    name: `a tool ${one.name}`,
    job: { profile: 'tool' as const },
    // It has a /proc of its own namespace.
    code: one.code.replace(/^ +(maps|ofFirst|ofSelf): .*$/gm, ''),
  })),
  {
    name: 'a tool reading files of the host with another program',
    code: tryAll(`{
      cat: (_, { file }) => require('child_process').execFileSync('/bin/cat', [file]),
      node: (_, { file }) => require('child_process').execFileSync(process.execPath, [
        '-p', 'require("fs").readFileSync(process.argv[1], "utf8")', file,
      ], { env: {} }),
    }`),
    job: { profile: 'tool' },
    held: nothingOpen,
    notHeld: { 'permission-model': 'what a tool starts is under no permission' },
  },
  {
    name: 'a tool reading the environment of other processes',
    code: `module.exports = () => {
      const fs = require('fs');
      const found = [];
      for (let id = 1; id < 10000; id++) {
        try { found.push(...fs.readFileSync('/proc/' + id + '/environ', 'utf8').split('\0').filter(Boolean)); } catch {}
      }
      return found.filter((variable) => !variable.startsWith('PWD='));
    };`,
    job: { profile: 'tool' },
    held: nothingOpen,
  },
];
