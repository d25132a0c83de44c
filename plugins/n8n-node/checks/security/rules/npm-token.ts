import type { ProjectFiles } from '../../../../../kernel/project-files.ts';
import { tokenInRepository, tokenNotIgnored } from '../../../project/packing/secret-files.ts';
import type { Rule } from '../../../rule.ts';

export const npmToken: Rule<Pick<ProjectFiles, 'absent'>> = {
  code: 'security-npm-token',
  title: 'Token of a registry in the repository',
  severity: 'error',
  why: 'The file is not in the package, but everyone can read a public repository. With the token, anyone can publish versions of your packages. Reported as a warning if git does not track the file yet.',
  fix: 'First revoke the token. Then write the name of a variable in its place, or remove the file from git and add it to .gitignore.',
  bad: '//registry.npmjs.org/:_authToken=npm_…   // a real one, 36 letters and digits',
  good: '//registry.npmjs.org/:_authToken=$' + '{NPM_TOKEN}',
  docs: 'https://docs.npmjs.com/using-private-packages-in-a-ci-cd-workflow',
  *check(files) {
    for (const [file, why] of Object.entries(files.absent().leftOut)) {
      const message = `${file} contains a token, and git does not ignore it`;
      if (why === tokenInRepository) yield { message, file };
      else if (why === tokenNotIgnored) yield { message, file, severity: 'warning' };
    }
  },
};
