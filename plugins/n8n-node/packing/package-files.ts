import { createHash } from 'node:crypto';
import type { CheckContext } from '../../../kernel/check.ts';
import type { Shipped } from '../../../kernel/result.ts';
import { scriptReach } from '../follow/script-reach.ts';
import { packingOf } from '../project/packing/packing.ts';
import { join } from '../project/project-path.ts';
import { builtFiles } from '../typescript/built-files.ts';
import { certainPlaces } from '../typescript/compiler-locations.ts';
import { isDeclarationFile } from '../typescript/declaration-file.ts';
import { projectLayout } from '../typescript/project-layout.ts';
import type { ShippedFile } from './shipped-output.ts';

/** Bytes of a file that is compared by its content. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The files of a package, to compare with those of another version: for a project, also what its build will make. Without
 * what compilers write beside scripts.
 * @param shipped those that are there
 */
export async function packageFiles(context: CheckContext, shipped: readonly ShippedFile[]): Promise<Shipped> {
  // One at a time: all of them may be larger than the memory.
  const there: Shipped['files'] = [];
  for (const { path, size } of shipped)
    if (!isByProduct(path)) there.push(await withHash({ path, size }, path, context));
  if (context.mode === 'package') return { files: there };
  const { files, manifest = {}, service } = context;
  const [project, built, reach] = await Promise.all([
    service(projectLayout),
    service(builtFiles),
    service(scriptReach),
  ]);
  const packing = packingOf(manifest);
  const known = new Set(there.map(({ path }) => path));
  const isNew = (path: string) => !known.has(path) && !isByProduct(path) && packing(path).packed === true;
  const copies: Shipped['files'] = [];
  for (const [path, source] of built.copied) {
    if (!isNew(path)) continue;
    const file = built.of(path);
    // tsc writes JSON anew.
    const isSame = file.made === 'yes' && file.by === 'copy';
    const size = isSame ? (await files.bytes(source)).length : 0;
    copies.push(isSame ? await withHash({ path, source, size }, source, context) : { path, source });
  }
  const places = certainPlaces(project, context);
  const sources = new Set(places?.inputs);
  // The compiler follows imports. A set that grows while it is gone through is gone through to its new end.
  for (const path of sources)
    for (const lead of reach?.follow(path) ?? []) if (files.exists(lead.path)) sources.add(lead.path);
  const scripts = [...sources].flatMap((source) => {
    if (!/\.[cm]?tsx?$/.test(source) || isDeclarationFile(source)) return [];
    const path = places?.outputOf(source);
    return path !== undefined && isNew(path) ? [{ path, source }] : [];
  });
  const unknown = whyUnknown();
  // A project is verified without most other folders, which may be shipped too.
  const whole = scripts
    .filter(({ source }) => /^(?:src|nodes|credentials)\//.test(source))
    .map(({ path }) => folderOf(path));
  return {
    files: [...there, ...copies, ...scripts],
    folders: unknown === undefined ? [...new Set(whole)].filter((folder) => folder !== '') : [],
    ...(unknown !== undefined && { unknown }),
  };

  /** The folder of a compiled script right below the output folder; empty if it is in there itself. */
  function folderOf(path: string): string {
    const { outDir } = project.layout;
    const [name = '', ...rest] = path.slice(outDir === '' ? 0 : outDir.length + 1).split('/');
    return rest.length === 0 ? '' : join(outDir, name);
  }

  function whyUnknown(): string | undefined {
    const { unknownStep, unclearCopy, main } = project.build;
    if (unknownStep !== undefined) return `what the build step \`${unknownStep}\` makes`;
    if (unclearCopy !== undefined) return `what \`${unclearCopy}\` copies`;
    if (main === undefined) return 'what is built: package.json has no build script';
    return places?.inputs && reach ? undefined : 'what the build compiles';
  }
}

/** What compilers write beside scripts, depending on their configuration. */
const isByProduct = (path: string) => /\.(?:map|tsbuildinfo|d\.[cm]?ts)$/.test(path);

async function withHash<File extends { size: number }>(file: File, source: string, { files }: CheckContext) {
  if (file.size > maxBytes) return file;
  const hash = createHash('sha256')
    .update(await files.bytes(source))
    .digest()
    .subarray(0, 16);
  return { ...file, hash: hash.toString('base64url') };
}
