import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode, traceHead } from '../engine/prepare-node.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { parameterOf, withMarksOfRun } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import { entriesOf } from './editor-lists.ts';
import { EditorMethod, maxEntries } from './editor-method.ts';
import { ignoresFilter, type Search } from './ignores-filter.ts';
import type { Learned } from './learned.ts';
import type { Trace } from './observe-run.ts';
import { refusedCredentials } from './other-credentials.ts';

/** Parameters with another value that a list is asked for. */
const maxParameters = 5;
/** Milliseconds after which a user may select another value: what is only kept for calls at the same time is gone. */
const selectedLater = 2 * 60_000;
/** What users search for. */
const typedText = 'v1';
/** The number of a run that no other one has. */
const otherRun = 7;

/** Calls a method of `loadOptions`, `listSearch` or `resourceMapping`, as the editor does for the list of a parameter. */
export const traceEditorMethod: Trace = async (operation, type, stage) => {
  const { engine } = stage;
  const { kind: group } = operation;
  const editor = new EditorMethod(operation, type, stage);
  const list = editor.list.bind(editor);
  /** Lists with what is known of answers, in modules that have cached nothing yet. */
  const listAnew = async ({ prepared: before, answers }: Learned): Promise<Learned> => {
    const prepared = prepareNode(operation, stage.loadAnew(), before.wishes, engine);
    return { prepared, answers, plain: await list(prepared, answers, 'plain', editor.taken) };
  };
  /** The parameter for another value of which it returns the list of its cache. */
  const cachedFor = async ({ prepared, answers, plain }: Learned): Promise<string | undefined> => {
    const requested = new Set(plain.requests.flatMap(({ marks }) => marks.map(parameterOf)));
    const listed = (one: Prepared) => list(one, answers, 'plain', editor.taken, { later: selectedLater });
    const entries = plain.outputs?.flat() ?? [];
    const isCached = (run: Run) =>
      hasEnded(run) &&
      run.requests.length === 0 &&
      run.count > 0 &&
      haveSameDigests(run.outputs?.flat() ?? [], entries);
    if (requested.size === 0 || !isCached(await listed(prepared))) return undefined;
    for (const parameter of [...requested].slice(0, maxParameters)) {
      const parameters = JSON.parse(withMarksOfRun(JSON.stringify(prepared.node.parameters), parameter, otherRun));
      if (isCached(await listed({ ...prepared, node: { ...prepared.node, parameters } })))
        return prepared.marking.names[parameter]?.slice(0, most.name);
      // Some cache the last list only.
      await listed(prepared);
    }
    return undefined;
  };
  engine.reads();
  const learned = await editor.learn();
  // Its module may have cached the list of the runs before.
  const isCached = editor.hasAsked && hasEnded(learned.plain) && learned.plain.requests.length === 0;
  const anew = isCached ? await listAnew(learned) : learned;
  const { prepared, answers, plain } = hasEnded(anew.plain) && anew.plain.count > 0 ? anew : learned;
  const hidden = plain.count === 0 && !editor.hasAsked ? hiddenIn(engine.reads(), prepared, type) : [];
  const cached = await cachedFor({ prepared, answers, plain });
  const listWith = (other: Prepared) => list(other, answers, 'plain', editor.taken);
  const isAsked = hasEnded(plain) && plain.requests.length > 0;
  const variants = isAsked ? await refusedCredentials(operation, type, prepared, stage, listWith) : [];
  const head = {
    ...traceHead(operation, prepared),
    runs: [plain],
    ...(variants.length > 0 && { variants }),
    ...(hidden.length > 0 && { absent: hidden }),
    ...(cached !== undefined && { cachedFor: cached }),
  };
  if (group !== 'listSearch') return head;
  if (plain.thrown?.name === 'TypeError' && plain.requests.length === 0) {
    const { plain: typed } = await editor.learn(typedText);
    return { ...head, ...(hasEnded(typed) && { needsFilter: true }) };
  }
  if (!hasEnded(plain) || plain.count === 0) return head;
  const search: Search = async (filter) => {
    const run = await list(prepared, answers, 'plain', editor.taken, { filter });
    return { run, entries: entriesOf(group, editor.last).slice(0, maxEntries) };
  };
  return { ...head, ...((await ignoresFilter(search)) && { ignoresFilter: true }) };
};

/** The parameters that a method read, where all of them belong to other operations than the one that it lists for. */
function hiddenIn(read: ReadonlySet<string>, { type, node }: Prepared, whole: INodeType): string[] {
  const namesOf = ({ description: { properties } }: INodeType) => new Set(properties.map(({ name }) => name));
  const [shown, all] = [namesOf(type), namesOf(whole)];
  const own = [...read].filter((name) => all.has(name) && name !== 'resource' && name !== 'operation');
  return own.every((name) => !shown.has(name) && !(name in node.parameters)) ? own.slice(0, 100) : [];
}
