import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import type { TypeFault } from './types-against.ts';

const unknownProperty = /^TS(?:2339|2551): Property '([\w$]+)' does not exist on type/;

/** What comes after a property that the code tests, or from which it reads only if it is there: `?.`, `??`, `&&`, `===`. */
const testedAfter = /^\s*(?:\?|&&|\|\||[!=]==?)/;
/** What comes before the name in an optional chain, whose value may be undefined in any case: `context?.settings.`. */
const inOptionalChain = /\?\.\s*(?:[\w$]+\s*\??\.\s*)*$/;
/** What comes before it where the whole condition is the property: `if (context.settings.`. */
const inCondition = /(?:\bif\s*\(|!|\btypeof\s+)\s*[\w$]+(?:\s*\??\.\s*[\w$]+)*\s*\??\.\s*$/;
/** The value is used as an object or called, or assigned to. */
const used = /^\s*(?:[.([!]|=(?!=)|[-+*/]=)/;

/** Characters around a property that are looked at. */
const maxContext = 500;

/** A property that a literal has and the type has not: n8n ignores what it does not know. */
const excessProperty = /^TS(?:2353|2561):/;

/**
 * The errors without those about properties that a file gives in vain, or only tests or reads if they are there: such a property
 * is undefined with an n8n that does not have it, and the code goes on.
 */
export async function withoutHarmless(all: readonly TypeFault[], files: ProjectFiles): Promise<TypeFault[]> {
  const property = ({ file, message }: TypeFault) => `${file} ${unknownProperty.exec(message)?.[1]}`;
  const faults = all.filter(({ message }) => !excessProperty.test(message));
  const harmful = new Set<string>();
  for (const fault of faults) if (!(await isHarmless(fault, files))) harmful.add(property(fault));
  return faults.filter((fault) => harmful.has(property(fault)));
}

async function isHarmless({ message, file, line, column }: TypeFault, files: ProjectFiles): Promise<boolean> {
  const name = unknownProperty.exec(message)?.[1];
  if (name === undefined) return false;
  const lines = (await files.read(file)).split(/\r\n|\n|\r/);
  const [first = '', ...others] = lines.slice(line - 1, line + 9);
  if (!first.startsWith(name, column - 1)) return false;
  const before = [...lines.slice(Math.max(0, line - 10), line - 1), first.slice(0, column - 1)].join('\n');
  const after = [first.slice(column - 1 + name.length), ...others].join('\n').slice(0, maxContext);
  if (testedAfter.test(after)) return true;
  return !used.test(after) && [inOptionalChain, inCondition].some((pattern) => pattern.test(before.slice(-maxContext)));
}
