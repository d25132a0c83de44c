import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';

export const jsonRefused = overOperations({
  code: 'behaviour-json-refused',
  title: 'Parameter of type "json" accepts only expressions',
  severity: 'error',
  why: 'n8n gives the node the JSON that users enter as a text. Code that demands an object rejects all that they can enter, and often the default too; only an expression that returns an object works.',
  fix: "Read the parameter with `{ ensureType: 'json' }`, or parse it if it is a text.",
  bad: "const fields = this.getNodeParameter('fields', i);\nif (typeof fields !== 'object') throw new NodeOperationError(this.getNode(), 'Fields must be an object');",
  good: "const fields = this.getNodeParameter('fields', i, '', { ensureType: 'json' });",
  docs: docs.nodeMethods,
  fault({ trace: { refusedJson } }) {
    if (!refusedJson) return undefined;
    const [said = ''] = refusedJson.message.split('\n');
    return {
      what: `JSON that users enter in ${shown(refusedJson.name)} is rejected with "${said.slice(0, 100)}"; an object from an expression is not`,
      parameter: refusedJson.name,
    };
  },
});
