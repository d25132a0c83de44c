import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { newRule, withRule } from '../../../plugins/n8n-node/new-rule.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('a new rule', () => {
  it.each(['manifest', 'dependencies', 'structure', 'artifact', 'docs', 'nodes', 'credentials', 'security'])(
    'of %s imports existing modules, and is added to the rules of its check',
    (check) => {
      const { files, list } = newRule(check, `${check}-some-fault`);
      expect(Object.keys(files)).toEqual([
        `plugins/n8n-node/checks/${check}/rules/some-fault.ts`,
        `test/plugins/n8n-node/checks/${check}/rules/some-fault.case.ts`,
      ]);
      for (const [path, text] of Object.entries(files)) {
        const { errors, module } = parseSync(path, text);
        expect(errors).toEqual([]);
        const missing = module.staticImports
          .map(({ moduleRequest }) => posix.join(posix.dirname(path), moduleRequest.value))
          .filter((module) => !existsSync(posix.join(root, module)));
        expect(missing).toEqual([]);
      }
      expect(existsSync(posix.join(root, list))).toBe(true);
    },
  );

  it('is added to the end of the first list, in any form', () => {
    const lists = [
      'export const rules: readonly Rule[] = [a, b];',
      'export const rules: readonly Rule[] = [\n  a,\n  b,\n];',
    ];
    for (const list of lists)
      expect(withRule(list, 'c', 'c.ts')).toMatch(/^import \{ c \} from '.\/c.ts';\n[\s\S]*b, c\];$/);
    expect(withRule('export const rules: readonly Rule[] = [];\nexport const more = [d];', 'c', 'c.ts')).toMatch(
      /= \[ c\];\n/,
    );
  });

  it.each([
    ['types', 'types-some-fault', /No template for the check "types"/],
    ['nodes', 'some-fault', /not a code of nodes/],
    ['nodes', 'nodes-Some', /lower case/],
    ['constructor', 'constructor-a', /No template/],
  ])('of %s with the code %s is refused, with what to do', (check, code, message) => {
    expect(() => newRule(check, code)).toThrow(message);
  });

  it('can be created for every check with rules', () => {
    const decidedElsewhere = ['types', 'load', 'behaviour', 'compatibility', 'provenance', 'english'];
    for (const { name } of builtinKernel().checks('n8n-node'))
      if (!decidedElsewhere.includes(name)) expect(() => newRule(name, `${name}-a`)).not.toThrow();
  });
});
