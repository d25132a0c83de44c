import { type INode, type INodeExecutionData, type INodeType, Workflow } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { readTexts, textOfFields } from '../../../../../plugins/n8n-node/behaviour/simulated/read-texts.ts';

const node: INode = { id: '1', name: 'Acme', type: 'acme', typeVersion: 1, position: [0, 0], parameters: {} };
const type = { description: { properties: [] } } as unknown as INodeType;

function workflow(): Workflow {
  const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
  return new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
}

const items: INodeExecutionData[] = [{ json: { p0: 'mark0', p1: '12' } }, { json: { p0: 'mark1', p2: { id: 3 } } }];

const valueIn = (one: Workflow, text: string, item: number) =>
  one.expression.getParameterValue(text, null, 0, item, node.name, items, 'manual', {});

describe('texts of items', () => {
  it.each([
    ['={{ $json.p0 }}', 1, 'mark1'],
    ['={{ Number($json.p1) }}', 0, 12],
    ['={{ $json.p9 }}', 0, undefined],
    ['={{ $json.p2 }}', 1, { id: 3 }],
    ['={{ $json.p0.toUpperCase() }}', 0, 'MARK0'],
    ['={{ $json.p0 }} and more', 0, 'mark0 and more'],
    ['{{ $json.p0 }}', 0, '{{ $json.p0 }}'],
  ])('have the value that n8n gives them: %s of item %i', (text, item, expected) => {
    const [ours, theirs] = [workflow(), workflow()];
    readTexts(ours);
    expect(valueIn(ours, text, item)).toEqual(expected);
    expect(valueIn(theirs, text, item)).toEqual(expected);
  });

  it('need no evaluation', () => {
    const one = workflow();
    const evaluated = vi.spyOn(one.expression, 'resolveSimpleParameterValue');
    readTexts(one);
    valueIn(one, '={{ $json.p0 }}', 0);
    expect(evaluated).not.toHaveBeenCalled();
    valueIn(one, '={{ $json.p0 }}!', 0);
    expect(evaluated).toHaveBeenCalled();
  });
});

describe('texts with fields of a credential', () => {
  const fields = { apiKey: 'sk$&1', user: 'ann', port: 8080, empty: '' };

  it.each([
    '={{$credentials.apiKey}}',
    '=Bearer {{ $credentials.apiKey }}',
    '={{$credentials?.user}}:{{$credentials.apiKey}}',
    '=https://{{$credentials.user}}.acme.example/v1?key={{ $credentials.empty }}',
  ])('have the value that n8n gives them: %s', (text) => {
    const theirs = workflow().expression.getSimpleParameterValue(node, text, 'internal', { $credentials: fields });
    expect(textOfFields(text, fields)).toBe(theirs);
  });

  it.each([
    ['that is no text', '={{$credentials.port}}'],
    ['that is not there', '={{$credentials.token}}'],
    ['that is changed', '={{$credentials.user.trim()}}'],
    ['beside something else', '={{$credentials.user}}{{ $now }}'],
    ['beside an escape', '=\\{{$credentials.user}}'],
  ])('are left to n8n with one %s', (_, text) => {
    expect(textOfFields(text, fields)).toBeUndefined();
  });
});
