import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SandboxProgram } from '../../../kernel/sandbox.ts';
import { mayHoldSecrets, secretLineOf } from '../project/packing/secret-files.ts';
import { reasonWithoutPlace } from '../sandbox/without-place.ts';
import { contentKind, headLength } from './content-kind.ts';
import type { ShippedOrder } from './shipped-files.ts';
import type { ShippedFile } from './shipped-output.ts';

/** Bytes of a file to read. */
const maxFileBytes = 8 * 1024 * 1024;

/** Lists the files of a project that npm packs, and inspects them. */
const program: SandboxProgram<ShippedOrder, ShippedFile[]> = async (place, { paths, manifest }) => {
  const { project } = place;
  try {
    const shipped = paths ?? (await packed(project, manifest));
    return shipped.map((path) => look(project, path));
  } catch (error) {
    throw new Error(reasonWithoutPlace(error, place));
  }
};
export default program;

async function packed(project: string, manifest: ShippedOrder['manifest']): Promise<string[]> {
  const { default: packlist } = await import('npm-packlist');
  const fields = {
    ...manifest,
    ...(Array.isArray(manifest['files']) && { files: manifest['files'].filter(isInside) }),
  };
  return packlist({ path: project, package: fields, isProjectRoot: true, edgesOut: new Map() });
}

/** A pattern that leads out of the project packs nothing, or something that depends on the location of the project. */
function isInside(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/^(\/|\.\.(\/|$))/.test(posix.normalize(pattern.replace(/^!*(\.?\/)?/, '')));
}

function look(project: string, path: string): ShippedFile {
  const file = join(project, path);
  const { size } = statSync(file);
  const kind = contentKind(headOf(file));
  const readable = size <= maxFileBytes;
  const localPath = readable && path.endsWith('.map') ? localPathIn(readFileSync(file, 'utf8')) : undefined;
  const secretLine = readable && mayHoldSecrets(path) ? secretLineOf(path, readFileSync(file, 'utf8')) : undefined;
  return {
    path,
    size,
    ...(kind !== undefined && { kind }),
    ...(localPath !== undefined && { localPath }),
    ...(secretLine !== undefined && { secretLine }),
  };
}

function headOf(file: string): Uint8Array {
  const head = new Uint8Array(headLength);
  const descriptor = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(descriptor, head, 0, headLength, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The path of a source in a source map, on the machine that built it. */
function localPathIn(text: string): string | undefined {
  try {
    const { sourceRoot, sources }: { sourceRoot?: unknown; sources?: unknown } = JSON.parse(text);
    const named: unknown[] = [sourceRoot, ...(Array.isArray(sources) ? sources : [])];
    return named
      .filter((source) => typeof source === 'string')
      .find((source) => /^(file:\/\/\/?)?(\/(home|Users|root|var|tmp|private|mnt)\/|[A-Za-z]:[\\/])/.test(source))
      ?.slice(0, 200);
  } catch {
    return undefined; // No map, then, whatever its name.
  }
}
