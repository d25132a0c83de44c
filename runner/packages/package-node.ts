import type { UnavailablePackage } from '../../kernel/packages.ts';
import type { ReadablePackage } from './readable-package.ts';

/** A resolved package whose files are available. */
export interface PackageNode {
  /** Unique: one version may occur twice, with different dependencies. */
  id: string;
  name: string;
  version: string;
  content: ReadablePackage;
  /** The packages that it imports, by imported name. */
  edges: Map<string, PackageNode>;
}

/** The package that an import resolves to, before it is fetched. */
export interface Candidate {
  id: string;
  name: string;
  /** Exact. */
  version: string;
  /** Fetches it. @throws {NotFetched} */
  read(): Promise<ReadablePackage>;
  /** Resolves its own imports. */
  finder: Finder;
}

/** Resolves imports of a package or of the project. */
export interface Finder {
  /** Undefined for a name that is not a dependency. */
  find(name: string): Promise<Candidate | UnavailablePackage | undefined>;
}
