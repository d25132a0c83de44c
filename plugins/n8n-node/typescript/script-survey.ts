import type { Service } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { packagesNamedIn } from './trimmed-types.ts';

/** What the scripts of a project, those of its dependencies too, say about how it is best compiled. */
export interface ScriptSurvey {
  /** Bytes of all. */
  size: number;
  /** Packages with trimmed declarations that a script gets at. */
  named: readonly string[];
}

/** Shared by all runs of TypeScript. */
export const scriptSurvey: Service<ScriptSurvey> = {
  name: 'what the scripts of a project say about how it is compiled',
  create: ({ files }) => surveyScripts(files),
};

export async function surveyScripts(files: ProjectFiles): Promise<ScriptSurvey> {
  const named = new Set<string>();
  let size = 0;
  for (const path of files.list()) {
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    const bytes = await files.bytes(path);
    size += bytes.length;
    for (const name of packagesNamedIn(asciiOf(bytes))) named.add(name);
  }
  return { size, named: [...named] };
}

/** A text as far as it is ASCII: to decode all of it takes longer than to look through it. */
function asciiOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // UTF-16, which TypeScript reads as well.
  return /^(?:\xff\xfe|\xfe\xff)/.test(text) ? text.replaceAll('\0', '') : text;
}
