import type { Service } from '../../../kernel/check.ts';
import { guard } from '../../../kernel/guard.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { warmUpProject } from '../sandbox/warm-up-project.ts';
import { type ShippedFile, ShippedFiles } from './shipped-output.ts';

const shippedOutput = guard(ShippedFiles);

/** What the program that looks at them is given. */
export interface ShippedOrder {
  /** The paths, where they are known; else npm's packing rules find them. */
  paths?: readonly string[];
  /** The manifest's fields that decide about packing. */
  manifest: Readonly<Record<string, unknown>>;
}

/** The files that users get, or why that is not known. */
export type Shipped = { files: readonly ShippedFile[] } | { unknown: string };

/**
 * Of a package its own files. Of a project what `npm publish` would pack of the files that are there, by npm's own rules:
 * what the build will make is not among them.
 */
export const shippedFiles: Service<Shipped> = {
  name: 'what is shipped',
  async create({ mode, files, manifest, sandbox, signal }) {
    // Then everything ships that no ignore file names, and those are not among the files that are verified.
    if (mode === 'project' && !Array.isArray(manifest?.['files']))
      return { unknown: 'package.json has no list of "files", and what npm would pack without one is not known here' };
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
      if (!shippedOutput.is(outcome.result)) throw new Error('what is shipped was not understood');
      // In the sandbox lies more than the project itself: what came along from above it.
      return { files: outcome.result.filter(({ path }) => files.exists(path)) };
    }
    const reason =
      outcome.kind === 'threw'
        ? outcome.message
        : outcome.kind === 'timeout'
          ? `it took over ${outcome.seconds} s`
          : outcome.reason;
    // Patterns that npm could not work through either: nobody could say what is in the package.
    throw new Error(`what is shipped could not be worked out: ${reason}`);
  },
};

function warmUp() {
  const input: ShippedOrder = { manifest: packingFields({ files: ['nodes', '!**/*.map'], main: 'index.js' }) };
  return { input, overlay: warmUpProject() };
}

/** Cleaned the way npm does before it packs: https://docs.npmjs.com/cli/v11/configuring-npm/package-json */
function packingFields({ files, main, browser, bin, name }: Readonly<Record<string, unknown>>) {
  const bins = typeof bin === 'string' ? { [String(name)]: bin } : (recordOf(bin) ?? {});
  return {
    ...(Array.isArray(files) && { files: files.filter((entry) => typeof entry === 'string') }),
    ...(typeof main === 'string' && { main }),
    ...(typeof browser === 'string' && { browser }),
    bin: Object.fromEntries(Object.entries(bins).filter(([, path]) => typeof path === 'string')),
  };
}
