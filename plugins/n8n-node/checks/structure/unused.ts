import { isDeclarationFile } from '../../declaration-file.ts';
import { isTestFile } from '../../security/source-files.ts';
import { docs } from '../docs-links.ts';
import type { Finder } from '../finder.ts';
import type { StructureSubject } from './structure-subject.ts';

export const unused: Finder<StructureSubject> = {
  rule: {
    code: 'structure-unused-source',
    title: 'A source is compiled and shipped, and nothing uses it',
    severity: 'warning',
    why: 'No declared node or credential imports it, by whatever way: n8n never loads it, reviewers have to read it, and what it says of the package may long be untrue.',
    fix: 'Delete the file, or import it where it was meant to be used.',
    bad: 'nodes/Acme/oldTransport.ts   which no file imports',
    good: 'nodes/Acme/transport.ts   which nodes/Acme/Acme.node.ts imports',
    docs: docs.fileStructure,
  },
  *find({ files, mode, reached, declared }) {
    if (mode !== 'project' || !reached) return;
    const folders = new Set(declared.flatMap(({ source }) => (source === undefined ? [] : [topOf(source)])));
    // A node whose source was not found may be what uses it.
    if (declared.some(({ source }) => source === undefined)) return;
    const found = files.list().filter((path) => {
      if (!/\.[cm]?tsx?$/.test(path) || isDeclarationFile(path) || isTestFile(path)) return false;
      // An index of all that there is, as `main` of packages names it, is often left by a scaffold.
      if (/^[^/]+\/index\.[cm]?tsx?$/.test(path)) return false;
      // What n8n would load is told of as undeclared.
      return !/\.(node|credentials)\.ts$/.test(path) && folders.has(topOf(path)) && !reached.has(path);
    });
    const [first, ...others] = found;
    if (first === undefined) return;
    const names = found.slice(0, 5).join(', ');
    yield {
      message:
        others.length === 0
          ? `${first} is used by nothing`
          : `${found.length} sources are used by nothing: ${names}${found.length > 5 ? ', …' : ''}`,
      file: first,
      evidence: found.slice(0, 50).join('\n'),
    };
  },
};

const topOf = (path: string) => path.split('/')[0] ?? '';
