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
  expect(isAcceptedBy(version, diagnostic)).toBe(isAccepted);
});
