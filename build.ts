import { cp, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { writeTable } from './plugins/n8n-node/project/language/ngram-table.ts';

/**
 * Makes dist/ of the sources: few files instead of hundreds, because every start of the command has to find and read
 * those that it needs. They lie in one folder, so that a module finds those that it hands to a child beside it, as in the
 * sources (kernel/sibling-module.ts); what package.json names keeps its path. Modules that several of them need are in
 * one file only: there is one class of each error. Declarations are the compiler's: see tsconfig.build.json.
 */
const root = import.meta.dirname;
const target = join(root, 'dist');

/**
 * An `import` of node:http makes Node evaluate everything that it exports, the whole of fetch and WebSocket among it: thirty
 * milliseconds for nothing. Our client gets the module itself, and node:https when it asks for something in it.
 */
const withoutFacade: Plugin = {
  name: 'http-without-facade',
  resolveId: (id, importer = '') =>
    /^node:https?$/.test(id) && /node_modules.node-fetch|cli.client/.test(importer) ? `\0${id}` : undefined,
  load: (id) =>
    id.startsWith('\0node:')
      ? `export default new Proxy({}, { get: (_, name) => process.getBuiltinModule('${id.slice(1)}')[name] });`
      : undefined,
};

/** Our client sends bytes and reads texts. What node-fetch has for blobs and forms takes eight milliseconds to load. */
const withoutForms: Plugin = {
  name: 'without-forms',
  resolveId: (id, importer = '') =>
    /^(?:fetch-blob|formdata-polyfill)\b/.test(id) && /node_modules.node-fetch/.test(importer) ? '\0forms' : undefined,
  load: (id) =>
    id === '\0forms'
      ? `class None { constructor() { throw new Error('blobs and forms are left out of this build'); } }
         const none = () => new None();
         export { None as default, None as Blob, None as File, None as FormData, none as formDataToBlob,
           none as fileFrom, none as fileFromSync, none as blobFrom, none as blobFromSync };`
      : undefined,
};

/** npm's libraries could run scripts of packages and git. Neither may ever happen. */
const withoutScripts: Plugin = {
  name: 'without-scripts',
  resolveId: (id) => (/^@npmcli\/(?:run-script|git)$/.test(id) ? '\0scripts' : undefined),
  load: (id) =>
    id === '\0scripts'
      ? "module.exports = () => { throw new Error('scripts and git are left out of this build'); };"
      : undefined,
};

/** What eld knows of languages, as a text that is looked up in: see ngram-table.ts. */
const languageTable: Plugin = {
  name: 'language-table',
  load: async (id) => {
    if (!/eld.src.ngrams.small\.js$/.test(id)) return undefined;
    const { ngrams, ...data } = (await import(pathToFileURL(id).href)).ngramsData;
    const reader = JSON.stringify(join(root, 'plugins/n8n-node/project/language/ngram-table.ts'));
    return `import { readTable } from ${reader};
      export const ngramsData = { ...${JSON.stringify(data)}, ngrams: readTable(${JSON.stringify(writeTable(ngrams))}) };`;
  },
};

const manifest: { dependencies: Record<string, string> } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
/** Installed for the declarations of the kernel, which name their types. */
const forTypes = ['jsonc-parser', 'tapable', 'typebox'];
/** Everything else that is imported becomes part of the build: it is a devDependency. */
const installed = Object.keys(manifest.dependencies).filter((name) => !forTypes.includes(name));

/**
 * What is loaded together lies in one file, with all that it imports: Node takes a quarter of a millisecond to find and
 * link each. A module is in the first that wants it, so what more commands or children need stands further up.
 */
const together: [string, RegExp][] = [
  // Loaded by every command before the compile cache is on, so it holds nothing else.
  ['launch', /cli.compile-cache-folder\.ts$|runner.(?:make-folder|user-folders)\.ts$/],
  // Loaded by sandboxed programs, which need nothing else of the kernel.
  ['sibling', /kernel.(?:sibling-module|stopwatch)\.ts$/],
  ['errors', /kernel.(?:errors|printable)\.ts$/],
  ['kernel', /kernel.index\.ts$/],
  ['start', /cli.(?:program|arguments)\.ts$/],
  [
    'shared',
    /cli.error-output\.ts$|kernel.(?:result|report.report)\.ts$|runner.(?:periodic-yield|source.(?:snapshot|path-rules))\.ts$/,
  ],
  ['verify', /cli.(?:commands.verify|resolve-project)\.ts$/],
  ['remote', /cli.(?:access-flags|remote-backend)\.ts$/],
];

const bundle = await rolldown({
  cwd: root,
  input: await entries(),
  platform: 'node',
  external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [withoutFacade, withoutForms, withoutScripts, languageTable],
  resolve: { mainFields: ['module', 'main'] },
  // Packages in CommonJS ask where they are. None of them reads a file there, but for what is left out above.
  transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
});
const cache = join(root, 'node_modules/.cache');
await mkdir(cache, { recursive: true });
const temporary = await mkdtemp(join(cache, 'build-'));
const made = join(temporary, 'made');
const { output } = await bundle.write({
  dir: made,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: { groups: together.map(([name, test], index) => ({ name, test, priority: together.length - index })) },
});
// The compiler would also write the declarations of everything that `verify` loads.
await writeFile(
  join(made, 'cli/api.d.ts'),
  `export * from '../kernel/index.js';
export type * from './api-types.js';
export declare const verify: import('./api-types.js').Verify;
`,
);
await cp(join(root, 'cloud/pages/assets'), join(made, 'assets'), { recursive: true });
await cp(join(root, 'plugins/n8n-node/n8n/kits'), join(made, 'kits'), { recursive: true });
const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
await writeFile(join(made, 'licenses.txt'), await licences(modules));
// At once: programs may be starting from the previous build. Some file systems rename no folder of a lower layer.
await rename(target, join(temporary, 'previous')).catch(() => rm(target, { recursive: true, force: true }));
await rename(made, target);
await rm(temporary, { recursive: true, force: true });

/** The command, the kernel for authors of plugins, and everything that is handed to a child process or a thread. */
async function entries(): Promise<Record<string, string>> {
  const named: Record<string, string> = {
    'cli/service': 'cli/service.ts',
    'kernel/index': 'kernel/index.ts',
    'cli/api': 'cli/api.ts',
  };
  for await (const path of glob('{judge,runner,plugins,cloud}/**/*-{program,worker,stand-in}.ts', { cwd: root })) {
    const name = basename(path, '.ts');
    if (named[name]) throw new Error(`${path} and ${named[name]} would be one file`);
    named[name] = path;
  }
  return named;
}

/** The licences of the packages that these modules are from, as they ask for. */
async function licences(paths: readonly string[]): Promise<string> {
  const folders = paths.flatMap((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? []);
  const texts = await Promise.all([...new Set(folders)].sort().map(licence));
  return `service contains code of these packages.\n\n${texts.join('\n')}`;
}

async function licence(folder: string): Promise<string> {
  const { name, version, license, author, repository } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const names = await readdir(folder);
  const of = async (pattern: RegExp) => {
    const file = names.find((entry) => pattern.test(entry));
    return file && readFile(join(folder, file), 'utf8');
  };
  // Some have it at the end of their README only; some have none, but say whose they are.
  const text = (await of(/^licen[cs]e/i)) ?? /^#* *licen[cs]e\b.*/ims.exec((await of(/^readme/i)) ?? '')?.[0];
  const source = [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join(', ');
  if (!text?.includes('opyright') && source === '') throw new Error(`${name} does not say whose it is`);
  const terms = text?.includes('opyright') ? text.trim() : `By ${source}. The package contains no text of its license.`;
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${terms}\n`;
}
