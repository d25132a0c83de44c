import { expect, onTestFinished, test } from 'vitest';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { openPackages } from '../../../../../runner/packages/open-packages.ts';
import { openProject } from '../../project-on-disk.ts';
import { nodeSource, packageOf } from './node-source.ts';

test("models of n8n's own package for them are asked something", async () => {
  const source = nodeSource('Acme', 'programmatic', {
    about: "inputs: [], outputs: ['ai_languageModel'],",
    module: "const { supplyModel } = require('@n8n/ai-node-sdk');",
    members: `async supplyData(itemIndex) {
      const { apiKey } = await this.getCredentials('acmeApi');
      const model = this.getNodeParameter('model', itemIndex);
      return supplyModel(this, { type: 'openai', baseUrl: 'https://api.acme.example/v1', apiKey, model });
    }`,
    properties: [{ displayName: 'Model', name: 'model', type: 'string', default: 'small' }],
  });
  const files = packageOf({ Acme: source });
  const peerDependencies = { 'n8n-workflow': '*', '@n8n/ai-node-sdk': '*' };
  const manifest = JSON.stringify({ ...JSON.parse(files['package.json'] ?? ''), peerDependencies });
  await using project = await openProject({ ...files, 'package.json': manifest }, { mode: 'package' });
  const { files: all, manifest: own, signal, log } = project.context;
  const run = { files: all, manifest: own, signal, log, onVolatile: () => {} };
  const packages = await openPackages({ offline: false, environment: {} }, run);
  onTestFinished(() => packages.close());
  await project.run({ ...behaviourCheck, run: () => behaviourCheck.run({ ...project.context, packages }) });
  expect(project.operations).toMatchObject([
    {
      kind: 'supplyData',
      outcome: 'exercised',
      requests: [{ method: 'POST', url: 'https://api.acme.example/v1/chat/completions', credential: 'acmeApi' }],
    },
  ]);
});
