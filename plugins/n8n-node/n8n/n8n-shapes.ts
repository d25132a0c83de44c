/**
 * What n8n takes a node and a credential to be when it loads them. Nothing has been validated: any access may throw,
 * and that is n8n's error to show.
 */
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

/** What is being loaded, and by what. */
export interface Loading {
  /** Absolute path of the package. */
  root: string;
  version: unknown;
  /** Whether nothing of descriptions is to be handed on. */
  brief: boolean;
  /** n8n-workflow, loaded when it is asked for: it takes a third of a second. */
  host(): HostLibrary;
}
