import { hasNoIcon, type IconFile, iconReferences } from '../model/icons/icon-files.ts';
import { type Plain, shown } from '../model/parameters/plain.ts';
import type { Rule, Violation } from '../rule.ts';

/** A node or credential with its icons. */
interface IconOwner {
  description: Plain;
  icons: readonly IconFile[];
}

type IconRule = Rule<IconOwner>;

interface IconWords {
  check: 'nodes' | 'credentials';
  owner: 'node' | 'credential';
  docs: string;
}

/** n8n serves the icon with every list of nodes. */
const maxBytes = 100 * 1024;
/** Of a PNG: n8n recommends 60 by 60. */
const pixels = { min: 32, max: 1024 };
/** Ratio of the sides: n8n requires "square or near-square". */
const maxRatio = 1.5;

/**
 * The rules about icons, for nodes or for credentials. Messages do not name the file: equal ones, of an icon that was copied
 * for each node, become one finding.
 */
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
  const naming = (file: string) => (owner === 'node' ? `icon: 'file:${file}'` : `icon = 'file:${file}'`);
  return {
    code: `${check}-icon-missing`,
    title: `Icon of the ${owner} is missing`,
    severity: 'error',
    why: `n8n shows an empty square${owner === 'credential' ? ', or the icon of a node that uses the credential,' : ' for the node'} and does not verify the package.`,
    fix: `Add the icon file next to the ${owner}, use its exact file name, and copy it in the build, as \`n8n-node build\` does.`,
    bad: `${naming('Acme.svg')}   with acme.svg`,
    good: `${naming('acme.svg')}   with acme.svg`,
    docs,
    supersededBy: lintCodes,
    *check({ description, icons }) {
      const about = { object: description, key: 'icon' };
      const fix = `Add an SVG file to the package, and name it in the ${owner === 'node' ? 'description of the node' : owner}: \`${naming('acme.svg')}\`.`;
      if (hasNoIcon(description)) yield { message: `The ${owner} has no icon`, severity: 'warning', fix, about };
      for (const reference of iconReferences(description)) {
        // An expression, or the icon of a node: "node:n8n-nodes-acme.acme".
        if (/^(?:file:|=|node:[^\s.]+\.\w+$)/.test(reference)) continue;
        yield { message: `icon: ${shown(reference)} is not a file of the package`, severity: 'warning', fix, about };
      }
      const without = icons.filter(({ file }) => file === undefined);
      const absent = [...new Set(without.map(({ reference }) => shown(reference)))];
      const [noun, verb] = absent.length > 1 ? ['files', 'do'] : ['file', 'does'];
      const others = [...new Set(without.flatMap(({ inOtherCase }) => inOtherCase ?? []))];
      const hint =
        others.length === 0
          ? ''
          : `; ${others.join(' and ')} ${others.length > 1 ? 'differ' : 'differs'} in letter case`;
      if (absent.length > 0)
        yield { message: `icon: the ${noun} of ${absent.join(' and ')} ${verb} not exist${hint}`, about };
      for (const [why, left] of Map.groupBy(icons, ({ leftOut }) => leftOut)) {
        if (why === undefined) continue;
        const names = left.map(({ file }) => file).join(', ');
        yield { message: `${names} ${left.length > 1 ? 'are' : 'is'} ${why}`, about, isOfBuild: true };
      }
    },
  };
}

function unreadable({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-unreadable`,
    title: `Icon of the ${owner} cannot be displayed`,
    severity: 'warning',
    why: 'n8n displays SVG and PNG files. For a file of another format, or one that is damaged or empty, it shows a blank square.',
    fix: 'Use an SVG with a viewBox, or a PNG of 60 by 60 pixels.',
    bad: '<svg viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>',
    good: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>',
    docs,
    supersededBy: ['n8n-nodes-base/node-class-description-icon-not-svg'],
    *check({ icons }) {
      for (const { file, kind, fault } of icons) {
        if (file === undefined) continue;
        if (kind === 'other') yield { message: 'The icon is neither an SVG nor a PNG', file };
        else if (fault !== undefined) yield { message: `The icon cannot be displayed: ${fault}`, file };
      }
    },
  };
}

function active({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-active`,
    title: `Icon of the ${owner} contains active content`,
    severity: 'error',
    why: 'An SVG is a document: when it is opened, its scripts run with the permissions of the page. An icon needs no scripts, event handlers or links to other hosts, and reviewers reject them.',
    fix: 'Export the icon as a plain SVG, or run it through svgo.',
    bad: '<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(…)">',
    good: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">',
    docs,
    *check({ icons }) {
      for (const { file, active: found } of icons) {
        if (file !== undefined && found !== undefined)
          yield { message: 'The icon contains a script, an event handler or an external link', evidence: found, file };
      }
    },
  };
}

function notSquare({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-not-square`,
    title: `Icon of the ${owner} is not square`,
    severity: 'warning',
    why: 'n8n fits icons into a square, so a wide or tall icon looks smaller than the others.',
    fix: 'Make the icon as wide as high, with the drawing in the center.',
    bad: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">',
    good: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -40 120 120">',
    docs,
    *check({ icons }) {
      yield* alike(icons, ({ width, height }) =>
        width === undefined || height === undefined || Math.max(width, height) / Math.min(width, height) <= maxRatio
          ? undefined
          : `is not square: ${round(width)} × ${round(height)}`,
      );
    },
  };
}

function wrongSize({ check, owner, docs }: IconWords): IconRule {
  return {
    code: `${check}-icon-size`,
    title: `Icon of the ${owner} is too large or too small`,
    severity: 'warning',
    why: 'n8n displays icons at about 40 pixels and loads them with every list of nodes. A large file slows this down, and a small PNG looks blurred.',
    fix: 'Use an SVG of a few kilobytes, or a PNG of 60 by 60 pixels.',
    bad: 'acme.png: 4000 × 4000 pixels, 2 MB',
    good: 'acme.png: 60 × 60 pixels, 4 kB',
    docs,
    *check({ icons }) {
      yield* alike(icons, sizeFault);
    },
  };
}

/** One violation for the files of an icon with the same fault: those for light and dark themes are drawn alike. */
function* alike(icons: readonly IconFile[], faultOf: (icon: IconFile) => string | undefined): Generator<Violation> {
  const faults = new Map<string, string[]>();
  for (const icon of icons) {
    const fault = faultOf(icon);
    const { original } = icon;
    if (original !== undefined && fault !== undefined)
      faults.set(fault, [...new Set([...(faults.get(fault) ?? []), original])]);
  }
  for (const [fault, [file, ...others]] of faults) {
    const more = others.length > 0 ? { evidence: [file, ...others].join('\n') } : {};
    yield { message: `The icon ${fault}`, ...(file !== undefined && { file }), ...more };
  }
}

function sizeFault({ kind, size, width = 0, height = 0, fault }: IconFile): string | undefined {
  if (size > maxBytes) return `is ${Math.round(size / 1024)} KiB, more than ${maxBytes / 1024} KiB`;
  if (kind !== 'png' || fault !== undefined) return undefined;
  const side = Math.max(width, height);
  if (side < pixels.min) return `is ${width} × ${height} pixels, less than ${pixels.min}`;
  return side > pixels.max ? `is ${width} × ${height} pixels, more than ${pixels.max}` : undefined;
}

const round = (length: number) => Math.round(length * 100) / 100;
