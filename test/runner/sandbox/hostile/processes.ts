import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { SandboxOutcome } from '../../../../kernel/sandbox.ts';
import { ended, type HostileCase, nothingOpen, tryAll } from './hostile-case.ts';

export const processes: HostileCase[] = [
  {
    name: 'starting processes',
    code: tryAll(`{
      exec: () => require('child_process').execFileSync('/bin/sh', ['-c', 'true']),
      node: () => require('child_process').execFileSync(process.execPath, ['-v']),
      spawn: () => new Promise((yes, no) => require('child_process').spawn(process.execPath, ['-v']).on('error', no).on('exit', yes)),
      fork: () => new Promise((yes, no) => require('child_process').fork(__filename).on('error', no).on('exit', yes)),
      cluster: () => require('cluster').fork(),
    }`),
    held: nothingOpen,
  },
  {
    name: 'a fork bomb',
    code: `
      let started = 0;
      const bomb = () => {
        for (let n = 0; n < 1000; n++) {
          try {
            const child = require('child_process').spawn(process.execPath, ['-e', 'for(;;);'], { detached: true });
            if (child.on('error', () => {}).pid) started++;
          } catch {}
        }
        return started;
      };
      module.exports = bomb;`,
    held(outcome) {
      if (outcome.kind === 'done') expect(outcome.result).toBe(0);
      else ended(outcome);
    },
  },
  {
    name: 'a bomb of workers',
    code: `module.exports = () => new Promise((done) => {
      const { Worker } = require('worker_threads');
      let up = 0;
      for (let n = 0; n < 500; n++) {
        try { new Worker('for(;;);', { eval: true }).on('online', () => up++).on('error', () => {}); } catch {}
      }
      setTimeout(() => done(up), 1000);
    });`,
    job: { timeout: 5 },
    held(outcome) {
      if (outcome.kind === 'done') expect(outcome.result).toBeLessThan(64);
      else expect(['ended', 'timeout']).toContain(outcome.kind);
    },
  },
  {
    name: 'signals to processes outside',
    code: tryAll(`{
      ours: (_, { parent }) => process.kill(parent, 0),
      parent: () => { if (process.ppid > 0) process.kill(process.ppid, 0); else throw new Error('it has none'); },
      priority: (_, { parent }) => require('os').setPriority(parent, 19),
    }`),
    held: nothingOpen,
    ...(process.getuid?.() !== 0 && { notHeld: { 'permission-model': 'children are the same user as we are' } }),
  },
  {
    name: 'a compiled module',
    code: tryAll(`{
      opened: ({ project }) => process.dlopen({ exports: {} }, project + '/dist/addon.node'),
      required: () => require('./addon.node'),
    }`),
    files: () => ({ 'dist/addon.node': anyCompiledModule() }),
    held: nothingOpen,
  },
  ...(['untrusted', 'tool'] as const).map((profile) => ({
    name: `compiled code by other ways than a module: ${profile}`,
    code: `module.exports = ({ project, scratch }) => {
      const fs = require('fs');
      const told = [];
      const brought = [project + '/dist/addon.node'];
      try {
        fs.copyFileSync(brought[0], scratch + '/addon.node');
        fs.chmodSync(scratch + '/addon.node', 0o755);
        brought.push(scratch + '/addon.node');
      } catch {}
      for (const path of brought)
        for (const way of [
          () => require('crypto').setEngine(path),
          () => require('tls').createSecureContext({ clientCertEngine: path }),
          () => require('tls').createSecureContext({ privateKeyEngine: path, privateKeyIdentifier: 'x' }),
          () => new (require('node:sqlite').DatabaseSync)(':memory:', { allowExtension: true }).loadExtension(path),
          () => require('child_process').execFileSync(path),
        ])
          try { way(); told.push('it ran'); } catch (error) { told.push(error.message); }
      return told;
    };`,
    files: () => ({ 'dist/addon.node': anyCompiledModule() }),
    job: { profile },
    // OpenSSL says that what it loaded is no engine, once it is loaded.
    held: (outcome: SandboxOutcome) => {
      expect(outcome).toMatchObject({ kind: 'done', result: expect.not.arrayContaining(['it ran']) });
      expect(JSON.stringify(outcome)).not.toMatch(/init failed|entry point/);
    },
  })),
  {
    name: 'the name of the host',
    code: tryAll(`{
      name: () => { const name = require('os').hostname(); if (name === 'sandbox') throw 0; return name; },
    }`),
    held: nothingOpen,
    notHeld: { 'permission-model': 'it sees the names of the system' },
  },
];

function anyCompiledModule(): Uint8Array {
  const cwd = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
  const [found] = globSync(['*/*/*.node', '*/*.node'], { cwd });
  if (found === undefined) throw new Error('There is no compiled module to try with');
  return readFileSync(`${cwd}/${found}`);
}
