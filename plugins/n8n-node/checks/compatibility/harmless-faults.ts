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
/** The object that a property is read of, up to the dot: `this.helpers.`. */
const object = /[\w$]+(?:\s*[?!]?\.\s*[\w$]+)*\s*[?!]?\.\s*$/;

/** Characters around a property that are looked at. */
const maxContext = 500;
/** Characters before a property in which the code may test that it is there. */
const maxDistance = 1000;

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

async function isHarmless(fault: TypeFault, files: ProjectFiles): Promise<boolean> {
  const place = await placeOf(fault, files);
  return place !== undefined && (isOnlyTested(place) || isGuardedAt(place));
}

/** Whether the code before a property that an object lacks tests that it is there: `if (typeof context.name === 'function')`. */
export async function isGuarded(fault: TypeFault, files: ProjectFiles): Promise<boolean> {
  const place = await placeOf(fault, files);
  return place !== undefined && isGuardedAt(place);
}

/** A property in a file, with the text around it. */
interface Place {
  name: string;
  before: string;
  after: string;
}

async function placeOf({ message, file, line, column }: TypeFault, files: ProjectFiles): Promise<Place | undefined> {
  const name = unknownProperty.exec(message)?.[1];
  if (name === undefined) return undefined;
  const lines = (await files.read(file)).split(/\r\n|\n|\r/);
  const [first = '', ...others] = lines.slice(line - 1);
  if (!first.startsWith(name, column - 1)) return undefined;
  return {
    name,
    before: [...lines.slice(0, line - 1), first.slice(0, column - 1)].join('\n').slice(-maxDistance),
    after: [first.slice(column - 1 + name.length), ...others].join('\n').slice(0, maxContext),
  };
}

function isOnlyTested({ before, after }: Place): boolean {
  if (testedAfter.test(after)) return true;
  return !used.test(after) && [inOptionalChain, inCondition].some((pattern) => pattern.test(before.slice(-maxContext)));
}

function isGuardedAt({ name, before }: Place): boolean {
  const owner = ownerIn(before);
  return [...before.matchAll(/[\w$]+/g)].some(({ 0: word, index }) => {
    if (word !== name) return false;
    const [start, rest] = [before.slice(0, index), before.slice(index + name.length)];
    if (/['"`]$/.test(start)) return /^['"`]\s+in\b/.test(rest);
    if (owner === undefined || ownerIn(start) !== owner) return false;
    return testedAfter.test(rest) || (inCondition.test(start.slice(-maxContext)) && !used.test(rest));
  });
}

/** The object at the end of a text, as it is written without assertions: `this.helpers.` of `this.helpers!.`. */
const ownerIn = (text: string) => object.exec(text.slice(-maxContext))?.[0].replace(/[\s?!]/g, '');
