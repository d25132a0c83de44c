import { serviceError } from '../../kernel/errors.ts';
import { parseManifest } from '../../kernel/manifest.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import type { Invocation } from '../command.ts';
import { detectGitRemote } from '../git/git-remote.ts';
import { initProject } from '../init/init-project.ts';
import { kernelsWith } from '../kernels.ts';
import { knownType } from '../known-type.ts';
import { projectFolder } from '../project-folder.ts';
import { readProjectFile } from '../read-project-file.ts';

/** Bytes of package.json. */
const maxManifestBytes = 1024 * 1024;

/** `service init`: sets the project in this folder up. */
export async function run({ args, terminal }: Invocation): Promise<number> {
  const folder = await projectFolder(args.value('--cwd') ?? '.');
  const file = readProjectFile(folder, 'package.json', maxManifestBytes);
  const manifest = 'text' in file ? parseManifest(file.text) : undefined;
  if (!('text' in file) || !manifest)
    throw serviceError('INVALID_USAGE', {
      reason: `${folder} has no valid package.json; create the project first, or name its folder with --cwd`,
    });
  const { types } = await kernelsWith([]);
  const given = args.value('--type');
  const projectType = given === undefined ? types.detect(manifest) : knownType(given, types);
  if (projectType === undefined)
    throw serviceError('INVALID_USAGE', { reason: 'No project type detected in package.json; pass --type' });
  const remote = await detectGitRemote(folder);
  const steps = await initProject({ folder, projectType, manifest, text: file.text, remote });
  if (args.flag('--json')) {
    terminal.document(jsonText({ projectType, steps }));
    return 0;
  }
  terminal.out(`Project type: ${projectType}`);
  for (const { outcome, path, what } of steps) terminal.out(`  ${outcome.padEnd(9)}  ${printable(path)} (${what})`);
  terminal.out('');
  terminal.out('Next: `npm install`, then `npm run verify`');
  return 0;
}
