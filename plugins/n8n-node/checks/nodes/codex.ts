import { JsonSyntaxError, type Position, type ProjectFiles, parseJson } from '../../../../kernel/project-files.ts';
import type { DescribedNode } from '../../model/descriptions/described-node.ts';
import { insidePath } from '../../typescript/source-layout.ts';

/** The file with categories, links and search words that n8n shows for a node. */
export interface CodexFile {
  file: string;
  text: string;
  value: unknown;
  /** Why it is not valid JSON. */
  fault?: { message: string; position: Position };
}

/** Real files have a few hundred characters. */
const maxCodexLength = 200_000;

/** Undefined if there is none next to the node, in its sources or in the package. */
export async function codexOf(node: DescribedNode, files: ProjectFiles): Promise<CodexFile | undefined> {
  const shipped = insidePath(`${node.declaredPath}on`);
  const source = node.file.replace(/\.[cm]?[jt]sx?$/, '.json');
  const file = [source, shipped].find((path) => path !== undefined && files.exists(path));
  if (file === undefined) return undefined;
  const text = await files.read(file);
  if (text.length > maxCodexLength) return undefined;
  try {
    return { file, text, value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { file, text, value: undefined, fault: { message: error.message, position: error.position } };
  }
}
