import type { ICredentialDataDecryptedObject, IHttpRequestOptions, INode, Workflow } from 'n8n-workflow';
import { isExpression } from '../../model/parameters/plain.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import { watchedFields } from './watched-fields.ts';

export interface LackedField {
  credential: string;
  field: string;
  reader: Error;
}

/** Addresses of an n8n that nobody goes to. */
const own = 'https://n8n.example';

let executions = 0;

/** Fields of credentials with expressions, by all values of the credential: nodes ask for the same ones again and again. */
const resolvedCredentials = new Map<string, object>();
const maxResolved = 100;

/** n8n hands these to its contexts. */
export function additionalData(
  credentials: SimulatedCredentials,
  at: { workflow: Workflow; node: INode },
  { lacks, responds }: { lacks(lacked: Omit<LackedField, 'reader'>): void; responds(): void },
) {
  const values = (name: string) => credentials.valuesOf(name);
  // Defaults of hidden fields may be expressions over the other fields: `$self`.
  const resolved = (given: ICredentialDataDecryptedObject) => {
    const open = Object.entries(given).filter(([, value]) => isExpression(value));
    if (open.length === 0) return { ...given };
    const key = JSON.stringify(given);
    const known = resolvedCredentials.get(key);
    if (known) return { ...given, ...known };
    const fields = resolvedFields(open, given);
    if (resolvedCredentials.size >= maxResolved) resolvedCredentials.clear();
    // What is no text, code may change.
    if (Object.values(fields).every((one) => typeof one === 'string')) resolvedCredentials.set(key, fields);
    return { ...given, ...fields };
  };
  const resolvedFields = (open: readonly (readonly [string, unknown])[], given: ICredentialDataDecryptedObject) => {
    const { expression } = at.workflow;
    const resultOf = (value: unknown) =>
      expression.getComplexParameterValue(at.node, String(value), 'internal', {}, undefined, undefined, given);
    return Object.fromEntries(open.map(([field, value]) => [field, resultOf(value)]));
  };
  executions += 1;
  return {
    executionId: `${executions}`,
    restApiUrl: `${own}/rest`,
    instanceBaseUrl: `${own}/`,
    formWaitingBaseUrl: `${own}/form-waiting`,
    webhookBaseUrl: `${own}/webhook`,
    webhookWaitingBaseUrl: `${own}/webhook-waiting`,
    webhookTestBaseUrl: `${own}/webhook-test`,
    variables: {},
    secretsHelpers: {},
    userId: '1',
    hooks: {
      // n8n-core 2.41, execution-engine/node-execution-context/execute-context.js, sendResponse
      runHook: async (name: string) => {
        if (name === 'sendResponse') responds();
      },
      addHandler: () => {},
    },
    setExecutionStatus: () => {},
    sendDataToUI: () => {},
    logAiEvent: () => {},
    credentialsHelper: {
      getDecrypted: async (_: unknown, __: unknown, name: string) =>
        watchedFields(resolved(values(name)), (field) => lacks({ credential: name, field })),
      getCredentials: async () => ({}),
      getParentTypes: (name: string) => credentials.parentsOf(name),
      isCredentialUsableByNode: () => true,
      getCredentialsProperties: (name: string) => credentials.type(name)?.properties ?? [],
      updateCredentials: async () => {},
      updateCredentialsOauthTokenData: async () => {},
      authenticate: (given: ICredentialDataDecryptedObject, name: string, request: IHttpRequestOptions) =>
        credentials.authenticate(given, name, request, at),
      preAuthentication: (
        helpers: { helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> } },
        given: ICredentialDataDecryptedObject,
        name: string,
      ) => credentials.prepare(helpers, given, name),
      runPreAuthentication: async () => undefined,
    },
  };
}
