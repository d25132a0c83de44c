import { docs } from '../../../docs-links.ts';
import { overOperations } from '../behaviour-rule.ts';

export const credentialKept = overOperations({
  code: 'behaviour-credential-kept',
  title: 'Token of one credential is reused for another',
  severity: 'error',
  why: 'All executions of an n8n instance share one process. A token in a variable of the module is sent for every user and every credential: users can read and change the data of each other.',
  fix: 'Keep the token for one execution only, or cache it per credential.',
  bad: "let token;\nconst tokenOf = async (context) => (token ??= await login(await context.getCredentials('acmeApi')));",
  good: "const tokens = new WeakMap();   // one for each execution\nconst tokenOf = async (context) => {\n  if (!tokens.has(context)) tokens.set(context, await login(await context.getCredentials('acmeApi')));\n  return tokens.get(context);\n};",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault: ({ trace: { isOfOther } }) =>
    isOfOther ? 'with another credential, it sends the token that the first one got' : undefined,
});
