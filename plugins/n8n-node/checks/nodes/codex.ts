import { JsonSyntaxError, type Position, parseJson } from '../../../../kernel/project-files.ts';
import type { DescribedNode } from '../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import { whyLeftOut } from '../../packing/left-out.ts';
import { insidePath } from '../../typescript/source-layout.ts';

/** The file with categories, links and search words that n8n shows for a node. */
export interface CodexFile {
  file: string;
  text: string;
  value: unknown;
  /** Why it is not valid JSON. */
  fault?: { message: string; position: Position };
  /** Why it will not be in the package. */
  leftOut: string | undefined;
}

/** Real files have a few hundred characters. */
const maxCodexLength = 200_000;

/**
 * Undefined if there is none next to the node, in its sources or in the package, or n8n does not read it: the node describes
 * itself.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js, `addCodex`
 */
export async function codexOf(node: DescribedNode, all: DescribedPackage): Promise<CodexFile | undefined> {
  const { files } = all;
  const descriptions = [...(node.base ? [node.base] : []), ...node.versions.map(({ description }) => description)];
  if (descriptions.every(({ codex }) => codex !== undefined)) return undefined;
  const shipped = insidePath(`${node.declaredPath}on`);
  const source = node.file.replace(/\.[cm]?[jt]sx?$/, '.json');
  const file = [source, shipped].find((path) => path !== undefined && files.exists(path));
  if (file === undefined) return undefined;
  const text = await files.read(file);
  if (text.length > maxCodexLength) return undefined;
  const leftOut = shipped === undefined || file === shipped ? undefined : whyLeftOut(shipped, node.declaredPath, all);
  try {
    return { file, text, leftOut, value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { file, text, leftOut, value: undefined, fault: { message: error.message, position: error.position } };
  }
}
