import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

/** What was looked for while files were collected, and did not come along. Paths as in `ProjectFiles`. */
export interface Absent {
  /** Files that the project does not have. */
  missing: readonly string[];
  /** Files that it has, by their paths, and why they were left out. */
  leftOut: Readonly<Record<string, string>>;
}

/**
 * The only way in which a check reads a project. Paths are relative to the project, with `/`; those of files above it, in
 * its repository, begin with `../`.
 */
export interface ProjectFiles {
  /** Every file of the project itself, sorted. */
  list(): readonly string[];
  /** The files above it that came along, sorted: `../../tsconfig.base.json`. */
  listAbove(): readonly string[];
  /**
   * Whether the project may have a file, or a module of that name: it is here, or it may be that it was not sent. What may
   * be there is never said to be missing.
   */
  mayHave(path: string): boolean;
  /** What is known of files that are not here. */
  absent(): Absent;
  exists(path: string): boolean;
  /** Bytes of the file. @throws {Error} with code ENOENT when there is none */
  bytes(path: string): Promise<Uint8Array>;
  /** Text of the file, UTF-8, without a byte-order mark. @throws {Error} with code ENOENT when there is none */
  read(path: string): Promise<string>;
}

/** Where in a text something stands, both from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A text is no JSON, and where it stops being it: what `parseJson` throws. */
export class JsonSyntaxError extends Error {
  readonly position: Position;
  constructor(message: string, position: Position) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.position = position;
  }
}

/** The position of an offset in UTF-16 code units. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Parses strict JSON.
 * @throws {JsonSyntaxError} with the position of the first fault
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonSyntaxError(...describeFault(text, error));
  }
}

function describeFault(text: string, error: unknown): [message: string, position: Position] {
  const faults: ParseError[] = [];
  try {
    parse(text, faults, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    // A text nested deeper than the stack: only JSON.parse's own words are left.
  }
  const [first] = faults;
  if (!first) return describeByEngine(text, error);
  const words = printParseErrorCode(first.error).replace(
    /([a-z])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  );
  return [words, positionAt(text, first.offset)];
}

/** The engine's own words name a position where they can; its excerpt of the text is not worth showing. */
function describeByEngine(text: string, error: unknown): [message: string, position: Position] {
  const message = error instanceof Error ? error.message : String(error);
  const told = /at position (\d+)/.exec(message)?.[1];
  const offset = message.startsWith('Unexpected end') ? text.length : Number(told ?? 0);
  return [message.replace(/( in JSON)? at position .*|, \.{0,3}".*/s, ''), positionAt(text, offset)];
}

/** Where a value of a JSON text stands, by the keys and indexes that lead to it: `['n8n', 'nodes', 0]`. */
export type LocateInJson = (path: readonly (string | number)[]) => Position | undefined;

/**
 * The positions of the values of a JSON text; of a value that is not there, that of the nearest enclosing one.
 * Undefined for a text that can't be parsed. The text is parsed once, when a position is first asked for.
 */
export function jsonLocator(text: string): LocateInJson {
  let root: Node | undefined;
  let parsed = false;
  return (path) => {
    if (!parsed) {
      parsed = true;
      root = jsonTree(text);
    }
    return root && positionAt(text, nearest(root, path).offset);
  };
}

/** The node at the end of a path, or as far along it as there are nodes. Of keys that are there twice the last counts, as in JSON.parse. */
function nearest(root: Node, path: readonly (string | number)[]): Node {
  let node = root;
  for (const step of path) {
    const { type, children = [] } = node;
    const property =
      type === 'object' ? children.findLast(({ children: [key] = [] }) => key?.value === step) : undefined;
    const next = type === 'array' && typeof step === 'number' ? children[step] : property?.children?.[1];
    if (!next) return node;
    node = next;
  }
  return node;
}

/** The syntax tree of a JSON text; undefined when there is none, or when it is nested deeper than the stack. */
export function jsonTree(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch {
    return undefined;
  }
}

/** One position of `jsonLocator`. */
export function locateInJson(text: string, path: readonly (string | number)[]): Position | undefined {
  return jsonLocator(text)(path);
}

export const nothingAbsent: Absent = Object.freeze({ missing: [], leftOut: {} });

/** A project that lives in memory, all of it: for tests and plugin authors. */
export function memoryFiles(contents: Readonly<Record<string, string | Uint8Array>>): ProjectFiles {
  const files = new Map(Object.entries(contents));
  const bytes = async (path: string) => {
    const content = files.get(path);
    if (content === undefined) throw Object.assign(new Error(`File not found: ${path}`), { code: 'ENOENT' });
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    list: () => [...files.keys()].filter((path) => !path.startsWith('../')).sort(),
    listAbove: () => [...files.keys()].filter((path) => path.startsWith('../')).sort(),
    exists: (path) => files.has(path),
    mayHave: (path) => files.has(path),
    absent: () => nothingAbsent,
    bytes,
    read: async (path) => new TextDecoder().decode(await bytes(path)),
  };
}
