import type { Service } from '../../../kernel/check.ts';
import { loadedPackage } from './loaded-package.ts';
import { whyUnchecked } from './not-loaded.ts';
import { positionInStack, type SourcePosition } from './source-position.ts';
import { sourceTree } from './source-tree.ts';

/** A line of a source at which n8n fails to load a file. */
interface FailingLine extends SourcePosition {
  /** The module that is missing; undefined where the process ends. */
  module: string | undefined;
}

/** The lines that the check `load` reports because a module is missing, or because they end the process. */
export const failingLines: Service<readonly FailingLine[]> = {
  name: 'lines that fail to load',
  async create(context) {
    const loaded = await context.service(loadedPackage);
    const failing = loaded.files.filter(
      ({ problem }) => problem?.kind === 'module-missing' || problem?.kind === 'exited',
    );
    if (failing.length === 0) return [];
    const tree = await sourceTree(context, loaded);
    const lines: FailingLine[] = [];
    for (const file of failing) {
      const { cause, module } = file.problem ?? {};
      const position = cause && positionInStack(cause.stack, tree);
      if (position && (await whyUnchecked(file, loaded, context)) === undefined) lines.push({ ...position, module });
    }
    return lines;
  },
};
