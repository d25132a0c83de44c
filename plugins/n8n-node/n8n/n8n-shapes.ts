/** Nodes and credentials as n8n reads them. Nothing is validated: any access may throw, which is then n8n's error too. */
export interface NodeClass {
  description: Description;
  methods?: Record<string, object> & { loadOptions?: object };
  execute?: unknown;
  trigger?: unknown;
  webhook?: unknown;
}

export interface VersionedNodeClass extends NodeClass {
  nodeVersions: Record<string, NodeClass>;
  currentVersion: number;
}

export interface Description extends HasIcon {
  name: string;
  codex?: unknown;
  version: number | number[];
  properties: Property[];
  credentials?: { name: string }[];
  polling?: unknown;
  supportsCORS?: unknown;
  outputs: unknown;
  communityNodePackageVersion?: unknown;
  __loadOptionsMethods?: string[];
}

export interface HasIcon {
  icon?: string | { light: string; dark: string } | undefined;
  iconUrl?: unknown;
  iconBasePath?: string;
}

/** A parameter, one of its options, or a group of values of a collection. */
export interface Property {
  name: string;
  displayName?: string;
  type?: string;
  options?: Property[];
  values?: Property[];
  builderHint?: unknown;
}

export interface CredentialClass extends HasIcon {
  name: string;
  extends?: unknown;
  authenticate?: unknown;
}

/** Functions of n8n-workflow that n8n uses while it loads. */
export interface HostLibrary {
  isSubNodeType(description: Description): boolean;
}

/** The package and the module that load a file. */
export interface Loading {
  /** Absolute path of the package. */
  root: string;
  version: unknown;
  /** Whether descriptions are omitted. */
  brief: boolean;
  /** Whether this n8n validates descriptions. */
  validates: boolean;
  /** n8n-workflow, loaded on first use: it takes a third of a second. */
  host(): HostLibrary;
}
