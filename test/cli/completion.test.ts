import { execa } from 'execa';
import { expect, it } from 'vitest';
import { completionScript } from '../../cli/completion.ts';
import { declarations } from '../../cli/declarations.ts';
import { service } from './service-process.ts';

/** What bash offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const line = `${completionScript('bash', declarations)}
compopt() { :; }
COMP_WORDS=(service ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _service
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execa('bash', ['--norc', '-c', line]);
  return stdout.split('\n').filter((word) => word !== '');
}

it('completes commands, their second words and flags in bash', async () => {
  expect(await offered('ver')).toEqual(['verify']);
  expect(await offered('auth', '')).toEqual(['login', 'status', 'logout']);
  expect(await offered('verify', '--loc')).toEqual(['--local']);
  expect(await offered('verify', '--local', '--off')).toEqual(['--offline']);
  expect(await offered('admin', 'account', 'cr')).toEqual(['create']);
});

it('is printed for each shell, and for no other', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, exitCode } = await service(['completion', shell]);
    expect(stdout).toContain('verify');
    expect(exitCode).toBe(0);
  }
  const { stderr, exitCode } = await service(['completion', 'powershell']);
  expect(stderr).toContain('use one of: bash, zsh, fish');
  expect(exitCode).toBe(2);
});
