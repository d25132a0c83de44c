import type { Row } from './data-rows.ts';

/** Modules that are loaded by a name that is not written as a literal, and ones that are. */
export const requireRows: readonly Row[] = [
  ['security-computed-require', 'require(process.argv[2]);', "require('lodash');"],
  ['security-computed-require', `require(\`./\${name}\`);`, 'require(`lodash`);'],
  ['security-computed-require', "require(['child', 'process'].join('_'));", "['child', 'process'].join('_');"],
  ['security-computed-require', "const load = require; load('fs');", "const load = require('./load'); load('fs');"],
  ['security-computed-require', "module['re' + 'quire']('fs');", "this.module.require('fs');"],
  ['security-computed-require', 'await import(this.name);', "await import('./Acme.helper');"],
  ['security-computed-require', 'collect(require);', 'function wrap(require) { collect(require); }'],
  ['security-computed-require', 'require.call(null, name);', "require.resolve('lodash');"],
  [
    'security-computed-require',
    "import { join } from 'node:path'; require(join(__dirname, '..', '..', 'n8n', 'index.js'));",
    "import { join } from 'node:path'; const data = join(__dirname, '..', 'data'); require(join(data, 'units.js'));",
  ],
  [
    'security-computed-require',
    "import * as path from 'path'; require(path.join(__dirname, '..', 'node_modules', 'fs-extra'));",
    `const path = require('path'); require(path.resolve(__dirname, 'units.js')); require(\`\${__dirname}/units.js\`);`,
  ],
  [
    'security-computed-require',
    "const join = (folder, name) => name; require(join(__dirname, 'fs'));",
    `const name = 'units'; require(__dirname + '/' + 'units.js'); require(\`\${__dirname}/data/\${name}.js\`);`,
  ],
  [
    'security-computed-require',
    "const path = make(require('path')); require(path.join(__dirname, 'units.js'));",
    "const path = __importStar(require('path')); const path_1 = tslib_1.__importDefault(require('path')); require(path.join(__dirname, 'units.js')); require((0, path_1.default.join)(__dirname, 'units.js'));",
  ],
];
