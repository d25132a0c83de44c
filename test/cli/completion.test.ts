import { execa } from 'execa';
import { expect, it } from 'vitest';
import { completedValues } from '../../cli/commands/completion.ts';
import { completionScript } from '../../cli/completion.ts';
import { declarations } from '../../cli/declarations.ts';
import { service } from './service-process.ts';

/** What bash offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const line = `${completionScript('bash', declarations, completedValues())}
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

it('completes values in bash: formats of reports, types, codes and shells', async () => {
  expect(await offered('verify', '--local', '--report', '')).toEqual([
    'json',
    'sarif',
    'junit',
    'md',
    'html',
    'github',
  ]);
  expect(await offered('verify', '--report', 'md', '--off')).toEqual(['--offline']);
  expect(await offered('checks', '--type', 'n8n-w')).toEqual(['n8n-workflow']);
  expect(await offered('explain', 'manifest-not-j')).toEqual(['manifest-not-json']);
  expect(await offered('explain', 'INVALID_C')).toEqual(['INVALID_CONFIG']);
  // A part of a code with a scope.
  expect(await offered('explain', 'node-usable')).toEqual(['node-usable-as-tool']);
  expect(await offered('completion', 'z')).toEqual(['zsh']);
});

it('has the same values in fish', () => {
  const script = completionScript('fish', declarations, completedValues());
  expect(script).toMatch(/-l report -d '.*' -x -a 'json sarif junit md html github'$/m);
  expect(script).toMatch(/^complete -c service -n '__fish_seen_subcommand_from explain' -f -a '.*\bno-console\b.*'$/m);
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
