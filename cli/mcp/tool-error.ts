import { type ErrorCode, isErrorCode } from '../../kernel/errors.ts';
import { describeError } from '../error-output.ts';

/** What takes the place of a flag in the message of an error, and of its hint, in a tool. */
interface Wording {
  flag?: string;
  input?: string;
  hint?: string;
}

/** Errors of the catalogue that name flags, which tools do not have. */
const wordings: Readonly<Partial<Record<ErrorCode, Wording>>> = {
  INVALID_TYPE: { flag: '--type', input: 'type' },
  TYPE_REQUIRED: { flag: '--type', input: 'type', hint: 'Pass type, for example n8n-node.' },
  PATH_NOT_SUPPORTED: {
    flag: '[file]',
    input: 'package',
    hint: 'To verify a project on disk, pass it as folder, without package.',
  },
  UNCOMMITTED_CHANGES: {
    flag: '--fix',
    input: 'fix',
    hint: 'Commit or stash the changes, set force, or see the changes with dryRun.',
  },
  NO_FILES: {
    hint: 'Pass the folder with package.json as folder. `include` in .service/config.json sets which files are included.',
  },
};

/** Returns what a tool answers when it fails. */
export function toolError(error: unknown): { code: string; message: string; hint: string } {
  const { code, message, next } = describeError(error);
  const { flag = '', input = '', hint = next } = (isErrorCode(code) && wordings[code]) || {};
  return { code, message: message.replace(flag, () => input), hint: hint.replace(folderCommand, 'folder $1') };
}

/** A command in the hint of WORKSPACE_ROOT. */
const folderCommand = /`service verify --local --cwd ([^`]+)`/g;
