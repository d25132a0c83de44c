import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type * as N8nWorkflow from 'n8n-workflow';
import type {
  ICredentialDataDecryptedObject,
  IExecuteData,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  INodeType,
  Workflow,
} from 'n8n-workflow';
import { requireFrom } from '../../n8n/kit-folder.ts';
import type { AxiosTransport } from '../simulated/axios-transport.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import { contentOf, fileStore } from '../simulated/stored-files.ts';
import { jsonText } from '../trace/json-text.ts';
import { withLazyModules } from './lazy-modules.ts';
import { type Contexts, type OpenedNode, openNode } from './open-node.ts';

/** What is used of n8n-core. */
interface Core extends Contexts {
  InstanceSettings: object;
  BinaryDataService: { prototype: FileService };
  ExecuteContext: { prototype: object };
  ExecuteSingleContext?: { prototype: object };
  WorkflowExecute: new (
    data: object,
    mode: string,
  ) => {
    runNode(
      workflow: Workflow,
      execution: IExecuteData,
      run: object,
      index: number,
      data: object,
      mode: string,
    ): Promise<{ data?: unknown }>;
  };
}

interface FileService {
  store(location: object, content: unknown, file: object): Promise<object>;
  getManager(mode: string): object;
}

/** Something that the node asked n8n for, and that n8n refused. */
interface Refusal {
  kind: 'parameter' | 'credential';
  name: string;
  error: unknown;
}

interface LostBody {
  json: string;
  fields: string[];
}

/** What a node did with what n8n gave it. */
interface Noticed {
  refused: Refusal[];
  /** Names of resource locators that code turned into a text or a number, which makes nothing of them. */
  converted: Set<string>;
  /** What the node wrote to the log of n8n. */
  log: string;
  /** Bodies of GET requests, which n8n does not send: as JSON, and the names of their fields. */
  bodiesOfGet: LostBody[];
  /** The node asked n8n for the headers of a response. */
  readsHeaders: boolean;
  /** The execution waits for a call of its resume URL, or for a time. */
  waits: boolean;
}

const nothing = (): Noticed => ({
  refused: [],
  converted: new Set(),
  log: '',
  bodiesOfGet: [],
  readsHeaders: false,
  waits: false,
});

/** n8n's own engine. */
export interface Engine {
  workflow: typeof N8nWorkflow;
  run(node: INode, type: INodeType, items: INodeExecutionData[]): Promise<unknown>;
  /** A node of a workflow that was activated, or that is in the editor. */
  open(node: INode, type: INodeType): OpenedNode;
  /** Lets axios send its requests with something else than Node.js. */
  sendWith(transport: AxiosTransport): void;
  /** What was noticed since the last call. */
  noticed(): Noticed;
  /** Names of the parameters that were read since the last call. */
  reads(): ReadonlySet<string>;
}

/** The ID of an n8n, which nothing else is taken for. */
export const instanceId = '5e7c1ce0'.repeat(8);

/** Addresses of an n8n that nobody goes to. */
const own = 'https://n8n.example';

/**
 * Loads n8n-core, which takes most of a second.
 * @param folder of the kit
 */
