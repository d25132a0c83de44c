import type { Service } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { sentry } from './sentry-types.ts';

/** What the scripts of a project, those of its dependencies too, say about how it is best compiled. */
export interface ScriptSurvey {
  /** Bytes of all. */
  size: number;
  /** Whether a script names @sentry/node: then it gets the types of the package itself. */
  namesSentry: boolean;
}

/** Shared by all runs of TypeScript. */
export const scriptSurvey: Service<ScriptSurvey> = {
  name: 'what the scripts of a project say about how it is compiled',
  create: ({ files }) => surveyScripts(files),
};

export async function surveyScripts(files: ProjectFiles): Promise<ScriptSurvey> {
  let namesSentry = false;
  let size = 0;
  for (const path of files.list()) {
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    const bytes = await files.bytes(path);
    size += bytes.length;
    namesSentry ||= asciiOf(bytes).includes(sentry);
  }
  return { size, namesSentry };
}

/** A text as far as it is ASCII: to decode all of it takes longer than to look through it. */
function asciiOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // UTF-16, which TypeScript reads as well.
  return /^(?:\xff\xfe|\xfe\xff)/.test(text) ? text.replaceAll('\0', '') : text;
}
