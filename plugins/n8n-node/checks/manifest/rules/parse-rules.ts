import type { Observation, Rule } from '../../../../../kernel/finding.ts';
import { maxManifestBytes } from '../../../../../kernel/manifest.ts';
import { JsonSyntaxError, type ProjectFiles, parseJson, tryJson } from '../../../../../kernel/project-files.ts';
import { isRecord } from '../../../../../kernel/record.ts';
import { docs } from '../../../docs-links.ts';
import { recordOf } from '../../../project/manifest/manifest-fields.ts';
import { listed } from '../../../rule.ts';

const file = 'package.json';
const mebibytes = maxManifestBytes / 2 ** 20;

const missing: Rule = {
  code: 'manifest-missing',
  title: 'package.json is missing',
  severity: 'error',
  why: 'npm cannot publish or install a folder without package.json, and n8n reads from it which nodes to load.',
  fix: 'Run the command in the folder of the package, or pass that folder with `--cwd`. A new package needs a package.json at its root.',
  bad: 'nodes/Acme/Acme.node.ts',
  good: 'package.json\nnodes/Acme/Acme.node.ts',
  docs: docs.fileStructure,
  essential: true,
};

const tooLarge: Rule = {
  code: 'manifest-too-large',
  title: 'package.json is too large',
  severity: 'error',
  why: `npm and n8n read the whole file often. The manifest of n8n's own 400 nodes is about 50 kB. A manifest of more than ${mebibytes} MiB is not read, so the package cannot be verified.`,
  fix: 'Move data out of package.json into separate files.',
  bad: '{ "name": "n8n-nodes-acme", "cities": ["Aachen", …] }',
  good: '{ "name": "n8n-nodes-acme" }',
  docs: docs.packageJson,
};

const notJson: Rule = {
  code: 'manifest-not-json',
  title: 'package.json is not valid JSON',
  severity: 'error',
  why: 'npm refuses to install the package, and n8n reports "Failed to parse JSON". JSON allows neither comments nor trailing commas.',
  fix: 'Fix the syntax error at the reported position.',
  bad: '{\n  "name": "n8n-nodes-acme",\n}',
  good: '{\n  "name": "n8n-nodes-acme"\n}',
  docs: docs.packageJson,
  essential: true,
};

const byteOrderMark: Rule = {
  code: 'manifest-byte-order-mark',
  title: 'package.json starts with a byte order mark',
  severity: 'error',
  why: 'n8n does not strip the mark and reports "Failed to parse JSON", so no node of the package loads. npm strips it, so the package can be published and installed without a warning.',
  fix: 'Save the file as UTF-8 without a byte order mark.',
  bad: '\\ufeff{ "name": "n8n-nodes-acme" }',
  good: '{ "name": "n8n-nodes-acme" }',
  docs: docs.packageJson,
  essential: true,
};

const notObject: Rule = {
  code: 'manifest-not-object',
  title: 'package.json is not an object',
  severity: 'error',
  why: 'npm refuses to install the package: it has neither a name nor a version.',
  fix: 'Make the top-level value an object: { "name": …, "version": … }.',
  bad: '[{ "name": "n8n-nodes-acme" }]',
  good: '{ "name": "n8n-nodes-acme" }',
  docs: docs.packageJson,
  essential: true,
};

export const parseRules = [missing, tooLarge, notJson, byteOrderMark, notObject];

/** Why a manifest cannot be read: at most one violation, besides a byte order mark. */
export async function* parseViolations(files: ProjectFiles): AsyncGenerator<Observation> {
  if (!files.exists(file)) {
    yield { code: missing.code, file, ...missingBeside(await foldersOfPackages(files)) };
    return;
  }
  const bytes = await files.bytes(file);
  if (bytes.length > maxManifestBytes) {
    const size = Math.round(bytes.length / 1024 / 1024);
    yield {
      code: tooLarge.code,
      message: `package.json is ${size} MiB, which is over the limit of ${mebibytes} MiB`,
      file,
    };
    return;
  }
  const encoding = wideEncoding(bytes);
  if (encoding) {
    yield {
      code: notJson.code,
      message: `package.json is encoded as ${encoding}`,
      file,
      fix: 'Save the file as UTF-8.',
    };
    return;
  }
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
    yield { code: byteOrderMark.code, message: 'package.json starts with a byte order mark', file, line: 1, column: 1 };
  }
  try {
    const value = parseJson(await files.read(file));
    if (isRecord(value)) return;
    const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    yield { code: notObject.code, message: `package.json is ${kind}, not an object`, file, line: 1, column: 1 };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    yield { code: notJson.code, message: `package.json is not valid JSON: ${error.message}`, file, ...error.position };
  }
}

/** @param folders of packages with nodes, below the project */
function missingBeside(folders: readonly string[]): Pick<Observation, 'message' | 'fix'> {
  if (folders.length === 0) return { message: 'package.json is missing' };
  const where = listed(folders.map((folder) => `"${folder}"`));
  const commands = listed(folders.map((folder) => `\`--cwd ${folder}\``));
  return {
    message: `package.json is missing; the package with nodes for n8n is in ${where}: verify it with ${commands}`,
    fix: 'Run the command in the folder of the package, or pass that folder with `--cwd`.',
  };
}

/** Manifests that are read. */
const maxManifests = 20;

/** The folders with a manifest that has an `n8n` object. */
async function foldersOfPackages(files: ProjectFiles): Promise<string[]> {
  const folders: string[] = [];
  const manifests = files.list().filter((path) => /^(?!.*node_modules\/).+\/package\.json$/.test(path));
  for (const path of manifests.slice(0, maxManifests)) {
    if ((await files.bytes(path)).length > maxManifestBytes) continue;
    const manifest = recordOf(tryJson(await files.read(path)));
    if (recordOf(manifest?.['n8n'])) folders.push(path.slice(0, -'/package.json'.length));
  }
  return folders;
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0xff, 0xfe)) return 'UTF-16 (little-endian)';
  if (startsWith(bytes, 0xfe, 0xff)) return 'UTF-16 (big-endian)';
  return undefined;
}

function startsWith(bytes: Uint8Array, ...prefix: number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}
