import { execa } from 'execa';

/** Makes a folder a repository with all its files in one commit, on `main`. @returns the commit */
export async function committed(folder: string): Promise<string> {
  const git = (...args: string[]) =>
    execa('git', ['-c', 'user.name=x', '-c', 'user.email=x@host.example', ...args], { cwd: folder });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '.');
  await git('commit', '--quiet', '--allow-empty', '-m', 'x');
  return (await git('rev-parse', 'HEAD')).stdout;
}
