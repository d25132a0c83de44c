import { exampleOf } from '../simulated/schema-example.ts';

/** What a user may ask. */
const question = 'How many orders are open?';
const documents = [{ pageContent: question, metadata: {} }];
/** Tools of one toolkit, and levels of lists and toolkits. */
const maxTools = 5;
const maxDepth = 3;

/**
 * Calls of what a node supplies what an agent, a chain or a store calls of it: those of LangChain, which n8n's own nodes use.
 * https://reference.langchain.com/javascript/modules/_langchain_core.html
 * @param depth of it in toolkits and lists
 */
export async function useSupplied(supplied: unknown, depth = 0): Promise<void> {
  if (depth > maxDepth) return;
  if ((typeof supplied !== 'object' && typeof supplied !== 'function') || supplied === null) return;
  const has = (name: string) => typeof Reflect.get(supplied, name) === 'function';
  const call = (name: string, ...given: unknown[]): unknown =>
    Reflect.apply(Reflect.get(supplied, name), supplied, given);
  if (Array.isArray(supplied)) {
    for (const tool of supplied.slice(0, maxTools)) await useSupplied(tool, depth + 1);
  } else if (has('getTools')) {
    await useSupplied(await call('getTools'), depth + 1);
  } else if (has('embedQuery')) {
    // Lists of responses have two entries: one for each text.
    if (has('embedDocuments')) await call('embedDocuments', [question, 'Two']);
    else await call('embedQuery', question);
  } else if (has('loadMemoryVariables')) {
    await call('loadMemoryVariables', { input: question });
    if (has('saveContext')) await call('saveContext', { input: question }, { output: 'Two' });
  } else if (has('compressDocuments')) {
    await call('compressDocuments', documents, question);
  } else if (has('similaritySearch')) {
    await call('similaritySearch', question, 2);
  } else if (has('splitText')) {
    await call('splitText', question);
  } else if (has('invoke')) {
    const schema: unknown = Reflect.get(supplied, 'schema');
    await call('invoke', schema === undefined ? question : exampleOf(schema));
  }
}
