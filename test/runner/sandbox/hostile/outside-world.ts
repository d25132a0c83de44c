import { expect } from 'vitest';
import { type HostileCase, nothingOpen, tryAll } from './hostile-case.ts';

/** What is outside the child: the network, the host's files and its environment. */
export const network: HostileCase[] = [
  {
    name: 'talking to a server',
    code: tryAll(`{
      tcp: (_, { tcp }) => new Promise((yes, no) => require('net').connect(tcp, '127.0.0.1', yes).on('error', no)),
      http: (_, { tcp }) => fetch('http://127.0.0.1:' + tcp).catch((error) => {
        if (error.cause.code === 'EPERM') throw error;
      }),
      udp: (_, { udp }) => new Promise((yes, no) => {
        const socket = require('dgram').createSocket('udp4').on('error', no);
        socket.send('x', udp, '127.0.0.1', (error) => error ? no(error) : yes());
      }),
      metadata: () => new Promise((yes, no) => require('net').connect(80, '169.254.169.254', yes).on('error', no)),
      dns: () => new Promise((yes, no) => {
        const { Resolver } = require('dns');
        const resolver = new Resolver({ timeout: 100, tries: 1 });
        resolver.resolve4('localhost', (error, found) => error ? no(error) : yes(found));
      }),
      listen: () => new Promise((yes, no) => require('net').createServer().on('error', no).listen(0, yes)),
      unix: () => new Promise((yes, no) => require('net').createServer().on('error', no).listen('\\0canary', yes)),
    }`),
    held: nothingOpen,
    notHeld: { 'permission-model': 'Node 24 has no permission for the network' },
  },
];

export const hostFiles: HostileCase[] = [
  {
    name: 'reading the environment',
    code: tryAll(`{
      env: () => {
        const found = Object.entries(process.env).filter(([name]) => name !== 'PWD');
        if (found.length === 0) throw new Error('empty');
        return found;
      },
      ofParent: (_, { parent }) => require('fs').readFileSync('/proc/' + parent + '/environ'),
      ofFirst: () => require('fs').readFileSync('/proc/1/environ'),
      ofSelf: () => require('fs').readFileSync('/proc/self/environ'),
    }`),
    held: nothingOpen,
  },
  {
    name: 'reading files of the host',
    code: tryAll(`{
      file: (_, { file }) => require('fs').readFileSync(file, 'utf8'),
      promises: (_, { file }) => require('fs/promises').readFile(file, 'utf8'),
      stream: async (_, { file }) => { for await (const chunk of require('fs').createReadStream(file)) return chunk; },
      blob: async (_, { file }) => (await require('fs').openAsBlob(file)).text(),
      up: ({ project }, { file }) => require('fs').readFileSync(project + '/../../../../..' + file, 'utf8'),
      required: (_, { file }) => require(file),
      imported: (_, { file }) => import(file),
      environment: (_, { file }) => process.loadEnvFile(file),
      database: (_, { file }) => new (require('node:sqlite').DatabaseSync)(file).prepare('select 1').get(),
      copied: ({ scratch }, { file }) => require('fs').copyFileSync(file, scratch + '/copy'),
      linked: ({ scratch }, { file }) => {
        require('fs').symlinkSync(file, scratch + '/link');
        return require('fs').readFileSync(scratch + '/link', 'utf8');
      },
      stat: (_, { file }) => require('fs').statSync(file).size,
      users: () => require('fs').readFileSync('/etc/passwd', 'utf8'),
      homes: () => require('fs').readdirSync('/home').concat(require('fs').readdirSync('/root')),
      maps: () => require('fs').readFileSync('/proc/self/maps', 'utf8'),
      disk: () => require('fs').openSync('/dev/vda', 'r'),
      terminal: () => require('fs').openSync('/dev/tty', 'r+'),
    }`),
    held: nothingOpen,
  },
  {
    name: 'writing anywhere but to the scratch folder',
    code: tryAll(`{
      project: ({ project }) => require('fs').writeFileSync(project + '/dist/attack.js', '//'),
      added: ({ project }) => require('fs').writeFileSync(project + '/package-lock.json', '{}'),
      removed: ({ project }) => require('fs').rmSync(project + '/package.json'),
      mode: ({ project }) => require('fs').chmodSync(project + '/package.json', 0o777),
      root: () => require('fs').writeFileSync('/canary', 'x'),
      folder: () => require('fs').mkdirSync('/canary'),
      ours: () => require('fs').appendFileSync(process.argv[1], '//'),
      node: () => require('fs').appendFileSync(process.execPath, 'x'),
      host: (_, { file }) => require('fs').appendFileSync(file, 'x'),
      dump: () => require('v8').writeHeapSnapshot('/canary.heapsnapshot'),
      report: () => { const file = process.report.writeReport('/canary.json'); require('fs').statSync(file); },
    }`),
    held: nothingOpen,
  },
  {
    name: 'filling the scratch folder with names',
    code: `module.exports = ({ scratch }) => {
      const fs = require('fs');
      const ways = {
        links: (n) => (n === 0 ? fs.writeFileSync(scratch + '/l', '') : fs.linkSync(scratch + '/l', scratch + '/l' + n)),
        symlinks: (n) => fs.symlinkSync('x', scratch + '/s' + n),
        files: (n) => fs.writeFileSync(scratch + '/f' + n, ''),
        folders: (n) => fs.mkdirSync(scratch + '/d' + n),
      };
      let made = 0;
      for (const way of Object.values(ways)) try { for (let n = 0; n < 100_000; n++) { way(n); made++; } } catch {}
      return made;
    };`,
    held(outcome) {
      expect(outcome.kind).toBe('done');
      expect(outcome.kind === 'done' && outcome.result).toBeLessThanOrEqual(4096);
    },
  },
  {
    name: 'filling the scratch folder',
    code: `module.exports = ({ scratch }) => {
      const fs = require('fs');
      let written = 0;
      const chunk = Buffer.alloc(1 << 20, 1);
      for (let file = 0; file < 64; file++) {
        try { fs.writeFileSync(scratch + '/' + file, chunk); written++; } catch {}
      }
      try { const all = fs.openSync(scratch + '/all', 'w'); for (;;) { fs.writeSync(all, chunk); written++; } } catch {}
      return written;
    };`,
    held(outcome) {
      expect(outcome.kind).toBe('done');
      expect(outcome.kind === 'done' && outcome.result).toBeLessThanOrEqual(16);
    },
  },
];
