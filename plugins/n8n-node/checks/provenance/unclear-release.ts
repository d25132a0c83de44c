import type { CheckContext } from '../../../../kernel/check.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { expanded, publishes, withoutIdle } from './publishing.ts';
import type { Step, Workflow } from './workflow.ts';

/** Whether a job may publish in an unknown way: by another workflow, an action of the repository or a script. */
export async function mayPublish(
  workflows: readonly Workflow[],
  { files, manifest = {} }: Pick<CheckContext, 'files' | 'manifest'>,
): Promise<boolean> {
  const scripts = recordOf(manifest['scripts']) ?? {};
  for (const { file, jobs } of workflows) {
    if (jobs.some(({ uses }) => uses !== undefined)) return true;
    for (const step of jobs.flatMap(({ steps }) => steps)) {
      if (step.uses.startsWith('./')) {
        const action = actionOf(step, file).find((path) => files.exists(path));
        if (action === undefined || named.test(await files.read(action))) return true;
      } else if (/npm|publish/i.test(step.uses) && !/setup|release/i.test(step.uses)) return true;
      const command = withoutIdle(expanded(step.run, scripts)).replace(elsewhere, '');
      // A known publish command was checked before: it publishes another package.
      if (!publishes.test(command) && named.test(command)) return true;
    }
  }
  return false;
}

/** Paths of an action of the repository itself. */
function actionOf({ uses }: Step, workflow: string): string[] {
  const root = workflow.slice(0, workflow.indexOf('.github/'));
  return ['action.yml', 'action.yaml'].map((name) => `${root}${uses.slice('./'.length).replace(/\/$/, '')}/${name}`);
}

/** A word for publishing in a command; notes are only text. */
const named = /(?:^|[\s/_.:"'-])(?:publish|release)(?![-_ ]notes)(?:$|[\s/_.:"'-])/im;

/** Releases on GitHub, of containers and of other languages, and expressions. */
const elsewhere =
  /\b(?:gh|glab|goreleaser|cargo|docker|helm|gradlew?|mvn|poetry|uv|twine|hatch|dotnet|vsce)\b[^\n]*|\$\{\{[^}]*\}\}/g;
