import type { Service } from '../../../kernel/check.ts';
import { normalize } from '../project/project-path.ts';
import { builtFiles } from './built-files.ts';
import { compileInput } from './compile-input.ts';
import type { CompileOutput, Diagnostic } from './compile-output.ts';
import { copiedFiles } from './copied-files.ts';
import { laidTypes } from './laid-types.ts';
import { type ProjectLayout, projectLayout } from './project-layout.ts';
import { runTypeScript } from './run-typescript.ts';
import { typeCheck } from './type-check.ts';

/** A project's sources after TypeScript: what the checks `types` and `load` both start from. */
export interface CompiledProject extends ProjectLayout {
  /** Undefined when none of the declared files has a TypeScript source, or tsconfig can't be read. */
  compiled: Compiled | undefined;
  /** What the build puts beside the compiled files, by path in the project; empty when nothing is built. */
  copied: Readonly<Record<string, string>>;
}

export interface Compiled {
  diagnostics: readonly Diagnostic[];
  /** Compiled text by path in the project, in the folder where the build would write it. */
  files: Readonly<Record<string, string>>;
  /** Why there are no files. */
  unhanded?: string;
  /** Why the types could not be checked; what was compiled may be there all the same. */
  uncheckedBecause?: string;
}

/** Seconds. */
const checkLimit = 40;
const emitLimit = 15;

export const compiledProject: Service<CompiledProject> = {
  name: 'TypeScript over what package.json declares',
  async create(context) {
    const { files, manifest = {} } = context;
    const project = await context.service(projectLayout);
    const { layout } = project;
    const hasSources = layout.declared.some(({ source }) => source !== undefined);
    const copied = hasSources ? await copiedFiles(project, await context.service(builtFiles), files) : {};
    const known = compileInput(project, { files, manifest });
    if (!known) return { ...project, compiled: undefined, copied };
    const input = { ...known, laid: await context.service(laidTypes) };
    const checked = await typeCheck(context, input, checkLimit);
    if (checked.failure === undefined) return { ...project, copied, compiled: place(checked, layout.outDir) };
    // Types that never end must not keep the nodes from being loaded.
    const emitted = await runTypeScript(context, { ...input, check: false }, emitLimit);
    if (emitted.failure !== undefined) {
      // What can't compile nothing either, fails through no fault of the project.
      const control = await runTypeScript(context, { ...input, roots: [], check: false }, emitLimit);
      if (control.failure !== undefined) throw new Error(`TypeScript failed to run: ${control.failure}`);
    }
    const compiled = { ...place(emitted, layout.outDir), diagnostics: [], uncheckedBecause: checked.failure };
    return { ...project, copied, compiled };
  },
};

/**
 * Source maps, as JSON with sources relative to the project, by path of the compiled file. Compiled once more for them:
 * they are asked for only where something goes wrong.
 */
export const sourceMaps: Service<Readonly<Record<string, string>>> = {
  name: 'source maps of what TypeScript compiles',
  async create(context) {
    const project = await context.service(compiledProject);
    const known = project.compiled && compileInput(project, context);
    if (!known) return {};
    const input = { ...known, laid: await context.service(laidTypes) };
    const { files } = await runTypeScript(context, { ...input, check: false, emit: 'source maps' }, emitLimit);
    return placed(files, project.layout.outDir);
  },
};

function place({ diagnostics, files, unhanded }: CompileOutput, outDir: string): Compiled {
  return { diagnostics, files: placed(files, outDir), ...(unhanded !== undefined && { unhanded }) };
}

function placed(files: CompileOutput['files'], outDir: string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [normalize(`${outDir}/${path}`), text]));
}
