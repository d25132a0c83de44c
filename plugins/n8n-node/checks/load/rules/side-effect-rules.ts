import type { Rule } from '../../../../../kernel/finding.ts';
import type { Attempt } from '../../../loader/load-output.ts';

const docs = 'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/';
const byItself =
  'It does so at every start of n8n, before any workflow asks for it, on the machine and with the rights of n8n.';

/** What a file must not do while it is loaded; the sandbox has seen it try. */
export const attemptRules: Readonly<Record<Attempt['kind'], Rule>> = {
  environment: {
    code: 'load-reads-environment',
    title: 'The file reads environment variables when it is loaded',
    severity: 'error',
    why: `Verified nodes must not read the environment: n8n keeps its own secrets there, its encryption key among them. ${byItself}`,
    fix: 'Take what the node needs from a credential or a parameter.',
    bad: "const { env } = module.require('process');\nconst host = env.ACME_HOST;",
    good: "const { host } = await this.getCredentials('acmeApi');",
    docs,
  },
  files: {
    code: 'load-uses-files',
    title: 'The file uses the file system when it is loaded',
    severity: 'error',
    why: `Verified nodes must not touch the file system. ${byItself}`,
    fix: 'Put the data into the source, and hand files on as binary data of the items.',
    bad: "const countries = JSON.parse(module.require('fs').readFileSync('countries.json'));",
    good: "import { countries } from './countries';",
    docs,
  },
  network: {
    code: 'load-uses-network',
    title: 'The file uses the network when it is loaded',
    severity: 'error',
    why: `A node talks to the service that it is for, when a workflow runs it. ${byItself}`,
    fix: 'Send the request in execute(), or in a method of loadOptions, with the helpers of n8n.',
    bad: "const ready = fetch('https://api.acme.example/status');",
    good: 'async execute() { return [await this.helpers.httpRequest({ url })]; }',
    docs,
  },
  processes: {
    code: 'load-starts-process',
    title: 'The file starts a process or a thread when it is loaded',
    severity: 'error',
    why: `What is started runs beside n8n, where no workflow shows it. ${byItself}`,
    fix: 'Do the work in execute(), in the process that n8n gives you.',
    bad: "const version = module.require('child_process').execSync('git --version');",
    good: "const version = '2.1.0';",
    docs,
  },
  engine: {
    code: 'load-tampers',
    title: 'The file changes the language or the engine when it is loaded',
    severity: 'error',
    why: `What is built into JavaScript and Node.js belongs to n8n and all of its packages: each of them runs with what one has replaced. So do those who check a package, which is what some do it for. ${byItself}`,
    fix: 'Write functions of your own, and call them; leave prototypes, built-in objects, debuggers and the loading of modules as they are.',
    bad: 'JSON.stringify = (value) => safe(value);\nArray.prototype.last = function () { return this.at(-1); };',
    good: 'const stringify = (value: unknown) => JSON.stringify(value);\nconst last = <T>(items: T[]) => items.at(-1);',
    docs,
  },
};
