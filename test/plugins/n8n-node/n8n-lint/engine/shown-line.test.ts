import { describe, expect, it } from 'vitest';
import { shownLine } from '../../../../../plugins/n8n-node/n8n-lint/engine/shown-line.ts';

const code = '@n8n/community-nodes/no-hardcoded-secrets';

describe('the line of a finding', () => {
  it.each([
    ["const apiKey = 'sk4f9a8b7c';", "const apiKey = 'sk4f******';"],
    ['const a = "x", apiKey = `sk4f9a8b7c`;', 'const a = "x", apiKey = `sk4f******`;'],
    [`const apiKey = "sk'4f9a8b";`, `const apiKey = "sk'4*****";`],
    ["const apiKey = 'sk4f9a8b7c and cut he", "const apiKey = 'sk4f*****************"],
  ])('is shown without what may be a secret: %s', (line, shown) => {
    expect(shownLine(code, line)).toBe(shown);
  });

  it('is shown whole where no secret is reported', () => {
    expect(shownLine('no-console', "console.log('sk4f9a8b7c');")).toBe("console.log('sk4f9a8b7c');");
  });
});
