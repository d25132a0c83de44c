import { hasNoIcon, type IconFile, iconReferences } from '../model/icons/icon-files.ts';
import { type Plain, shown } from '../model/parameters/plain.ts';
import type { Rule } from '../rule.ts';

/** A node or credential with the pictures that it names. */
export interface IconOwner {
  description: Plain;
  icons: readonly IconFile[];
}

type IconRule = Rule<IconOwner>;

interface IconWords {
  check: 'nodes' | 'credentials';
  owner: 'node' | 'credential';
  docs: string;
}

/** Bytes; n8n serves the picture with every list of nodes. */
const largest = 100 * 1024;
/** Pixels of a PNG: n8n asks for 60 by 60. */
const pixels = { least: 32, most: 1024 };
/** How far from a square n8n's frame hides it: it asks for "square or near-square". */
const tolerance = 1.5;

/** The rules about pictures, in the words of nodes or of credentials. */
export const iconRules = (words: IconWords): IconRule[] => [
  missing(words),
  unreadable(words),
  active(words),
  notSquare(words),
  wrongSize(words),
];

const lintCodes = [
  '@n8n/community-nodes/icon-validation',
  '@n8n/community-nodes/require-node-description-fields',
  '@n8n/community-nodes/cred-class-field-icon-missing',
];

function missing({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-missing`,
    title: `The icon of a ${owner} is not in the package`,
    severity: 'error',
    why: `n8n shows an empty square for the ${owner}, and does not verify the package.`,
    fix: `Put the file beside the ${owner}, write its name exactly as it is, and have the build copy it: \`n8n-node build\` does.`,
    bad: `icon = 'file:Acme.svg'   with acme.svg`,
    good: `icon = 'file:acme.svg'   with acme.svg`,
    docs,
    supersededBy: lintCodes,
    *check({ description, icons }) {
      const about = { object: description, key: 'icon' };
      if (hasNoIcon(description)) yield { message: `the ${owner} has no icon`, severity: 'warning', about };
      for (const reference of iconReferences(description)) {
        if (reference.startsWith('file:') || reference.startsWith('=')) continue;
        yield { message: `the icon ${shown(reference)} is no file of the package`, severity: 'warning', about };
      }
      for (const { reference, file } of icons) {
        if (file === undefined) yield { message: `there is no file for the icon ${shown(reference)}`, about };
      }
      for (const [why, left] of Map.groupBy(icons, ({ leftOut }) => leftOut)) {
        if (why === undefined) continue;
        const names = left.map(({ file }) => file).join(', ');
        yield { message: `${names} ${left.length > 1 ? 'are' : 'is'} ${why}`, about };
      }
    },
  };
}

function unreadable({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-unreadable`,
    title: `The icon of a ${owner} is no picture that n8n can show`,
    severity: 'warning',
    why: 'n8n shows SVG and PNG files. What is of another kind, broken or empty leaves a blank square.',
    fix: 'Use an SVG with a viewBox, or a PNG of 60 by 60 pixels.',
    bad: '<svg viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>',
    good: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>',
    docs,
    supersededBy: ['n8n-nodes-base/node-class-description-icon-not-svg'],
    *check({ icons }) {
      for (const { file, kind, fault } of icons) {
        if (file === undefined) continue;
        if (kind === 'other') yield { message: `${file} is neither an SVG nor a PNG`, file };
        else if (fault !== undefined) yield { message: `${file} can't be shown: ${fault}`, file };
      }
    },
  };
}

function active({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-active`,
    title: `The icon of a ${owner} runs or loads something`,
    severity: 'error',
    why: 'An SVG is a document: opened on its own, what is in it runs with the rights of the page. No icon needs scripts, handlers or links to other hosts, and no reviewer lets them pass.',
    fix: 'Export the icon as a plain SVG, or run it through svgo.',
    bad: '<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(…)">',
    good: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">',
    docs,
    *check({ icons }) {
      for (const { file, active: found } of icons) {
        if (file !== undefined && found !== undefined)
          yield { message: `${file} is more than a picture`, evidence: found, file };
      }
    },
  };
}

function notSquare({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-not-square`,
    title: `The icon of a ${owner} is not square`,
    severity: 'warning',
    why: 'n8n puts icons into a square: one that is wide or tall comes out smaller than the others beside it.',
    fix: 'Give the picture as much width as height, with the drawing in the middle.',
    bad: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">',
    good: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -40 120 120">',
    docs,
    *check({ icons }) {
      for (const { file, width, height } of icons) {
        if (file === undefined || width === undefined || height === undefined) continue;
        if (Math.max(width, height) / Math.min(width, height) <= tolerance) continue;
        yield { message: `${file} is ${round(width)} wide and ${round(height)} high`, file };
      }
    },
  };
}

function wrongSize({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-size`,
    title: `The icon of a ${owner} is too large or too small`,
    severity: 'warning',
    why: 'n8n shows icons at some 40 pixels and loads them with every list of nodes. A large file slows that down; a PNG of few pixels looks blurred.',
    fix: 'Use an SVG of a few kilobytes, or a PNG of 60 by 60 pixels.',
    bad: 'acme.png: 4000 × 4000 pixels, 2 MB',
    good: 'acme.png: 60 × 60 pixels, 4 kB',
    docs,
    *check({ icons }) {
      for (const icon of icons) {
        const fault = sizeFault(icon);
        if (icon.file !== undefined && fault !== undefined) yield { message: `${icon.file} ${fault}`, file: icon.file };
      }
    },
  };
}

function sizeFault({ kind, size, width = 0, height = 0, fault }: IconFile): string | undefined {
  if (size > largest) return `has ${Math.round(size / 1024)} KiB`;
  if (kind !== 'png' || fault !== undefined) return undefined;
  const side = Math.max(width, height);
  return side < pixels.least || side > pixels.most ? `has ${width} by ${height} pixels` : undefined;
}

const round = (length: number) => Math.round(length * 100) / 100;
