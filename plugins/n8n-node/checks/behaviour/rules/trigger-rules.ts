import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { docs } from '../../../docs-links.ts';
import { overOperations } from '../behaviour-rule.ts';

export const triggerNotStopped = overOperations({
  code: 'behaviour-trigger-not-stopped',
  title: 'Trigger goes on after it is stopped',
  severity: 'error',
  why: 'n8n calls `closeFunction` when the workflow is deactivated or changed. A trigger that goes on starts executions that nobody wants, and once more with every activation, until n8n is restarted.',
  fix: 'In `closeFunction`, clear the timers, close the connections, and end the loops that `trigger` has started.',
  bad: 'const timer = setInterval(ask, 60_000);\nreturn { closeFunction: async () => {} };',
  good: 'const timer = setInterval(ask, 60_000);\nreturn { closeFunction: async () => clearInterval(timer) };',
  docs: docs.nodeMethods,
  kinds: ['trigger'],
  fault({ run }) {
    const plain = run('plain');
    return plain?.goesOn && hasEnded(plain) ? 'it goes on sending requests after n8n has stopped it' : undefined;
  },
});
