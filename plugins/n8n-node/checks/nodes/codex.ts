import { JsonSyntaxError, type Position, type ProjectFiles, parseJson } from '../../../../kernel/project-files.ts';
import type { DescribedNode } from '../../model/descriptions/described-node.ts';
import { insidePath } from '../../typescript/source-layout.ts';

/** The file with what n8n shows about a node in its lists: categories, links, other words to find it by. */
export interface CodexFile {
  file: string;
  text: string;
  value: unknown;
  /** Why it is no JSON. */
  fault?: { message: string; position: Position };
}

/** Characters; people's have some hundreds. */
const largest = 200_000;

/** Undefined when there is none beside the node, in its source or in the package. */
export async function codexOf(node: DescribedNode, files: ProjectFiles): Promise<CodexFile | undefined> {
  const shipped = insidePath(`${node.declaredPath}on`);
  const source = node.file.replace(/\.[cm]?[jt]sx?$/, '.json');
  const file = [source, shipped].find((path) => path !== undefined && files.exists(path));
  if (file === undefined) return undefined;
  const text = await files.read(file);
  if (text.length > largest) return undefined;
  try {
    return { file, text, value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { file, text, value: undefined, fault: { message: error.message, position: error.position } };
  }
}
