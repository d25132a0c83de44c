import type { Service } from '../../../kernel/check.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { sentry } from './sentry-types.ts';

/** Facts about all scripts of a project that affect how it is compiled. */
interface ScriptSurvey {
  /** Bytes of all scripts. */
  size: number;
  /** Whether a script mentions @sentry/node, and needs the types of the package. */
  namesSentry: boolean;
}

export const scriptSurvey: Service<ScriptSurvey> = {
  name: 'script survey',
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

/** Decodes ASCII only: full decoding takes longer than the search. */
function asciiOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // UTF-16, which TypeScript supports too.
  return /^(?:\xff\xfe|\xfe\xff)/.test(text) ? text.replaceAll('\0', '') : text;
}
