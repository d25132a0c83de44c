import type { Service, ServiceContext } from '../../../../kernel/check.ts';
import { reachedFrom } from '../../follow/reached-files.ts';
import { describedPackage } from '../../model/descriptions/described-package.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import type { OwnFault } from '../../superseded.ts';
import { credentialFindings } from '../credentials/credential-violations.ts';
import { nodeFindings } from '../nodes/node-violations.ts';
import { reachedAsks } from '../nodes/reached-asks.ts';
import { shownSecret } from '../security/rules/shown-secret.ts';

/** What the checks of descriptions and sources report, which is not reported again when it shows in a run. */
export const staticFaults: Service<readonly OwnFault[]> = {
  name: 'findings of other checks',
  async create(context) {
    const { service } = context;
    const { unknown } = await service(reachedAsks);
    return [
      ...(await service(nodeFindings)).faults,
      ...(await service(credentialFindings)).faults,
      ...unknown.map(({ code, severity = 'error', evidence = '' }) => ({ code, severity, concerns: [evidence] })),
      ...(await secretsShown(context)),
    ];
  },
};

/** A secret that a node shows, as a concern. @param field empty where it is not known @param target `the output`, as in messages of the rule */
export const secretShown = (field: string, target: string, file: string) => `${field} in ${target} of ${file}`;

/** Secrets that sources write to a log, an error or an output, for each node whose code does. */
async function secretsShown(context: ServiceContext): Promise<OwnFault[]> {
  const found = (await context.service(sourceFacts)).violations.filter(({ code }) => code === shownSecret.code);
  if (found.length === 0) return [];
  const { nodes, credentials } = await context.service(describedPackage);
  const fields = credentials.flatMap((one) => one.fields.parameters.map(({ name }) => name));
  const reached = await Promise.all(nodes.map(async ({ file }) => ({ file, all: await reachedFrom(file, context) })));
  return found.map(({ code, message, file, evidence, severity = shownSecret.severity }) => {
    const target = message.replace(/^.* is written to /, '');
    // Else it is the whole credential, which may be one of n8n.
    const secrets = fields.includes(evidence) ? [evidence] : [...fields, ''];
    const owners = reached.filter(({ all }) => all?.has(file));
    return {
      code,
      severity,
      concerns: owners.flatMap((of) => secrets.map((one) => secretShown(one, target, of.file))),
    };
  });
}
