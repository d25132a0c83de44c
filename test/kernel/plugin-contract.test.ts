import { expect, it } from 'vitest';
import { pluginFaults } from '../../kernel/plugin-contract.ts';
import { sampleCheck, samplePlugin, sampleRule } from './sample-plugin.ts';

const faultsOfCheck = (more: object) => pluginFaults(samplePlugin('a', [sampleCheck('c', more)]));
const faultsOfRule = (more: object) => faultsOfCheck({ rules: [sampleRule('r', more)] });

it('has nothing against a good plugin', () => {
  const checks = [
    sampleCheck('first', { docs: 'https://docs.example/first' }),
    sampleCheck('second', { needs: ['first'], modes: ['project'] }),
  ];
  expect(pluginFaults(samplePlugin('a', checks, { include: ['src/', 'LICENSE*', 'a..b/'] }))).toEqual([]);
});

it('names what the kernel refuses', () => {
  expect(pluginFaults(samplePlugin('a', [sampleCheck('c'), sampleCheck('c')]))).toEqual([
    'Plugin a: check "c" of "a-type" is already defined by plugin a',
  ]);
});

it('looks at the checks that a plugin adds to the type of another', () => {
  const owner = samplePlugin('owner', [sampleCheck('first')]);
  const checks = { 'owner-type': [sampleCheck('added', { needs: ['first'], title: 'Added ' })] };
  expect(pluginFaults({ name: 'guest', checks }, [owner])).toEqual([
    'owner-type/added: title has leading or trailing whitespace',
  ]);
});

it.each([
  [{ include: ['../elsewhere'] }, 'a-type: include "../elsewhere" is outside the project'],
  [{ include: ['/etc'] }, 'a-type: include "/etc" is outside the project'],
  [{ include: ['src/..'] }, 'a-type: include "src/.." is outside the project'],
])('refuses the include list %j', (more, fault) => {
  expect(pluginFaults(samplePlugin('a', [], more))).toEqual([fault]);
});

it.each([
  [{ docs: 'docs.example' }, 'a-type/c: docs "docs.example" is not an https URL'],
  [{ docs: 'http://docs.example' }, 'a-type/c: docs "http://docs.example" is not an https URL'],
])('refuses the check %j', (more, fault) => {
  expect(faultsOfCheck(more)).toEqual([fault]);
});

it('rejects a need of a later check', () => {
  const checks = [sampleCheck('first', { needs: ['second'] }), sampleCheck('second')];
  expect(pluginFaults(samplePlugin('a', checks))).toEqual([
    'a-type/first: needs "second", which is not declared before it',
  ]);
});

it('rejects a need that does not run in every mode', () => {
  const checks = [sampleCheck('first', { modes: ['project'] }), sampleCheck('second', { needs: ['first'] })];
  expect(pluginFaults(samplePlugin('a', checks))).toEqual([
    'a-type/second: needs "first", which does not run in all of its modes',
  ]);
});

it.each([
  [{ why: ' ' }, ['a-type/c: r: why is empty', 'a-type/c: r: why has leading or trailing whitespace']],
  [{ fix: 'Do it. ' }, ['a-type/c: r: fix has leading or trailing whitespace']],
  [{ bad: 'a\n\n', good: 'b\n' }, ['a-type/c: r: bad has leading or trailing whitespace']],
  [{ good: 'a \nb' }, ['a-type/c: r: good has leading or trailing whitespace']],
  [{ title: 'a\u202eb' }, ['a-type/c: r: title has invisible characters']],
  [{ title: 'a\nb' }, ['a-type/c: r: title has more than one line']],
  [{ bad: 'same', good: 'same' }, ['a-type/c: r: bad and good are identical']],
  [{ docs: 'https://a b' }, ['a-type/c: r: docs "https://a b" is not an https URL']],
])('refuses the rule %j', (more, faults) => {
  expect(faultsOfRule(more)).toEqual(faults);
});
