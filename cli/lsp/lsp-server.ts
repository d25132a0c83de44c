import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  createConnection,
  type Diagnostic,
  type Hover,
  type InitializeResult,
  MarkupKind,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import type { InitializeParams } from 'vscode-languageserver/node';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ServiceError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { ruleMarkdown } from '../../kernel/report/rule-markdown.ts';
import { isInside } from '../../runner/source/inside.ts';
import { describeError } from '../error-output.ts';
import { version } from '../version.ts';
import { pathInWorkspace, pathOfUri } from '../workspace.ts';
import { codeActions, isWanted, touch } from './code-actions.ts';
import { ProjectRuns } from './project-runs.ts';
import { unverifiedFile, type VerifiedFile, verifiedFiles } from './verified-file.ts';

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll'] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** A language server: verifies projects when their files are opened and saved, and shows the findings. */
export class LspServer {
  /** Resolves to the exit code when the editor has asked the server to exit. */
  readonly exited: Promise<number>;
  readonly #connection: ReturnType<typeof connect>['connection'];
  readonly #isShutDown: () => boolean;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #runs = new ProjectRuns({
    onEvent: (_folder, event) => {
      if (event.type === 'notice') this.#connection.console.info(printable(event.message));
    },
    onResult: async (folder, result) =>
      this.#show(folder, verifiedFiles(folder, result), `${result.status}: ${result.summary}`),
    onError: (folder, error) => this.#showError(folder, error),
  });
  /** Files with findings by path, by the folder of their project. */
  readonly #shown = new Map<string, ReadonlyMap<string, VerifiedFile>>();
  #workspace: string[];

  /** @param folder absolute; the workspace of editors that name none */
  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, folder: string) {
    const { connection, exited, isShutDown } = connect(input, output);
    this.#connection = connection;
    this.#isShutDown = isShutDown;
    this.exited = exited;
    this.#workspace = [folder];
    this.#listen(folder);
  }

  /** The exit code of a server whose editor left without a word: the one that the protocol asks for. */
  get exitCode(): number {
    return this.#isShutDown() ? 0 : 1;
  }

  /** Cancels what is running. */
  async close(): Promise<void> {
    await this.#runs.close();
    this.#connection.dispose();
  }

  #listen(folder: string): void {
    const connection = this.#connection;
    const documents = this.#documents;
    let tellsOfFolders = false;
    connection.onInitialize((params) => {
      this.#workspace = foldersOf(params, folder);
      tellsOfFolders = params.capabilities.workspace?.workspaceFolders === true;
      return { capabilities, serverInfo: { name: 'service', version: version() } };
    });
    connection.onInitialized(() => {
      if (tellsOfFolders) connection.workspace.onDidChangeWorkspaceFolders((event) => this.#changeWorkspace(event));
    });
    connection.onShutdown(() => this.#runs.close());
    documents.onDidOpen(({ document }) => this.#verifyAround(document.uri, { again: false }));
    documents.onDidSave(({ document }) => this.#verifyAround(document.uri, { again: true }));
    connection.onHover(({ textDocument, position }) =>
      this.#hover(textDocument.uri, { start: position, end: position }),
    );
    connection.onCodeAction(({ textDocument, range, context }) => this.#actions(textDocument.uri, range, context.only));
    documents.listen(connection);
    connection.listen();
  }

  #changeWorkspace({ added, removed }: { added: { uri: string }[]; removed: { uri: string }[] }): void {
    const left = removed.flatMap(({ uri }) => pathOfUri(uri) ?? []);
    const joined = added.flatMap(({ uri }) => pathOfUri(uri) ?? []);
    this.#workspace = [...this.#workspace.filter((folder) => !left.includes(folder)), ...joined];
    for (const [folder, files] of this.#shown) {
      const [file] = files.values();
      if (file && this.#projectOf(pathToFileURL(file.path).href) === folder) continue;
      this.#runs.forget(folder);
      this.#publish(folder, []);
    }
  }

  /** Verifies the project of a file. @param again also if it has been verified */
  #verifyAround(uri: string, { again }: { again: boolean }): void {
    const folder = this.#projectOf(uri);
    if (folder !== undefined && (again || !this.#runs.has(folder))) this.#runs.request(folder);
  }

  /** Undefined for a file that is in no project of the workspace. */
  #projectOf(uri: string): string | undefined {
    const path = pathOfUri(uri);
    try {
      return path === undefined ? undefined : projectOf(path, this.#workspace);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#connection.console.warn(`Not verified: ${describeError(error).message}`);
      return undefined;
    }
  }

  #show(folder: string, files: readonly VerifiedFile[], summary: string): void {
    this.#publish(folder, files);
    this.#connection.console.info(printable(`${folder}: ${summary}`));
  }

  #showError(folder: string, error: unknown): void {
    const { code, message, next } = describeError(error);
    this.#publish(folder, [unverifiedFile(folder, code, `${message}. ${next}`)]);
    this.#connection.console.error(`${message} (${code})`);
  }

  /** Replaces what is shown of a project. */
  #publish(folder: string, files: readonly VerifiedFile[]): void {
    const send = (path: string, diagnostics: Diagnostic[]) =>
      void this.#connection.sendDiagnostics({ uri: pathToFileURL(path).href, diagnostics }).catch(() => {});
    const now = new Map(files.map((file) => [file.path, file]));
    for (const path of this.#shown.get(folder)?.keys() ?? []) if (!now.has(path)) send(path, []);
    for (const { path, shown } of files)
      send(
        path,
        shown.map(({ diagnostic }) => diagnostic),
      );
    this.#shown.set(folder, now);
  }

  /** The findings of a file whose text in the editor is still the one that was verified. */
  #unchanged(uri: string): VerifiedFile | undefined {
    const path = pathOfUri(uri) ?? '';
    const file = [...this.#shown.values()].flatMap((files) => files.get(path) ?? [])[0];
    return file && this.#documents.get(uri)?.getText() === file.text.getText() ? file : undefined;
  }

  async #hover(uri: string, place: Diagnostic['range']): Promise<Hover | null> {
    const at = this.#unchanged(uri)?.shown.filter(({ diagnostic }) => touch(diagnostic.range, place)) ?? [];
    const value = await hoverText(at.map(({ finding }) => finding.code));
    return value === '' ? null : { contents: { kind: MarkupKind.Markdown, value } };
  }

  #actions(uri: string, range: Diagnostic['range'], only: readonly string[] | undefined): CodeAction[] {
    const file = this.#unchanged(uri);
    return file ? codeActions(uri, file, range).filter(({ kind }) => isWanted(kind, only)) : [];
  }
}

