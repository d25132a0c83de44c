import { expect, test } from 'vitest';
import { memoryFiles } from '../../../../../kernel/project-files.ts';
import { judgeDiagnostics } from '../../../../../plugins/n8n-node/checks/types/judge-diagnostics.ts';

const file = 'nodes/Acme/Acme.node.ts';

function isReported(name: string, needing: readonly string[]): boolean {
  return isTold({ code: 2304, message: `Cannot find name '${name}'.` }, { needing });
}

function isTold(
  diagnostic: { code: number; message: string },
  {
    needing = [],
    compilerOptions = {},
    ...more
  }: { needing?: readonly string[]; constantOperands?: boolean; compilerOptions?: Record<string, unknown> } = {},
): boolean {
  const missing = needing.map((one) => ({ name: one, kind: 'refused' as const, reason: 'gone', neededBy: [one] }));
  const diagnostics = [{ file, line: 1, column: 1, ...diagnostic }];
  const tsconfig = { path: 'tsconfig.json', compilerOptions, faults: [] };
  const judged = {
    files: memoryFiles({ [file]: '' }),
    manifest: {},
    build: { unknownStep: undefined },
    tsconfig,
    missing,
    ...more,
  };
  return judgeDiagnostics(diagnostics, judged).errors.length > 0;
}

test('an unknown global of Node.js is a fault only if all packages that may refer to its types are there', () => {
  expect(isReported('Buffer', [])).toBe(true);
  expect(isReported('Buffer', ['n8n-workflow'])).toBe(false);
  expect(isReported('NodeJS', ['n8n-workflow'])).toBe(false);
  expect(isReported('Bufer', ['n8n-workflow'])).toBe(true);
});

test('an operand that is never nullish is a fault only where the project has a compiler that reports it', () => {
  const diagnostic = { code: 2869, message: 'Right operand of ?? is unreachable.' };
  expect(isTold(diagnostic, { constantOperands: true })).toBe(true);
  expect(isTold(diagnostic)).toBe(false);
});

test('a namespace import that cannot be called is a fault only with `esModuleInterop`', () => {
  const diagnostic = { code: 2351, message: 'This expression is not constructable.' };
  expect(isTold(diagnostic, { compilerOptions: { esModuleInterop: true } })).toBe(true);
  expect(isTold(diagnostic)).toBe(false);
});
