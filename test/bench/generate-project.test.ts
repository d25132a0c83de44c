import { dir } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import { verifyFolder } from '../plugins/n8n-node/verify-folder.ts';
import { generateProject, type ProjectShape, shapes, writeProject } from './generate-project.ts';

const small: ProjectShape = { nodes: 3, layout: 'split', fields: [4, 8] };

const ofTexts = [
  'n8n-nodes-base/node-param-display-name-miscased',
  'n8n-nodes-base/node-param-description-excess-final-period',
  'n8n-nodes-base/node-param-description-boolean-without-whether',
];

describe('generateProject', () => {
  it('creates the same bytes for the same shape and seed, and others for another seed', () => {
    const text = (shape: ProjectShape) => JSON.stringify([...generateProject(shape)]);
    expect(text(small)).toBe(text(small));
    expect(text({ ...small, seed: 2 })).not.toBe(text(small));
  });

  it('creates the requested number of node files, with unique names', () => {
    for (const shape of Object.values(shapes)) {
      const nodes = [...generateProject(shape).keys()].filter((path) => path.endsWith('.node.ts'));
      expect(new Set(nodes).size).toBe(shape.nodes);
    }
  });

  it('creates a project that compiles, loads, and has findings only for its texts', async () => {
    await using folder = await temporaryProject(small);
    const { checks } = await verifyFolder(folder.path);
    const skipped = checks.filter(({ message }) => message?.startsWith('skipped'));
    expect(skipped.map(({ name }) => name)).toEqual(['provenance']);
    expect(checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['nodes']);
    const codes = checks.flatMap(({ findings }) => findings.map(({ code }) => code));
    expect(codes).not.toEqual([]);
    expect(codes.filter((code) => !ofTexts.includes(code))).toEqual([]);
  });
});

async function temporaryProject(shape: ProjectShape): Promise<{ path: string } & AsyncDisposable> {
  const { path, cleanup } = await dir({ unsafeCleanup: true });
  await writeProject(path, shape);
  return { path, [Symbol.asyncDispose]: cleanup };
}
