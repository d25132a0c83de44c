import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { shippedFiles } from '../../packing/shipped-files.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { documentationOf } from '../../rule.ts';
import { builtTests } from './built-tests.ts';
import { rules } from './rules/index.ts';
import { licenseSubjects, licenseTextRules } from './rules/license-rules.ts';

export const artifactCheck = defineCheck({
  name: 'artifact',
  title: 'The package contains only what its users need',
  rules: documentationOf([...rules, ...licenseTextRules]),
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  async *run(context) {
    const { manifest, files, mode } = await requireManifest(context);
    for (const subject of await licenseSubjects(manifest, files)) yield* checkRules(licenseTextRules, subject);
    const shipped = await context.service(shippedFiles);
    if ('unknown' in shipped) return context.skip(shipped.unknown);
    context.log(`${shipped.files.length} files are shipped${mode === 'project' ? ', not counting build output' : ''}`);
    yield* checkRules(rules, {
      shipped: shipped.files,
      builtTests: mode === 'project' ? await builtTests(context) : [],
    });
  },
});
