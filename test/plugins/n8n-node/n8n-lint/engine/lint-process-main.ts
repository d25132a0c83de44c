import { useLintPackages } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-packages.ts';
import type { LintOrder } from './lint-process.ts';

/** The other side of lint-process.ts. */
delete process.env['NODE_ENV'];
useLintPackages(process.argv[2] ?? '');
const { selectParser } = await import('../../../../../plugins/n8n-node/n8n-lint/engine/select-parser.ts');
const syntax = await selectParser(false);
const { createFileLinter } = await import('../../../../../plugins/n8n-node/n8n-lint/engine/file-linter.ts');

process.on('message', ({ folder, files }: LintOrder) => {
  process.send?.(files.flatMap(createFileLinter(folder, syntax)));
});
