import { docs } from '../../../docs-links.ts';
import { isTestFile } from '../../../project/test-file.ts';
import type { Rule } from '../../../rule.ts';
import type { StructureSubject } from '../structure-subject.ts';

export const codexUnused: Rule<StructureSubject> = {
  code: 'structure-codex-unused',
  title: 'Codex file belongs to no node',
  severity: 'warning',
  why: 'n8n reads the codex file with the name of the node: Acme.node.json next to Acme.node.js. It never reads another one, and shows none of its categories, links and search words.',
  fix: 'Give the file the name of its node, or delete it.',
  bad: 'nodes/Acme/AcmeTrigger.node.json   next to nodes/Acme/Acme.node.ts only',
  good: 'nodes/Acme/Acme.node.json   next to nodes/Acme/Acme.node.ts',
  docs: docs.codex,
  onlyIn: 'project',
  *check({ files, mode, declared }) {
    if (mode !== 'project' || declared.some(({ source }) => source === undefined)) return;
    const folders = new Set(declared.flatMap(({ source = '' }) => source.split('/', 1)));
    const stems = new Set(
      files.list().flatMap((path) => /(?<![^/])([^/]+\.node)\.[cm]?[jt]sx?$/.exec(path)?.[1] ?? []),
    );
    for (const file of files.list()) {
      const [, stem] = /(?<![^/])([^/]+\.node)\.json$/.exec(file) ?? [];
      // A build may put it next to a node of that name elsewhere.
      if (stem === undefined || stems.has(stem) || isTestFile(file) || !folders.has(file.split('/', 1)[0] ?? ''))
        continue;
      yield { message: `${file} belongs to no node: there is no ${stem}.ts or ${stem}.js`, file };
    }
  },
};
