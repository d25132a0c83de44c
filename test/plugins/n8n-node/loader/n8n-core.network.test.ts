import { beforeAll, describe, expect, test } from 'vitest';
import { releaseOf } from '../../../../plugins/n8n-node/n8n/release.ts';
import { rulesetKit, shippedKits } from '../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { type Contents, type OpenedProject, openProject } from '../project-on-disk.ts';
import { brokenPackages, soundPackages } from './broken-packages.ts';
import { loadWithN8n, type Verdict } from './n8n-core.ts';
import { ourVerdict } from './our-verdict.ts';

const kinds = { sound: soundPackages, broken: brokenPackages };

describe.each(shippedKits.flatMap((kit) => (['sound', 'broken'] as const).map((kind) => ({ kit, kind }))))(
  '$kit.name, $kind packages',
  ({ kit, kind }) => {
    const packages: Readonly<Record<string, Contents>> = kinds[kind];
    const open = (contents: Contents) => openProject(contents, { mode: 'package', kits: [kit] });
    const n8n = new Map<string, Verdict>();

    beforeAll(async () => {
      const opened: [string, OpenedProject][] = [];
      for (const [name, contents] of Object.entries(packages)) opened.push([name, await open(contents)]);
      const verdicts = await loadWithN8n(
        opened.map(([, { folder }]) => folder),
        releaseOf(kit),
      );
      for (const [index, [name, project]] of opened.entries()) {
        const verdict = verdicts[index];
        if (verdict) n8n.set(name, verdict);
        await project[Symbol.asyncDispose]();
      }
    });

    test.each(Object.keys(packages))('%s: our verdict is that of n8n', async (name) => {
      await using project = await open(packages[name] ?? {});
      expect(await ourVerdict(project)).toEqual(n8n.get(name));
      // An earlier n8n accepts some of the broken ones.
      if (kind === 'sound' || kit === rulesetKit)
        expect(Object.keys(n8n.get(name) ?? {})).toContain(kind === 'sound' ? 'nodes' : 'error');
    });
  },
);
