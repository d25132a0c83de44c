import type { RuleCase } from '../../../rule-case.ts';
import { goodManifest, goodSources, type Project } from '../../check-project.ts';

const code = 'manifest-build-step-missing';
const built = (build: string, more: Readonly<Record<string, string>> = {}, files: object = {}): Project => ({
  manifest: { ...goodManifest, scripts: { build, ...more } },
  files: { ...goodSources, ...files },
});
const gulpfile = (text: string) => ({ 'gulpfile.js': `const { src, dest } = require('gulp');\n${text}` });
const copies = gulpfile("exports['copy:icons'] = () => src('nodes/**/*.svg').pipe(dest('dist'));");

const { 'tsconfig.json': _, ...withoutConfiguration } = goodSources;

export const cases: readonly RuleCase<Project>[] = [
  {
    code,
    case: 'a script with another name',
    bad: built('tsc && npm run copy-icon', { 'copy-icons': 'cp -r icons dist' }),
    good: built('tsc && npm run copy-icons', { 'copy-icons': 'cp -r icons dist' }),
  },
  {
    code,
    case: 'a script of a script',
    bad: built('npm run compile', { compile: 'npm run types && tsc' }),
    good: built('npm run compile', { compile: 'npm run types --if-present && tsc' }),
  },
  {
    code,
    case: 'a script that may fail',
    bad: built('npm run types && tsc'),
    good: built('npm run types || true && tsc'),
  },
  {
    code,
    case: 'a task that the gulpfile does not have',
    bad: built('tsc && gulp build:icons', {}, copies),
    good: built('tsc && gulp copy:icons', {}, copies),
  },
  {
    code,
    case: 'a task whose name may be computed',
    bad: built('tsc && gulp icons', {}, gulpfile("exports['copy'] = () => {};")),
    good: built('tsc && gulp icons', {}, gulpfile('exports[name] = () => {};')),
  },
  {
    code,
    case: 'no gulpfile',
    bad: built('tsc && npx gulp build:icons'),
    good: built('tsc && npx gulp', {}, copies),
  },
  {
    code,
    case: 'no configuration for the compiler, unless it is given files',
    bad: { ...built('tsc'), files: withoutConfiguration },
    good: { ...built('tsc --outDir dist index.ts'), files: withoutConfiguration },
  },
  {
    code,
    case: 'a configuration that does not exist',
    bad: built('tsc -p tsconfig.release.json'),
    good: built('tsc -p configs/release', {}, { 'configs/release/tsconfig.json': '{}' }),
  },
  {
    code,
    case: 'a program that does not exist',
    bad: built('tsc && node ./scripts/copy'),
    good: built('tsc && node ./scripts/copy', {}, { 'scripts/copy.js': '' }),
  },
  {
    code,
    case: 'a program that the build makes',
    bad: built('tsc && node tools/copy.js'),
    good: built('tsc && node dist/tools/copy.js'),
  },
];
