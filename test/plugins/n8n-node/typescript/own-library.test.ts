import { expect, it } from 'vitest';
import { isAcceptedBy } from '../../../../plugins/n8n-node/typescript/own-library.ts';

const relation = {
  code: 2365,
  message: "Operator '>=' cannot be applied to types 'number' and 'string | number | boolean'.",
};

it.each([
  ['4.6.4', relation, true],
  ['5.0.2', relation, false],
  ['4.6.4', { ...relation, message: "Operator '>=' cannot be applied to types 'number' and 'string'." }, false],
  ['4.6.4', { ...relation, message: relation.message.replace('>=', '+') }, false],
  // They have nothing in common.
  ['4.6.4', { ...relation, message: relation.message.replace(' | number', '') }, false],
  ['4.6.4', { ...relation, code: 2367 }, false],
])('TypeScript %s: %j is accepted: %s', (version, diagnostic, isAccepted) => {
  expect(isAcceptedBy(version, diagnostic, () => '')).toBe(isAccepted);
});

// The declaration of the package has what it extends; which of them is reported differs between the versions.
it.each([
  ['6.0.3', 'Response {\n  ok: boolean;\n}', true],
  ['6.0.3', 'Response extends Base {', false],
  ['6.0.3', 'Response<T>\n  extends Base<T> {', false],
  ['7.0.2', 'Response {', false],
])('TypeScript %s: the interface `%s` that contradicts a package is accepted: %s', (version, text, isAccepted) => {
  const diagnostic = {
    code: 2430,
    message: "Interface 'Response' incorrectly extends",
    file: 'a.ts',
    line: 1,
    column: 11,
  };
  expect(isAcceptedBy(version, diagnostic, () => text)).toBe(isAccepted);
});
