import type { LoadedFile } from '../../loader/loaded-package.ts';
import { type Level, readParameters } from '../parameters/parameter.ts';
import { listOf, type Plain } from '../parameters/plain.ts';
import { Reachability } from '../parameters/reachability.ts';

/** A credential as it describes itself. */
export interface DescribedCredential {
  name: string;
  /** The file to point at: its source, or what is shipped. */
  file: string;
  /** As package.json has it; icons are beside it. */
  declaredPath: string;
  description: Plain;
  /** Which of `authenticate` and `preAuthentication` is a function. */
  methods: ReadonlySet<string>;
  /** Names of the credentials that it adds to. */
  extends: readonly string[];
  fields: Level;
  /** Whether those are all fields of its own. */
  complete: boolean;
  reachability: Reachability;
  /** Its code did something with modules that are not here: lists may be shorter than they are in n8n. */
  partial: boolean;
}

/** Undefined for a file that is no credential, or whose description was too large to be handed on. */
export function describeCredential({ credential, list, source, file, path, standIns }: LoadedFile) {
  if (!credential || list !== 'credentials' || credential.omitted) return undefined;
  // A node in the wrong list is told by the check `manifest`.
  if (/\.node\.[cm]?js$/.test(path)) return undefined;
  const { name, description, methods } = credential;
  const parents = listOf(description['extends']).filter((parent) => typeof parent === 'string');
  const { properties } = description;
  const described: DescribedCredential = {
    name,
    file: source ?? file ?? path,
    declaredPath: path,
    description,
    methods: new Set(methods),
    extends: parents,
    fields: readParameters(properties, parents.length > 0),
    complete: readParameters(properties).complete,
    reachability: new Reachability(),
    partial: standIns.length > 0,
  };
  return described;
}
