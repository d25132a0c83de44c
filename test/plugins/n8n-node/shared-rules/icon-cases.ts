import { deflateSync } from 'node:zlib';
import type { RuleCase } from '../rule-case.ts';
import type { Given } from './given-package.ts';

const svg = (attributes: string, inside = '<path d="M4 4h16v16H4z"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

/** A PNG of one colour. */
export function png(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    // Checksums are not looked at.
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(height * (width + 1)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Picture {
  /** Its name; `acme.svg` when absent. */
  name?: string;
  /** Undefined: there is no such file. */
  content: string | Uint8Array | undefined;
}

const each: readonly { code: string; case: string; bad: Picture; good: Picture }[] = [
  {
    code: 'icon-missing',
    case: 'no file of that name',
    bad: { name: 'logo.svg', content: undefined },
    good: { name: 'logo.svg', content: svg('viewBox="0 0 24 24"') },
  },
  {
    code: 'icon-unreadable',
    case: 'no namespace',
    bad: { content: '<svg viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>' },
    good: { content: `<?xml version="1.0"?>\n<!-- <script> -->\n${svg('viewBox="0 0 24 24"')}\n` },
  },
  {
    code: 'icon-unreadable',
    case: 'nothing drawn',
    bad: { content: svg('', '<g/>') },
    good: { content: svg('', '<g><rect/></g>') },
  },
  {
    code: 'icon-unreadable',
    case: 'broken off',
    bad: { content: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M4' },
    good: { content: svg('') },
  },
  {
    code: 'icon-unreadable',
    case: 'another format',
    bad: { name: 'acme.jpg', content: 'JPEG' },
    good: { name: 'acme.png', content: png(60, 60) },
  },
  {
    code: 'icon-unreadable',
    case: 'another format under the name of a PNG',
    bad: { name: 'acme.png', content: svg('') },
    good: { name: 'acme.PNG', content: png(60, 60) },
  },
  {
    code: 'icon-active',
    case: 'a script',
    bad: { content: svg('', '<path d="M0 0"/><script>fetch("/rest")</script>') },
    good: { content: svg('', '<path d="M0 0"/><title>A script</title><foreignObject><div/></foreignObject>') },
  },
  {
    code: 'icon-active',
    case: 'a handler',
    bad: { content: svg('onload = "fetch(1)"') },
    good: { content: svg('data-onload="fetch(1)"') },
  },
  {
    code: 'icon-active',
    case: 'a picture of another host',
    bad: { content: svg('', '<image xlink:href="https://acme.example/a.png"/>') },
    good: { content: svg('', '<image xlink:href="data:image/png;base64,AA=="/><use href="#a"/>') },
  },
  {
    code: 'icon-not-square',
    case: 'a wide SVG',
    bad: { content: svg('viewBox="0 0 120 40"') },
    good: { content: svg('width="120" height="40" viewBox="0,0,40,58"') },
  },
  {
    code: 'icon-not-square',
    case: 'a tall PNG',
    bad: { name: 'acme.png', content: png(60, 96) },
    good: { name: 'acme.png', content: png(60, 84) },
  },
  {
    code: 'icon-size',
    case: 'a PNG of few pixels',
    bad: { name: 'acme.png', content: png(16, 16) },
    good: { name: 'acme.png', content: png(32, 32) },
  },
  {
    code: 'icon-size',
    case: 'a large SVG',
    bad: { content: svg('', `<path d="${'M0 0'.repeat(30_000)}"/>`) },
    good: { content: svg('', `<path d="${'M0 0'.repeat(20_000)}"/>`) },
  },
];

const ownIcon = { 'dist/credentials/own.svg': svg('viewBox="0 0 1 1"') };

const ofNode = ({ name = 'acme.svg', content }: Picture): Given => ({
  node: { icon: `file:${name}` },
  credential: { icon: 'file:own.svg' },
  files: { 'dist/nodes/Acme/acme.svg': undefined, [`dist/nodes/Acme/${name}`]: content, ...ownIcon },
});

const ofCredential = ({ name = 'acme.svg', content }: Picture): Given => ({
  credential: { icon: `file:${name}` },
  files: { [`dist/credentials/${name}`]: content },
});

/** The cases as the picture of a node, and as that of a credential alone. */
export const iconCases: readonly RuleCase<Given>[] = [
  ...each.flatMap(({ code, bad, good, ...rest }) => [
    { ...rest, code: `nodes-${code}`, bad: ofNode(bad), good: ofNode(good) },
    { ...rest, code: `credentials-${code}`, bad: ofCredential(bad), good: ofCredential(good) },
  ]),
  {
    code: 'credentials-icon-missing',
    case: 'neither a file nor the icon of a node',
    bad: { credential: { icon: 'acme.svg' } },
    good: { credential: { icon: 'node:@acme/n8n-nodes-acme.acme' } },
  },
];
