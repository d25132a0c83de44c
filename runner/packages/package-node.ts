import type { MissingPackage } from '../../kernel/packages.ts';
import type { ReadablePackage } from './readable-package.ts';

/** A package that was found and is there to be read. */
export interface PackageNode {
  /** Tells it from others: one version may be there twice, with other dependencies. */
  id: string;
  name: string;
  version: string;
  content: ReadablePackage;
  /** What it imports, by the names under which it does. */
  edges: Map<string, PackageNode>;
}

/** What an import comes to, before anything of it is read. */
export interface Candidate {
  id: string;
  name: string;
  /** Exact. */
  version: string;
  /** Gets it. @throws {NotFetched} */
  read(): Promise<ReadablePackage>;
  /** What it gets when it imports something. */
  finder: Finder;
}

/** What an import comes to nothing for. */
export type NotFound = Omit<MissingPackage, 'neededBy'>;

/** Finds packages from the place of one of them, or of the project. */
export interface Finder {
  /** Undefined for a name that nobody asks for. */
  find(name: string): Promise<Candidate | NotFound | undefined>;
}
