import type { OperationKind } from '../../../../kernel/enums.ts';

/** One operation of one version of a node, or another part of it, to be run. */
export interface PlannedOperation {
  /** Its place in the plan. */
  index: number;
  /** The file of the node, as package.json has it. */
  path: string;
  /** The version of the node that a workflow selects. */
  version: number;
  /** `execute` for an operation that gets items, by the node's own code or by n8n. */
  kind: OperationKind | 'execute';
  /** Name of the method, the webhook or the credential, where the kind has several. */
  method?: string;
  /** The values of `resource` and `operation`, where the node has them. */
  choices: Readonly<Record<string, string | number | boolean>>;
  /** The author's own values for parameters, by name. */
  values?: Readonly<Record<string, unknown>>;
  /** Nothing that was found out for those before it counts for it and those after it. */
  isFirst?: boolean;
}

/** An operation with other values of parameters. */
export const withValues = (operation: PlannedOperation, values: PlannedOperation['values']): PlannedOperation => ({
  ...operation,
  values: { ...operation.values, ...values },
});

/** An answer of the author's own, in place of a simulated one. */
export interface GivenResponse {
  /** In capitals; any method where it is absent. */
  method?: string;
  /** https://urlpattern.spec.whatwg.org */
  url: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The body; empty without either. */
  text?: string;
  base64?: string;
}

/** What the program that runs operations is asked. */
export interface RunInput {
  operations: readonly PlannedOperation[];
  /** Files of credentials, as package.json has them. */
  credentials: readonly string[];
  /** The author's own values for fields of credentials, by the credential's name. */
  credentialValues: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of the fields of n8n's own credentials that the nodes use, by the credential's name. */
  hostCredentials: Readonly<Record<string, readonly string[]>>;
  /** The author's own answers; the first that fits a request is given. */
  responses: readonly GivenResponse[];
  /** Whether packages are installed beside the project. */
  hasPackages: boolean;
  /** Why packages that n8n would install for the package are not here, by name. */
  missing: Readonly<Record<string, string>>;
  /** Milliseconds: of a processor for one run of an operation and for all of them, of the clock for all of them. */
  limits: { operation: number; all: number; clock: number };
  /** Nothing of a project is run: what is compiled for it is to be kept. */
  warmUp?: boolean;
}

/** What its thread is started with; the input follows when the engine is loaded. */
export interface ThreadPlace {
  project: string;
  /** Folder of the kit that has n8n-core and n8n-workflow. */
  kit: string;
  compileCache: string | undefined;
}
