import type { SideEffect } from '../../../loader/load-output.ts';
import type { LoadedFile } from '../../../loader/loaded-package.ts';
import { positionInStack, type SourceTree } from '../../../loader/source-position.ts';
import { listed, type Rule } from '../../../rule.ts';

const docs = 'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/';
const atStart =
  'This happens at every start of n8n, before any workflow runs, on the machine and with the permissions of n8n.';

/** Declared files, and the side effects that the sandbox recorded while they were loaded. */
interface SideEffectSubject {
  files: readonly LoadedFile[];
  tree: SourceTree;
}

interface SideEffectFacts extends Omit<Rule<SideEffectSubject>, 'check' | 'severity' | 'docs'> {
  kind: SideEffect['kind'];
  /** What the file does: `accesses the network`. */
  does: string;
}

/** Side effects that a file must not have during load. Not reported if n8n's linter reports them in the source. */
export const sideEffectRules: readonly Rule<SideEffectSubject>[] = [
  sideEffect({
    kind: 'environment',
    does: 'reads environment variables',
    code: 'load-reads-environment',
    title: 'File reads environment variables during load',
    why: `Verified nodes must not read the environment, which contains secrets of n8n such as its encryption key. ${atStart}`,
    fix: 'Read the value from a credential or a parameter.',
    bad: "const { env } = module.require('process');\nconst host = env.ACME_HOST;",
    good: "const { host } = await this.getCredentials('acmeApi');",
    supersededBy: ['@n8n/community-nodes/no-restricted-globals', '@n8n/community-nodes/no-restricted-imports'],
  }),
  sideEffect({
    kind: 'files',
    does: 'accesses the file system',
    code: 'load-uses-files',
    title: 'File accesses the file system during load',
    why: `Verified nodes must not access the file system. ${atStart}`,
    fix: 'Move the data into the source, and pass files as binary data of the items.',
    bad: "const countries = JSON.parse(module.require('fs').readFileSync('countries.json'));",
    good: "import { countries } from './countries';",
    supersededBy: ['@n8n/community-nodes/no-restricted-imports'],
  }),
  sideEffect({
    kind: 'network',
    does: 'accesses the network',
    code: 'load-uses-network',
    title: 'File accesses the network during load',
    why: `A node may send requests to its service only when a workflow runs it. ${atStart}`,
    fix: 'Send the request in execute() or a loadOptions method, with the helpers of n8n.',
    bad: "const ready = fetch('https://api.acme.example/status');",
    good: 'async execute() { return [await this.helpers.httpRequest({ url })]; }',
    supersededBy: ['@n8n/community-nodes/no-restricted-imports'],
  }),
  sideEffect({
    kind: 'processes',
    does: 'starts a process or a thread',
    code: 'load-starts-process',
    title: 'File starts a process or a thread during load',
    why: `The process runs outside n8n, and no workflow shows it. ${atStart}`,
    fix: 'Do the work in execute(), in the process of n8n.',
    bad: "const version = module.require('child_process').execSync('git --version');",
    good: "const version = '2.1.0';",
    supersededBy: ['@n8n/community-nodes/no-restricted-imports', '@n8n/community-nodes/no-dangerous-functions'],
  }),
  sideEffect({
    kind: 'engine',
    does: 'modifies built-in objects or the JavaScript engine',
    code: 'load-tampers',
    title: 'File modifies built-in objects or the JavaScript engine during load',
    why: `n8n and all of its packages share the built-in objects of JavaScript and Node.js, so a replaced function affects all of them. It can also mislead tools that check the package. ${atStart}`,
    fix: 'Write and call your own functions. Do not modify prototypes and built-in objects, and do not use debuggers or module hooks.',
    bad: 'JSON.stringify = (value) => safe(value);\nArray.prototype.last = function () { return this.at(-1); };',
    good: 'const stringify = (value: unknown) => JSON.stringify(value);\nconst last = <T>(items: T[]) => items.at(-1);',
  }),
];

function sideEffect({ kind, does, ...documentation }: SideEffectFacts): Rule<SideEffectSubject> {
  return {
    ...documentation,
    severity: 'error',
    docs,
    *check({ files, tree }) {
      for (const { path, source, file, sideEffects = [] } of files) {
        const ofKind = sideEffects.filter((sideEffect) => sideEffect.kind === kind);
        const [first] = ofKind;
        if (!first) continue;
        const tried = [...new Set(ofKind.map(({ what }) => what))];
        const message = `${path} ${does} during load: ${listed(tried)}`;
        yield { message, ...(positionInStack(`    at ${first.place}`, tree) ?? { file: source ?? file ?? path }) };
      }
    },
  };
}
