import type { Attempt } from '../../../loader/load-output.ts';
import type { LoadedFile } from '../../../loader/loaded-package.ts';
import { positionInStack, type SourceTree } from '../../../loader/source-position.ts';
import type { Rule } from '../../../rule.ts';

const docs = 'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/';
const byItself =
  'It does so at every start of n8n, before any workflow asks for it, on the machine and with the rights of n8n.';

/** Declared files, of which the sandbox has seen what they tried while they were loaded. */
export interface SideEffectSubject {
  files: readonly LoadedFile[];
  tree: SourceTree;
}

interface SideEffect extends Omit<Rule<SideEffectSubject>, 'check' | 'severity' | 'docs'> {
  kind: Attempt['kind'];
  /** What the file does: `uses the network`. */
  does: string;
}

/** What a file must not do while it is loaded. Where n8n's linter reports it from the source, the author knows. */
export const sideEffectRules: readonly Rule<SideEffectSubject>[] = [
  sideEffect({
    kind: 'environment',
    does: 'reads environment variables',
    code: 'load-reads-environment',
    title: 'The file reads environment variables when it is loaded',
    why: `Verified nodes must not read the environment: n8n keeps its own secrets there, its encryption key among them. ${byItself}`,
    fix: 'Take what the node needs from a credential or a parameter.',
    bad: "const { env } = module.require('process');\nconst host = env.ACME_HOST;",
    good: "const { host } = await this.getCredentials('acmeApi');",
    supersededBy: ['@n8n/community-nodes/no-restricted-globals', '@n8n/community-nodes/no-restricted-imports'],
  }),
  sideEffect({
    kind: 'files',
    does: 'uses the file system',
    code: 'load-uses-files',
    title: 'The file uses the file system when it is loaded',
    why: `Verified nodes must not touch the file system. ${byItself}`,
    fix: 'Put the data into the source, and hand files on as binary data of the items.',
    bad: "const countries = JSON.parse(module.require('fs').readFileSync('countries.json'));",
    good: "import { countries } from './countries';",
    supersededBy: ['@n8n/community-nodes/no-restricted-imports'],
  }),
  sideEffect({
    kind: 'network',
    does: 'uses the network',
    code: 'load-uses-network',
    title: 'The file uses the network when it is loaded',
    why: `A node talks to the service that it is for, when a workflow runs it. ${byItself}`,
    fix: 'Send the request in execute(), or in a method of loadOptions, with the helpers of n8n.',
    bad: "const ready = fetch('https://api.acme.example/status');",
    good: 'async execute() { return [await this.helpers.httpRequest({ url })]; }',
    supersededBy: ['@n8n/community-nodes/no-restricted-imports'],
  }),
  sideEffect({
    kind: 'processes',
    does: 'starts a process or a thread',
    code: 'load-starts-process',
    title: 'The file starts a process or a thread when it is loaded',
    why: `What is started runs beside n8n, where no workflow shows it. ${byItself}`,
    fix: 'Do the work in execute(), in the process that n8n gives you.',
    bad: "const version = module.require('child_process').execSync('git --version');",
    good: "const version = '2.1.0';",
    supersededBy: ['@n8n/community-nodes/no-restricted-imports', '@n8n/community-nodes/no-dangerous-functions'],
  }),
  sideEffect({
    kind: 'engine',
    does: 'changes the language or reaches into the engine',
    code: 'load-tampers',
    title: 'The file changes the language or the engine when it is loaded',
    why: `What is built into JavaScript and Node.js belongs to n8n and all of its packages: each of them runs with what one has replaced. So do those who check a package, which is what some do it for. ${byItself}`,
    fix: 'Write functions of your own, and call them; leave prototypes, built-in objects, debuggers and the loading of modules as they are.',
    bad: 'JSON.stringify = (value) => safe(value);\nArray.prototype.last = function () { return this.at(-1); };',
    good: 'const stringify = (value: unknown) => JSON.stringify(value);\nconst last = <T>(items: T[]) => items.at(-1);',
  }),
];

function sideEffect({ kind, does, ...documentation }: SideEffect): Rule<SideEffectSubject> {
  return {
    ...documentation,
    severity: 'error',
    docs,
    *check({ files, tree }) {
      for (const { path, source, file, attempts = [] } of files) {
        const ofKind = attempts.filter((attempt) => attempt.kind === kind);
        const [first] = ofKind;
        if (!first) continue;
        const tried = [...new Set(ofKind.map(({ what }) => what))];
        const more = tried.length > 5 ? ` and ${tried.length - 5} more` : '';
        const message = `${path} ${does} while it is loaded: ${tried.slice(0, 5).join(', ')}${more}`;
        yield { message, ...(positionInStack(`    at ${first.place}`, tree) ?? { file: source ?? file ?? path }) };
      }
    },
  };
}
