import { readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../kernel/errors.ts';
import { positionAt } from '../kernel/project-files.ts';
import { isInside } from '../runner/source/inside.ts';
import type { PluginReference } from './judge-request.ts';
import { codeOfPlugins } from './plugin-code.ts';

/**
 * Returns why the import of a plugin failed and, if it is known, the file and line, on one line: Node.js adds a "Require stack"
 * of several.
 */
export async function importFailure(error: unknown, reference: PluginReference): Promise<string> {
  const reason = reasonOf(error).split('\n', 1)[0] ?? '';
  const place = thrownAt(error) ?? (error instanceof SyntaxError ? await syntaxErrorOf(reference) : undefined);
  if (!place) return reason;
  const { path, line } = place;
  const shown = isInside(reference.folder, path) ? relative(reference.folder, path) : path;
  return `${reason} (${shown}:${line})`;
}

interface Place {
  path: string;
  line: number;
}

/** The place that the stack of an error starts with, unless it is in our code. */
function thrownAt(error: unknown): Place | undefined {
  const stack: unknown = error instanceof Error ? error.stack : undefined;
  const lines = typeof stack === 'string' ? stack.split('\n') : [];
  // Node.js puts `file:///a/b.js:1` before an error that it finds while it links or compiles.
  const before = placeOf(/^(.+):(\d+)$/.exec(lines[0] ?? ''));
  const frames = lines
    .filter((line) => /^ +at /.test(line))
    .map((line) => line.replace(/^ +at (?:.*\(|async )?|\)$/g, ''));
  const places = [before, ...frames.map((frame) => placeOf(/^(.+):(\d+):\d+$/.exec(frame)))];
  const place = places.find((one) => one !== undefined);
  return place && isInside(fileURLToPath(new URL('.', import.meta.url)), place.path) ? undefined : place;
}

function placeOf(match: RegExpExecArray | null): Place | undefined {
  const [, module = '', line] = match ?? [];
  try {
    const path = module.startsWith('file:') ? fileURLToPath(module) : module;
    return isAbsolute(path) ? { path, line: Number(line) } : undefined;
  } catch {
    // An address of another machine.
    return undefined;
  }
}

/** The first file of a plugin that is not JavaScript: the error of an import has no place. */
async function syntaxErrorOf(reference: PluginReference): Promise<Place | undefined> {
  const { parseSync } = await import('oxc-parser');
  const code = await codeOfPlugins([reference]).catch(() => ({}));
  for (const path of Object.keys(code)) {
    const text = readFileSync(path, 'utf8');
    const [label] = parseSync(path, text).errors.flatMap(({ labels }) => labels);
    if (label) return { path, line: positionAt(text, label.start).line };
  }
  return undefined;
}
