import { expect, it } from 'vitest';
import { memoryFiles } from '../../../../../kernel/project-files.ts';
import { withoutHarmless } from '../../../../../plugins/n8n-node/checks/compatibility/harmless-faults.ts';

const file = 'nodes/Acme/Acme.node.ts';

/** The errors that are left of those at each place of `redaction`, which has no type. */
async function left(source: string, message = "TS2339: Property 'redaction' does not exist on type 'Context'.") {
  const faults = source
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/\bredaction\b/g)].map((at) => ({ message, file, line: index + 1, column: at.index + 1 })),
    );
  return (await withoutHarmless(faults, memoryFiles({ [file]: source }))).length;
}

it.each([
  'use(context?.redaction);',
  'use(context?.settings\n  .redaction);',
  'use(this.getContext()?.redaction);',
  'use(context.redaction?.level);',
  'context.redaction?.();',
  "use(context.redaction ?? 'none');",
  "use(context.redaction ? 'some' : 'none');",
  'if (context.redaction !== undefined) return;',
  'if (context.redaction) return;',
  'return !this.context.redaction;',
  "if (typeof context.redaction === 'string') return;",
  "if (typeof context.redaction === 'function') {\n  context.redaction();\n}",
  'if (context.redaction) context.redaction();',
  'if (this.helpers?.redaction) return this.helpers!.redaction();',
  'if (!context.redaction) return;\nuse(context.redaction.level);',
  'const level = context.redaction && context.redaction.level;',
  'return context.redaction ? context.redaction() : undefined;',
])('harmless without the property: %s', async (source) => {
  expect(await left(source)).toBe(0);
});

it.each([
  'context.redaction();',
  'context?.redaction();',
  'use(context?.redaction.level);',
  'use(context?.redaction!.level);',
  'use(context.redaction);',
  'context.redaction = true;',
  'if (use(context.redaction)) return;',
  'const { redaction } = context;',
])('harmful: %s', async (source) => {
  expect(await left(source)).toBe(1);
});

it('is harmful everywhere where it is at one place of the file', async () => {
  expect(await left('use(context?.redaction); use(context.redaction.level);')).toBe(2);
});

it.each([
  ['it tests that of another object', 'if (other.redaction) context.redaction();', 2],
  ['it only names it', "use('redaction'); context.redaction();", 2],
  ['it only uses it', 'if (context.redaction()) context.redaction();', 2],
  ['it tests it afterwards', 'context.redaction(); if (context.redaction) return;', 2],
  ['it tests it far away', `if (context.redaction) return;${' '.repeat(2000)}context.redaction();`, 2],
])('is harmful where the code does not test it before: %s', async (_, source, count) => {
  expect(await left(source)).toBe(count);
});

it('is harmless after a test with `in`', async () => {
  const source = "if ('redaction' in context) context.redaction();";
  const fault = {
    message: "TS2339: Property 'redaction' does not exist on type 'Context'.",
    file,
    line: 1,
    column: 37,
  };
  expect(await withoutHarmless([fault], memoryFiles({ [file]: source }))).toEqual([]);
});

it('says nothing of other errors', async () => {
  expect(await left('use(context?.redaction);', "TS2305: Module has no exported member 'redaction'.")).toBe(1);
});

it.each([
  ["TS2353: Object literal may only specify known properties, and 'redaction' does not exist in type 'Node'.", 0],
  ["TS2322: Type 'redaction' is not assignable to type 'Node'.", 1],
])('a property that is given in vain is harmless: %s', async (message, count) => {
  expect(await left('const node = { redaction: true };', message)).toBe(count);
});
