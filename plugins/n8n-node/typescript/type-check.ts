import { basename, relative } from 'node:path/posix';
import type { ServiceContext } from '../../../kernel/check.ts';
import { filesDigest } from '../../../kernel/digest.ts';
import { guard } from '../../../kernel/guard.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { type CompileOutput, LeftOutput } from './compile-output.ts';
import { isDeclarationFile } from './declaration-file.ts';
import { type AskedOfTypeScript, runTypeScript } from './run-typescript.ts';

/**
 * Type-checks and compiles a project. With the cached build info of an earlier run, TypeScript checks only what has changed,
 * and what depends on it.
 * https://www.typescriptlang.org/tsconfig/#incremental
 * @param against names the replaced packages; empty for none
 * @param timeout seconds
 */
export async function typeCheck(
  context: Pick<ServiceContext, 'sandbox' | 'signal' | 'memory' | 'files' | 'service'>,
  input: Omit<AskedOfTypeScript, 'check' | 'from'>,
  timeout: number,
  against = '',
): Promise<CompileOutput> {
  const { memory } = context;
  if (!memory.enabled) return runTypeScript(context, { ...input, check: true }, timeout);
  const { roots: _, ...options } = input;
  const name = `types ${against}`;
  const asked = JSON.stringify([options, await packagesDigest(context.files)]);
  const left = memory.previous(name, guard(LeftOutput).is);
  const last = left?.asked === asked ? left : undefined;
  const from = last ? { buildInfos: last.buildInfos } : {};
  const output = await runTypeScript(context, { ...input, check: true, from }, timeout);
  const { state } = output;
  if (!state) return output;
  const files = { ...compiledBefore(last?.files ?? {}, state.sources, input.rootDir), ...output.files };
  memory.store(name, { asked, buildInfos: state.buildInfos, files });
  return { ...output, files };
}

/** Of each package.json: they affect module resolution and formats. */
function packagesDigest(files: ProjectFiles): Promise<string> {
  return filesDigest(
    files,
    files.list().filter((path) => basename(path) === 'package.json'),
  );
}

/** The output of earlier runs, without the output of deleted sources. */
function compiledBefore(files: CompileOutput['files'], sources: readonly string[], rootDir: string) {
  const stems = new Set(sources.flatMap((path) => (isDeclarationFile(path) ? [] : [stemOf(relative(rootDir, path))])));
  return Object.fromEntries(Object.entries(files).filter(([path]) => stems.has(stemOf(path))));
}

const stemOf = (path: string) => path.replace(/\.(?:[cm]?[jt]sx?|json)$/, '');