export function loadEngine(folder: string, credentials: SimulatedCredentials): Engine {
  const require = requireFrom(folder);
  const core: Core = withLazyModules(() => require('n8n-core'));
  const workflow: typeof N8nWorkflow = require('n8n-workflow');
  const coreRequire = createRequire(require.resolve('n8n-core'));
  const { Container } = coreRequire('@n8n/di');
  // The real one writes to the home folder.
  Container.set(core.InstanceSettings, {
    instanceId,
    hmacSignatureSecret: 'secret',
    encryptionKey: 'key',
    instanceType: 'main',
    isLeader: true,
    n8nFolder: '/home/node/.n8n',
  });
  acceptTextAsFile(core.BinaryDataService.prototype);
  keepInputFiles(core.BinaryDataService.prototype);
  let noticed = nothing();
  let read = new Set<string>();
  watchRequests(core.ExecuteContext.prototype, {
    reads: (name) => read.add(name.replace(/[.[].*$/s, '')),
    refuses(refusal) {
      if (noticed.refused.length < 5) noticed.refused.push(refusal);
    },
    converts: (name) => noticed.converted.add(name),
  });
  takeLog(core.ExecuteContext.prototype, (entry) => {
    if (noticed.log.length < maxLog) noticed.log += `${entry.slice(0, maxLog)}\n`;
  });
  for (const context of [core.ExecuteContext, core.ExecuteSingleContext])
    if (context)
      watchHelpers(context.prototype, {
        loses(body) {
          if (noticed.bodiesOfGet.length < 10) noticed.bodiesOfGet.push(body);
        },
        readsHeaders() {
          noticed.readsHeaders = true;
        },
      });
  const placed = (node: INode, type: INodeType) => {
    const one = workflowOf(workflow, node, type);
    return { workflow: one, data: additionalData(credentials, { workflow: one, node }) };
  };

  return {
    workflow,
    sendWith(transport) {
      try {
        const { defaults, interceptors } = coreRequire('axios');
        defaults.transport = transport;
        // To limit what another transport sends, axios pipes forms through a stream that never sees them end.
        interceptors.request.use((config: object) => Object.assign(config, { maxBodyLength: -1 }));
      } catch {
        // A release without axios sends its requests in another way: they are answered too, only slower.
      }
    },
    noticed() {
      const taken = noticed;
      noticed = nothing();
      return taken;
    },
    reads() {
      const taken = read;
      read = new Set();
      return taken;
    },
    open(original, type) {
      const node = workflow.deepCopy(original);
      return openNode(core, { ...placed(node, type), node, type });
    },
    async run(node, type, items) {
      const { workflow: one, data } = placed(node, type);
      const input = { main: [items] };
      const execution: IExecuteData = { node, data: input, source: { main: [{ previousNode: node.name }] } };
      // Releases such as 1.82 have no function that creates it.
      const running: { waitTill?: Date; [more: string]: unknown } = {
        version: 1,
        startData: {},
        resultData: { runData: {} },
        executionData: {
          contextData: {},
          nodeExecutionStack: [],
          metadata: {},
          waitingExecution: {},
          waitingExecutionSource: {},
        },
      };
      const { data: output } = await new core.WorkflowExecute(data, 'manual').runNode(
        one,
        execution,
        running,
        0,
        data,
        'manual',
      );
      // n8n-core 2.41, putExecutionToWait
      if (running.waitTill) noticed.waits = true;
      return output;
    },
  };
}

/** n8n 2 keeps files on disk, and takes a text for the content of one. Here they are in memory, where it would throw. */
function acceptTextAsFile(service: FileService): void {
  const { store } = service;
  service.store = function storeText(location, content, file) {
    return store.call(this, location, typeof content === 'string' ? Buffer.from(content) : content, file);
  };
}

/** Files of input items are where n8n 2 keeps them, outside of the item; see `storedFile`. */
function keepInputFiles(service: FileService): void {
  const { getManager } = service;
  const manager = {
    getAsBuffer: async (id: string) => contentOf(id),
    getAsStream: async (id: string) => Readable.from([contentOf(id)]),
    getPath: (id: string) => `/home/node/.n8n/binaryData/${id}`,
    getMetadata: async (id: string) => ({ fileSize: contentOf(id).length }),
  };
  service.getManager = function managerOf(mode) {
    return mode === fileStore ? manager : getManager.call(this, mode);
  };
}

/** A workflow of one node. */
function workflowOf({ Workflow }: typeof N8nWorkflow, node: INode, type: INodeType): Workflow {
  const nodeTypes = {
    getByName: () => type,
    getByNameAndVersion: () => type,
    getKnownTypes: () => ({}),
  };
  // Each expression asks for the time: in another time zone, that is a good part of what it takes.
  const settings = { timezone: 'UTC' };
  return new Workflow({
    id: '1',
    name: 'Workflow',
    nodes: [node],
    connections: {},
    active: false,
    nodeTypes,
    settings,
  });
}

let executions = 0;

/** n8n hands these to its contexts. */
function additionalData(credentials: SimulatedCredentials, at: { workflow: Workflow; node: INode }) {
  const values = (name: string) => credentials.valuesOf(name);
  // Defaults of hidden fields may be expressions over the other fields: `$self`.
  const resolved = (given: ICredentialDataDecryptedObject) => {
    const { expression } = at.workflow;
    const all = { ...given };
    for (const [field, value] of Object.entries(given)) {
      if (typeof value !== 'string' || !value.startsWith('=')) continue;
      const text = expression.getComplexParameterValue(at.node, value, 'internal', {}, undefined, undefined, given);
      Object.assign(all, { [field]: text });
    }
    return all;
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
    hooks: { runHook: async () => {}, addHandler: () => {} },
    setExecutionStatus: () => {},
    sendDataToUI: () => {},
    logAiEvent: () => {},
    credentialsHelper: {
      getDecrypted: async (_: unknown, __: unknown, name: string) => resolved(values(name)),
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

interface Watch {
  /** Told of every parameter that the node asks for. */
  reads(name: string): void;
  /** Told of what n8n throws at a node that asks for something that it does not have. */
  refuses(refusal: Refusal): void;
  /** Told of each resource locator that is turned into a text or a number. */
  converts(name: string): void;
}

/** Watches what a node asks n8n for. */
function watchRequests(context: object, { reads, refuses, converts }: Watch): void {
  const watched: readonly [string, Refusal['kind'], RegExp][] = [
    ['_getNodeParameter', 'parameter', /^Could not get parameter/],
    ['_getCredentials', 'credential', /does not have any credentials (defined|of type)/],
  ];
  for (const [method, kind, pattern] of watched) {
    const owner = ownerOf(context, method);
    const original: unknown = owner && Reflect.get(owner, method);
    if (!owner || typeof original !== 'function') continue;
    const note = (name: unknown, error: unknown) => {
      if (error instanceof Error && pattern.test(error.message)) refuses({ kind, name: String(name), error });
    };
    Object.defineProperty(owner, method, {
      configurable: true,
      writable: true,
      value(this: unknown, ...given: unknown[]) {
        if (kind === 'parameter') reads(String(given[0]));
        try {
          const result: unknown = Reflect.apply(original, this, given);
          if (kind === 'parameter') watchConversion(result, () => converts(String(given[0])));
          if (result instanceof Promise) result.catch((error: unknown) => note(given[0], error));
          return result;
        } catch (error) {
          note(given[0], error);
          throw error;
        }
      },
    });
  }
}

/** The functions of n8n that remove the body of a GET request: @n8n/backend-network 2.41, http/axios/request.js */
const withoutBody = ['httpRequest', 'httpRequestWithAuthentication'];

/** The functions of n8n that send a request, and those that are told the credential before it. */
const sending = [...withoutBody, 'request', 'requestWithAuthentication', 'requestOAuth1', 'requestOAuth2'];
const isNamedFirst = /Authentication|OAuth/;

interface HelpersWatch {
  /** Told of the bodies of GET requests that a node gives to n8n. */
  loses(body: LostBody): void;
  /** Told when a node asks for more than the body of a response. */
  readsHeaders(): void;
}

function watchHelpers(context: object, { loses, readsHeaders }: HelpersWatch): void {
  const watch = (helpers: unknown) => {
    for (const name of sending) {
      const original: unknown = Reflect.get(Object(helpers), name);
      if (typeof original !== 'function') continue;
      Reflect.set(Object(helpers), name, function request(this: unknown, ...given: unknown[]): unknown {
        const options = Object(given.at(isNamedFirst.test(name) ? 1 : 0));
        const { method, body } = options;
        if (options.returnFullResponse === true || options.resolveWithFullResponse === true) readsHeaders();
        const isGet = typeof method === 'string' && /^get$/i.test(method);
        if (isGet && withoutBody.includes(name) && isObject(body))
          loses({ json: jsonText(body).slice(0, maxLog), fields: Array.isArray(body) ? [] : Object.keys(body) });
        return Reflect.apply(original, this, given);
      });
    }
  };
  // n8n sets them once, where it creates the context; objects that inherit from it read them.
  Object.defineProperty(context, 'helpers', {
    configurable: true,
    set(this: object, value: unknown) {
      watch(value);
      Object.defineProperty(this, 'helpers', { configurable: true, enumerable: true, writable: true, value });
    },
  });
}

/** Whether a value is an object that n8n sends as JSON. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Characters of the log of one run. */
const maxLog = 200_000;

/** Gives nodes a `logger` that hands on what they write. */
function takeLog(context: object, write: (entry: string) => void): void {
  const owner = ownerOf(context, 'logger');
  if (!owner) return;
  const log = (...entry: unknown[]) =>
    write(entry.map((one) => (typeof one === 'string' ? one : jsonText(one))).join(' '));
  const levels = ['error', 'warn', 'info', 'debug', 'verbose', 'silly'];
  const logger = Object.fromEntries(levels.map((level) => [level, log]));
  Object.defineProperty(owner, 'logger', { configurable: true, get: () => logger });
}

/** Tells when a value is turned into a text or a number, if it is a resource locator: its text would be `[object Object]`. */
function watchConversion(value: unknown, isConverted: () => void): void {
  if (typeof value !== 'object' || value === null || !('__rl' in value) || Object.isFrozen(value)) return;
  Object.defineProperty(value, Symbol.toPrimitive, {
    configurable: true,
    value(hint: string) {
      isConverted();
      return hint === 'number' ? Number.NaN : String({});
    },
  });
}

function ownerOf(object: object, key: string): object | undefined {
  for (let one: object | null = object; one; one = Object.getPrototypeOf(one)) if (Object.hasOwn(one, key)) return one;
  return undefined;
}
