import { append, type Fault, swap } from '../fault.ts';

const node = 'nodes/Lanternmail/Lanternmail.node.ts';
const harborline = 'nodes/Harborline/Harborline.node.ts';
const transport = 'nodes/Harborline/shared/transport.ts';
const pierbook = 'nodes/Pierbook/Pierbook.node.js';

const edit = (
  file: string,
  name: string,
  change: (text: string) => string,
  code: string,
  at?: string,
  blocks = true,
): Fault => ({
  name,
  base: file.includes('Pierbook') ? 'javascript' : file.includes('Harborline') ? 'programmatic' : 'declarative',
  change: { [file]: change },
  expect: { code, file, ...(at !== undefined && { at }) },
  blocks,
});
const top = (line: string) => swap('import { searchShipments } from', `${line}\nimport { searchShipments } from`);

export const loadFaults: readonly Fault[] = [
  edit(
    node,
    'a class of another name',
    swap('export class Lanternmail ', 'export class LanternMail '),
    'load-class-missing',
  ),
  edit(
    node,
    'a default export',
    swap('export class Lanternmail ', 'export default class Lanternmail '),
    'load-class-missing',
  ),
  edit(
    node,
    'a class that is not exported',
    swap('export class Lanternmail ', 'class Lanternmail '),
    'load-class-missing',
  ),
  edit(
    harborline,
    'a module that is not there at run time',
    top("import axios from 'axios';\nexport const client = axios;"),
    'load-module-missing',
    "from 'axios'",
  ),
  edit(
    pierbook,
    'in JavaScript: a module that is not there',
    append("\nconst lodash = require('lodash-es');\nmodule.exports.pick = lodash.pick;\n"),
    'load-module-missing',
    "require('lodash-es')",
  ),
  edit(
    pierbook,
    'in JavaScript: a file that is not there',
    append("\nmodule.exports.help = require('./help');\n"),
    'load-module-missing',
    "require('./help')",
  ),
  edit(
    pierbook,
    'in JavaScript: a name that is not there',
    swap('outputs: [NodeConnectionTypes.Main]', 'outputs: [NodeConnectionType.Main]'),
    'load-threw',
    'NodeConnectionType.Main',
  ),
  edit(
    pierbook,
    'in JavaScript: throws on load',
    append("\nthrow new Error('not ready');\n"),
    'load-threw',
    "throw new Error('not ready')",
  ),
  edit(
    pierbook,
    'in JavaScript: a syntax error',
    swap('module.exports = { Pierbook };', 'module.exports = { Pierbook ;'),
    'source-syntax',
    'module.exports',
  ),
  edit(
    pierbook,
    'in JavaScript: no class',
    swap('module.exports = { Pierbook };', 'module.exports = Pierbook;'),
    'load-class-missing',
  ),
  edit(
    pierbook,
    'in JavaScript: a constructor with arguments',
    (text) =>
      swap(
        '  constructor() {\n    this.description',
        '  constructor(options) {\n    this.label = options.label;\n    this.description',
      )(text),
    'load-threw',
    'options.label;',
  ),
  edit(
    transport,
    'throws on load',
    append("\nif (baseURL.startsWith('https')) throw new Error('no connection');\n"),
    'load-threw',
    'throw new Error',
  ),
  edit(transport, 'ends the process on load', append('\nprocess.exit(0);\n'), 'load-ends-process', 'process.exit'),
  {
    ...edit(transport, 'never ends on load', append('\nfor (let i = 0; i < 1; ) i -= 1;\n'), 'load-never-ends'),
    expect: { code: 'load-never-ends', file: harborline },
  },
  edit(
    pierbook,
    'in JavaScript: a picture outside of the package',
    swap("light: 'file:pierbook.svg'", "light: 'file:../../../../pierbook.svg'"),
    'load-icon-outside',
  ),
  edit(
    pierbook,
    'in JavaScript: executeSingle',
    swap('async execute() {', 'async executeSingle() {\n    return null;\n  }\n\n  async execute() {'),
    'load-execute-single',
  ),
];

export const typesFaults: readonly Fault[] = [
  edit(
    transport,
    'a method that does not exist',
    swap('this.helpers.httpRequestWithAuthentication.call', 'this.helpers.requestWithAuth.call'),
    'types-error',
    'requestWithAuth',
  ),
  edit(
    transport,
    'a value of another type',
    swap('const largestPage = 100;', "const largestPage: number = '100';"),
    'types-error',
    "'100'",
  ),
  edit(
    transport,
    'an unused name',
    swap('const largestPage = 100;', 'const largestPage = 100;\nconst smallestPage = 1;'),
    'types-error',
    'smallestPage',
    true,
  ),
  edit(
    harborline,
    'a file that is not there',
    swap("'./listSearch/searchShipments'", "'./listSearch/searchParcels'"),
    'types-import-unresolved',
    'searchParcels',
  ),
  edit(
    harborline,
    'an import in another case',
    swap("'./listSearch/searchShipments'", "'./listSearch/SearchShipments'"),
    'types-import-unresolved',
    'SearchShipments',
  ),
  edit(
    harborline,
    'a name that is not exported',
    swap('import { searchShipments }', 'import { findShipments as searchShipments }'),
    'types-error',
    'findShipments',
  ),
  edit(
    harborline,
    'a member that n8n-workflow does not have',
    swap('[NodeConnectionTypes.Main],\n\t\toutputs', '[NodeConnectionTypes.Items],\n\t\toutputs'),
    'types-error',
    'NodeConnectionTypes.Items',
  ),
  edit(
    harborline,
    'types that are not looked at',
    (text) => `// @ts-nocheck\n${text}`,
    'types-unchecked',
    '@ts-nocheck',
    false,
  ),
  {
    name: 'strict is off',
    base: 'declarative',
    change: { 'tsconfig.json': swap('"strict": true', '"strict": false') },
    expect: { code: 'types-not-strict', file: 'tsconfig.json', at: '"strict"' },
    blocks: false,
  },
  {
    name: 'a tsconfig that is not JSON',
    base: 'declarative',
    change: { 'tsconfig.json': swap('"strict": true,', '"strict": true') },
    expect: { code: 'tsconfig-syntax', file: 'tsconfig.json', at: '"module"' },
    blocks: true,
  },
  {
    name: 'an option that there is not',
    base: 'declarative',
    change: { 'tsconfig.json': swap('"strict": true', '"strict": true,\n    "strictest": true') },
    expect: { code: 'tsconfig-option', file: 'tsconfig.json', at: '"strictest"' },
    blocks: true,
  },
  {
    name: 'no tsconfig',
    base: 'declarative',
    change: { 'tsconfig.json': undefined },
    expect: { code: 'structure-not-compiled', file: 'package.json' },
    blocks: true,
  },
];

export const compatibilityFaults: readonly Fault[] = [];
