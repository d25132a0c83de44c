import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Files that other files refer to, but that are not included. Paths as in `ProjectFiles`. */
export interface Absent {
  /** Files that do not exist. */
  missing: readonly string[];
  /** Reasons by path for files that exist but are excluded. */
  leftOut: Readonly<Record<string, string>>;
}

/**
 * Read access to a project for checks. Paths are relative to the project, with `/`; files above it, in its repository, start
 * with `../`.
 */
export interface ProjectFiles {
  /** Files of the project, sorted. */
  list(): readonly string[];
  /** Included files above the project, sorted: `../../tsconfig.base.json`. */
  listAbove(): readonly string[];
  /**
   * Whether a file, or a module of that name, exists or may have been excluded. Never report such a file as missing.
   */
  mayHave(path: string): boolean;
  /** What is known about absent files. */
  absent(): Absent;
  exists(path: string): boolean;
  /** Bytes of the file. @throws {Error} with code ENOENT if it does not exist */
  bytes(path: string): Promise<Uint8Array>;
  /** Text of the file, UTF-8, without a byte order mark. @throws {Error} with code ENOENT if it does not exist */
  read(path: string): Promise<string>;
}

/** Position in a text, from 1. */
export interface Position {
  line: number;
  column: number;
}

/** Invalid JSON, with the position of the error. */
export class JsonSyntaxError extends Error {
  readonly position: Position;
  constructor(message: string, position: Position) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.position = position;
  }
}

/** Returns the position of an offset in UTF-16 code units. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Parses strict JSON.
 * @throws {JsonSyntaxError} with the position of the first error
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonSyntaxError(...describeError(text, error));
  }
}

/** Parses JSON; undefined if it is invalid. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeError(text: string, error: unknown): [message: string, position: Position] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    // The text is nested deeper than the stack: use the message of JSON.parse.
  }
  const [first] = errors;
  if (!first) return describeByEngine(text, error);
  const words = printParseErrorCode(first.error).replace(
    /([a-z])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  );
  return [words, positionAt(text, first.offset)];
}

/** Uses the message and the position of the engine, without its excerpt of the text. */
function describeByEngine(text: string, error: unknown): [message: string, position: Position] {
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message)?.[1];
  const offset = message.startsWith('Unexpected end') ? text.length : Number(position ?? 0);
  return [message.replace(/( in JSON)? at position .*|, \.{0,3}".*/s, ''), positionAt(text, offset)];
}

/** Returns the position of a JSON value by its keys and indexes: `['n8n', 'nodes', 0]`. */
export type LocateInJson = (path: readonly (string | number)[]) => Position | undefined;

/**
 * Returns a function that locates values in a JSON text. A missing value has the position of its nearest existing parent. The
 * function returns undefined if the text cannot be parsed. It parses the text once, on the first call.
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

/** Returns the node at a path, or its nearest existing parent. The last of duplicate keys counts, as in JSON.parse. */
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

/** Returns the syntax tree of a JSON text; undefined if it is empty or nested deeper than the stack. */
export function jsonTree(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch {
    return undefined;
  }
}

/** Locates a single value; see `jsonLocator`. */
export function locateInJson(text: string, path: readonly (string | number)[]): Position | undefined {
  return jsonLocator(text)(path);
}

export const nothingAbsent: Absent = Object.freeze({ missing: [], leftOut: {} });

/** A project in memory, for tests and plugin authors. */
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
