import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type * as N8nWorkflow from 'n8n-workflow';
import type {
  IExecuteData,
  INode,
  INodeExecutionData,
  INodeType,
  IWorkflowDataProxyAdditionalKeys,
  Workflow,
} from 'n8n-workflow';
import { requireFrom } from '../../n8n/kit-folder.ts';
import type { AxiosTransport } from '../simulated/axios-transport.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import { readTexts } from '../simulated/read-texts.ts';
import { contentOf, fileStore } from '../simulated/stored-files.ts';
import { additionalData, type LackedField } from './additional-data.ts';
import type { CallSites } from './call-sites.ts';
import { connectSubNodes } from './connected-nodes.ts';
import { withLazyModules } from './lazy-modules.ts';
import { type Contexts, type OpenedNode, openNode } from './open-node.ts';
import {
  type LostBody,
  maxLog,
  type Refusal,
  takeLog,
  takePrinted,
  watchHelpers,
  watchRequests,
} from './watch-node.ts';

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
    ): Promise<{ data?: unknown; hints?: readonly unknown[] }>;
  };
}

interface FileService {
  store(location: object, content: unknown, file: object): Promise<object>;
  getManager(mode: string): object;
}

/** What a node did with what n8n gave it. */
interface Noticed {
  refused: Refusal[];
  /** Names of resource locators that code turned into a text or a number, which makes nothing of them. */
  converted: Set<string>;
  /** What the node wrote to the log of n8n. */
  log: string;
  /** Its stack is that of the first code that wrote a secret there. */
  logger?: Error;
  /** Bodies of GET requests, which n8n does not send: as JSON, and their fields. */
  bodiesOfGet: LostBody[];
  /** The node asked n8n for the whole of a response, and read its headers. */
  getsResponse: boolean;
  readsHeaders: boolean;
  /** The node gave n8n a URL that is only a path. */
  isHostless: boolean;
  /** Options of requests that n8n does not know. */
  ignored: Set<string>;
  /** The execution waits for a call of its resume URL, or for a time. */
  waits: boolean;
  /** The node answered the call that started the execution. */
  responds: boolean;
  /** The node shows a hint in the editor. */
  hints: boolean;
  /** Fields that were read of credentials which have no such field, and where. */
  lacks: LackedField[];
}

const nothing = (): Noticed => ({
  refused: [],
  converted: new Set(),
  log: '',
  bodiesOfGet: [],
  getsResponse: false,
  readsHeaders: false,
  isHostless: false,
  ignored: new Set(),
  waits: false,
  responds: false,
  hints: false,
  lacks: [],
});

/** n8n's own engine. */
export interface Engine {
  workflow: typeof N8nWorkflow;
  run(node: INode, type: INodeType, items: INodeExecutionData[]): Promise<unknown>;
  /** The value of an expression in the description of a node. @param keys what it can read besides: `$response` */
  evaluate(text: string, node: INode, type: INodeType, keys: IWorkflowDataProxyAdditionalKeys): unknown;
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

/**
 * Loads n8n-core, which takes most of a second.
 * @param folder of the kit
 */
export function loadEngine(folder: string, credentials: SimulatedCredentials, sites: CallSites): Engine {
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
  connectSubNodes([core.ExecuteContext.prototype, core.SupplyDataContext.prototype]);
  acceptTextAsFile(core.BinaryDataService.prototype);
  keepInputFiles(core.BinaryDataService.prototype);
  let noticed = nothing();
  let read = new Set<string>();
  watchRequests(core.ExecuteContext.prototype, {
    reads(name) {
      read.add(name).add(name.replace(/[.[].*/s, ''));
      sites.note(name);
    },
    refuses(refusal) {
      if (noticed.refused.length < 5) noticed.refused.push(refusal);
    },
    converts: (name) => noticed.converted.add(name),
  });
  const log = (entry: string) => {
    if (noticed.log.length >= maxLog) return;
    noticed.log += `${entry.slice(0, maxLog)}\n`;
    if (!noticed.logger && credentials.secretsIn(entry).length > 0) noticed.logger = new Error('logged');
  };
  takeLog(core.ExecuteContext.prototype, log);
  takePrinted(log);
  const lacksHost = () => {
    noticed.isHostless = true;
  };
  for (const context of [core.ExecuteContext, core.ExecuteSingleContext])
    if (context)
      watchHelpers(context.prototype, {
        sends: (send) => sites.sending(send),
        loses(body) {
          if (noticed.bodiesOfGet.length < 10) noticed.bodiesOfGet.push(body);
        },
        // Of nodes that send nothing themselves, n8n always asks for them.
        getsResponse() {
          noticed.getsResponse ||= context === core.ExecuteContext;
        },
        readsHeaders() {
          noticed.readsHeaders ||= context === core.ExecuteContext;
        },
        lacksHost,
        ignores: (option) => noticed.ignored.add(option),
      });
  for (const context of [core.HookContext, core.PollContext, core.TriggerContext, core.LoadOptionsContext])
    watchHelpers(context.prototype, { lacksHost });
  const placed = (node: INode, type: INodeType) => {
    const one = workflowOf(workflow, node, type);
    const lacks = ({ credential, field }: Omit<LackedField, 'reader'>) => {
      const isKnown = noticed.lacks.some((known) => known.credential === credential && known.field === field);
      // Stacks take time.
      if (!isKnown && noticed.lacks.length < 10) noticed.lacks.push({ credential, field, reader: new Error(field) });
    };
    const responds = () => {
      noticed.responds = true;
    };
    return { workflow: one, data: additionalData(credentials, { workflow: one, node }, { lacks, responds }) };
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
    evaluate(text, node, type, keys) {
      return workflowOf(workflow, node, type).expression.getSimpleParameterValue(node, text, 'internal', keys);
    },
    open(original, type) {
      const node = workflow.deepCopy(original);
      return openNode(core, { ...placed(node, type), node, type, reads: (name) => read.add(name) });
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
      const { data: output, hints = [] } = await new core.WorkflowExecute(data, 'manual').runNode(
        one,
        execution,
        running,
        0,
        data,
        'manual',
      );
      // n8n-core 2.41, putExecutionToWait
      if (running.waitTill) noticed.waits = true;
      if (hints.length > 0) noticed.hints = true;
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
  const workflow = new Workflow({
    id: node.id,
    name: 'Workflow',
    nodes: [node],
    connections: {},
    active: false,
    nodeTypes,
    settings,
  });
  readTexts(workflow);
  return workflow;
}