/** Connects like `createConnection` of vscode-languageserver/node, which would end the process itself. */
function connect(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
  const { promise: exited, resolve } = Promise.withResolvers<number>();
  const watchDog = { shutdownReceived: false, initialize() {}, exit: resolve };
  const reader = new StreamMessageReader(input);
  // Its timer would keep the process when the editor leaves in the middle of a message.
  reader.partialMessageTimeout = 0;
  const connection = createConnection(
    (logger) => createProtocolConnection(reader, new StreamMessageWriter(output), logger),
    watchDog,
    ProposedFeatures.all,
  );
  return { connection, exited, isShutDown: () => watchDog.shutdownReceived };
}

/** Rules that are explained at one place: many findings about a whole file are at its start. */
const maxRules = 3;

/** Returns what `service explain` says about rules, as Markdown; empty if there are none. */
async function hoverText(codes: readonly string[]): Promise<string> {
  if (codes.length === 0) return '';
  const { builtinKernel } = await import('../../plugins/builtin.ts');
  const rules = builtinKernel().rules();
  const texts = [...new Set(codes)].slice(0, maxRules).flatMap((code) => {
    const found = rules.get(code);
    return found ? [`### ${code}`, ...ruleMarkdown(found.rule)].join('\n\n') : [];
  });
  return texts.join('\n\n---\n\n');
}

/** Returns the folders that an editor has open; that of the server if it names none. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams, fallback: string): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
  const folders = uris.flatMap((uri) => pathOfUri(uri) ?? []);
  return folders.length > 0 ? folders : [fallback];
}

/**
 * Returns the folder of the project that a file belongs to: the nearest with a package.json, in the workspace. Undefined if
 * there is none, or the file is installed.
 * @throws {ServiceError} OUTSIDE_WORKSPACE, UNREADABLE_PATH
 */
function projectOf(path: string, workspace: readonly string[]): string | undefined {
  pathInWorkspace(path, workspace);
  if (/[/\\]node_modules[/\\]/.test(path)) return undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!workspace.some((root) => isInside(root, folder))) return undefined;
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
