import type { Service } from '../../../kernel/check.ts';
import { guard } from '../../../kernel/guard.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { warmUpProject } from '../sandbox/warm-up-project.ts';
import { type ShippedFile, ShippedFiles } from './shipped-output.ts';

const shippedOutput = guard(ShippedFiles);

/** The input of the program. */
export interface ShippedOrder {
  /** The paths if they are known; otherwise npm's packing rules apply. */
  paths?: readonly string[];
  /** The fields of the manifest that affect packing. */
  manifest: Readonly<Record<string, unknown>>;
}

/** The files that users get, or why they are unknown. */
type Shipped = { files: readonly ShippedFile[] } | { unknown: string };

/** For a package, its files. For a project, what `npm publish` would pack now, without a build. */
export const shippedFiles: Service<Shipped> = {
  name: 'packed files',
  async create({ mode, files, manifest, sandbox, signal }) {
    // Without `files`, npm packs everything that ignore files do not exclude, and these are not verified.
    if (mode === 'project' && !Array.isArray(manifest?.['files']))
      return { unknown: 'package.json has no "files", so the packed files are unknown' };
    const order: ShippedOrder = {
      manifest: packingFields(manifest ?? {}),
      ...(mode === 'package' && { paths: files.list() }),
    };
    const outcome = await sandbox.run({
      program: siblingModule(import.meta.url, 'shipped-files-program'),
      input: order,
      warmUp,
      profile: 'tool',
      timeout: 15,
      signal,
    });
    if (outcome.kind === 'done') {
      if (!shippedOutput.is(outcome.result)) throw new Error('the list of packed files is invalid');
      // The sandbox also contains files from above the project.
      return { files: outcome.result.filter(({ path }) => files.exists(path)) };
    }
    const reason =
      outcome.kind === 'threw'
        ? outcome.message
        : outcome.kind === 'timeout'
          ? `it took over ${outcome.seconds} s`
          : outcome.reason;
    // npm could not process such patterns either.
    throw new Error(`packed files could not be listed: ${reason}`);
  },
};

function warmUp() {
  const input: ShippedOrder = { manifest: packingFields({ files: ['nodes', '!**/*.map'], main: 'index.js' }) };
  return { input, overlay: warmUpProject() };
}

/** The fields as npm normalizes them: https://docs.npmjs.com/cli/v11/configuring-npm/package-json */
function packingFields({ files, main, browser, bin, name }: Readonly<Record<string, unknown>>) {
  const bins = typeof bin === 'string' ? { [String(name)]: bin } : (recordOf(bin) ?? {});
  return {
    ...(Array.isArray(files) && { files: files.filter((entry) => typeof entry === 'string') }),
    ...(typeof main === 'string' && { main }),
    ...(typeof browser === 'string' && { browser }),
    bin: Object.fromEntries(Object.entries(bins).filter(([, path]) => typeof path === 'string')),
  };
}
